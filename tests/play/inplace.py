#!/usr/bin/env python3
"""What is there is changed in its place: shapes, kinds, flocks of relations, corners, currents, paths in time of goals
and players, the look of the window, and both of two worlds. helpers.py says how scripts are played."""
import pathlib
import re
import sys

from helpers import HERE, expect, main, script, state, volery

POND = """# A pond.
world: {size: [600, 400], boundary: bounce, seed: 7}
flocks:
  - name: birds # many
    model: steering
    count: 60
    terms:
      - {name: home, kind: seek, point: [80, 320], radius: 50} # where they sleep
      - kind: wind
        flow: {count: [2, 2], velocities: [[1, 0], [1, 0], [1, 0], [1, 0]]}
      - {name: prey, kind: arrive, path: [[0, 100, 100], [50, 200, 100], [90, 200, 300]]} # it moves
  - {name: crows, model: capped, count: 5}
  - {name: owls, model: capped, count: 3}
relations:
  - {from: birds, to: crows, kind: flee, weight: 0.7} # always
obstacles:
  - {center: [200, 200], radius: 30, reach: 20} # grey
  - {shape: polygon, points: [[350, 350], [450, 350], [400, 300]], reach: 8}
player:
  flee_radius: 90
  path: [[0, 500, 100], [100, 500, 300]] # to and fro
presets:
  far: {birds.terms.home.radius: 90}
look: {background: midnight, window: [600, 500], fps: 60}
"""
SPACE = """
world: {size: [300, 300, 300], boundary: bounce, seed: 3}
flocks: [{name: birds, model: steering, count: 20}]
look: {window: [500, 500]}
"""


def play(lines, *options, text=POND):
    return script(lines, *options, text=text)


def chosen(key, value):
    return f"press {key}\npress {key}={value}\nframes 2\n"


def saved(name="s-1.yaml"):
    return pathlib.Path(name).read_text()


def verified(name="r.vol"):
    told = volery("verify", name, "--threads", "2")
    expect(told.startswith("identical"), told)
    return pathlib.Path(name).read_bytes()


# --- Cases -----------------------------------------------------------------------------------------------------------


def case_an_obstacle_becomes_another_shape_in_its_place():
    lines = play("".join(chosen("obstacles.0.shape", shape) + "setting obstacles.0.shape\nsetting obstacles.0.reach\n"
                         for shape in ("box", "segment", "polygon", "circle"))
                 + "setting obstacles.0.center\nsetting obstacles.0.radius\n" + "key Z ctrl\nframes 2\n" * 4
                 + "setting obstacles.0.shape\nnotice\nkey Y ctrl\nframes 2\nkey S ctrl\n", "--record", "r.vol")
    expect([line.split()[1] for line in lines[0:8:2]] == ["box", "segment", "polygon", "circle"], lines)
    expect(set(lines[1:8:2]) == {"obstacles.0.reach 20"}, lines)
    expect(lines[8:11] == ["obstacles.0.center [200, 200]", "obstacles.0.radius 30", "obstacles.0.shape circle"], lines)
    expect("as before" in lines[11], lines)
    expect(b"set: {obstacles.0: {shape: box, center: [200, 200], size: [60, 60]" in verified(), "no event")
    expect("{shape: box, center: [200, 200]" in saved() and "# grey" in saved() and "# A pond." in saved(), saved())


def case_a_relation_gets_other_flocks_and_does_something_else():
    lines = play(chosen("relations.0.from", "crows") + "setting relations.0.from\nsetting relations.0.to\n"
                 "press relations.0.to\npress relations.0.to.owls\nframes 2\nsetting relations.0.to\n"
                 + chosen("relations.0.kind", "hunt") + "setting relations.0.kind\nnotice\n", "--record", "r.vol")
    expect([line[12:] for line in lines[:4]] == ["from 1", "to 0", "to 0 2", "kind hunt"], lines)
    expect(b'relations.0: {from: "crows", to: ["birds", "owls"], kind: hunt, radius: 100' in verified(), "no event")


def case_a_term_becomes_another_kind_and_keeps_its_name():
    lines = play(chosen("birds.terms.0.kind", "flee") + "setting birds.terms.0.point\nsetting birds.terms.0.radius\n"
                 "key S ctrl\n" + chosen("birds.terms.0.kind", "follow_path") + chosen("birds.terms.0.kind", "pursue")
                 + "setting birds.terms.0.target\n" + chosen("birds.terms.0.kind", "wind")
                 + "setting birds.terms.0.kind\n", "--record", "r.vol")
    expect(lines == ["birds.terms.0.point [80, 320]", "birds.terms.0.radius 50", "birds.terms.0.target 1",
                     "birds.terms.0.kind wind"], lines)
    verified()
    text = saved()
    expect('{name: "home", kind: flee' in text and "# where they sleep" in text and "far: {birds" in text, text)


def case_corners_are_moved_added_and_taken_away():
    lines = play("slide obstacles.1.points.0.0 0.5\npress obstacles.1.points.more\nframes 2\nkey S ctrl\n"
                 "press obstacles.1.points.1.remove\nframes 2\nkey S ctrl\nnotice\n"
                 "key Z ctrl\nkey Z ctrl\nkey Z ctrl\nframes 2\nkey S ctrl\n", "--record", "r.vol")
    verified()
    first = saved().split("points: ")[1].split("]]")[0]
    expect(first.count("[") == 5 and first.startswith("[[29"), first)
    expect(saved("s-2.yaml").split("points: ")[1].split("]]")[0].count("[") == 4, saved("s-2.yaml"))
    expect("[[350, 350], [450, 350], [400, 300]]" in saved("s-3.yaml"), saved("s-3.yaml"))


def case_the_last_three_corners_stay():
    told = volery_script_fails("press obstacles.1.points.0.remove\n")
    expect("there is no such widget" in told, told)


def volery_script_fails(lines):
    pathlib.Path("s.yaml").write_text(POND)
    pathlib.Path("s.script").write_text(lines)
    return volery("play", "s.yaml", "--script", "s.script", code=2)


def case_a_current_is_made_faster_and_turned():
    play("slide birds.terms.1.flow.speed 0.5\nframes 2\nslide birds.terms.1.flow.direction 0.75\nframes 2\n"
         "key S ctrl\n", "--record", "r.vol")
    verified()
    velocities = saved().split("velocities: ")[1].split("]]")[0].strip("[").split("], [")
    x, y = (float(word) for word in velocities[0].split(","))
    expect(len(velocities) == 4 and len(set(velocities)) == 1, velocities)
    expect(abs(x) < 0.1 * y and y > 1.2, velocities)


def case_a_goal_that_moves_has_its_path_in_the_panel_and_handles():
    lines = play("frames 5\nslide birds.terms.2.path.1.0 0.5\nframes 1\nprint\nslide birds.terms.2.path.1.step 0.5\n"
                 "press birds.terms.2.path.more\nframes 2\nkey S ctrl\nkey 7\nclick left 200 200\n"
                 "drag left 200 300 240 340\nframes 2\nkey S ctrl\nkey Delete\nframes 2\nsetting birds.terms.2.kind\n"
                 "key Z ctrl\nframes 2\nsetting birds.terms.2.kind\n", "--record", "r.vol")
    expect(state(lines[0])["step"] < 8, "all begins anew: " + lines[0])
    text = saved()
    points = text.split("path: ")[1].split("]]")[0]
    expect(points.startswith("[[0, 100, 100], [") and points.count("[") == 5 and "# it moves" in text, text)
    expect("240, 340]" in saved("s-2.yaml"), saved("s-2.yaml"))
    expect([line.split()[1] for line in lines[1:]] == ["none", "arrive"], lines)


def case_players_with_paths_are_changed_added_and_taken_away():
    lines = play("frames 9\nslide player.paths.0.1.0 0.5\nframes 1\nprint\nkey S ctrl\npress player.paths.more\n"
                 "slide player.paths.1.flee_radius 0.5\nkey S ctrl\npress player.paths.0.remove\n"
                 "press player.paths.0.remove\nframes 1\nkey S ctrl\nkey Z ctrl\nkey Z ctrl\nkey Z ctrl\nkey Z ctrl\n"
                 "frames 2\nkey S ctrl\n")
    expect(state(lines[0])["step"] < 6, "all begins anew: " + lines[0])
    expect("path: [[0, 500, 100], [100, 29" in saved() and "# A pond." in saved(), saved())
    second = saved("s-2.yaml")
    expect("paths: [[[0, 500, 100]" in second and "{path: [[0, 150, 200]" in second and "# many" in second, second)
    expect("path: " not in saved("s-3.yaml").split("player:")[1].split("presets")[0], saved("s-3.yaml"))
    expect("paths" not in saved("s-4.yaml"), saved("s-4.yaml"))
    for name in ("s-1.yaml", "s-2.yaml", "s-3.yaml"):
        volery("run", name, "--steps", "3")


def case_a_players_path_has_handles():
    lines = play("key 7\nclick left 500 200\ndrag left 500 300 450 350\nframes 2\nkey S ctrl\nframes 1\nkey Delete\n"
                 "frames 2\nkey S ctrl\nnotice\n")
    expect("[100, 450, 350]]" in saved(), saved())
    expect("path: [[0" not in saved("s-2.yaml").split("player:")[1], saved("s-2.yaml"))
    expect(lines[-1].startswith("saved"), lines)


STARTS = POND.replace("{name: crows, model: capped, count: 5}",
                      "{name: crows, model: capped, count: 5, start: {shape: disc, center: [450, 200], radius: 40}}")


def case_where_a_flock_begins_is_moved_sized_turned_and_taken_away():
    lines = play("frames 9\nkey 7\nclick left 450 160\ndrag left 450 200 400 180\nframes 1\nprint\nkey S ctrl\n"
                 "drag left 440 180 470 180\nframes 2\nkey S ctrl\ndrag left 400 80 500 180\nframes 2\nkey S ctrl\n"
                 "key Delete\nframes 2\nprint\nkey Z ctrl\nframes 2\nprint\n", text=STARTS)
    expect(state(lines[0])["step"] < 4, "all begins anew: " + lines[0])
    expect("center: [400, 180], radius: 40}" in saved(), saved())
    expect("center: [400, 180], radius: 70" in saved("s-2.yaml"), saved("s-2.yaml"))
    expect("heading: 0" in saved("s-3.yaml") or "heading: -0" in saved("s-3.yaml"), saved("s-3.yaml"))
    expect([state(line)["boids"] for line in lines[1:]] == [63, 68], lines)


def case_what_lies_where_a_flock_begins_can_be_chosen():
    lines = play("key 7\nclick left 450 200\nkey Delete\nframes 2\nnotice\nprint\n",
                 text=STARTS.replace("center: [200, 200], radius: 30", "center: [450, 200], radius: 30"))
    expect("circle 0 is gone" in lines[0] and state(lines[1])["boids"] == 68, lines)


def case_the_look_of_the_window_and_the_camera_have_sliders():
    lines = play("print\nslide look.window.0 0.9\nframes 3\nprint\nsetting look.window\nkey Z ctrl\nframes 3\nprint\n"
                 + chosen("look.unit", "m") + "setting look.unit\nkey S ctrl\n")
    widths = [int(line.split("window ")[1].split("x")[0]) for line in (lines[0], lines[1], lines[3])]
    expect(widths[1] > widths[0] == widths[2] and lines[4] == "look.unit m", lines)
    expect("unit: \"m\"" in saved() and "window: [600, 500]" in saved(), saved())
    lines = script("frames 2\nslide look.camera.0 0.7\nframes 2\nsetting look.camera\nkey S ctrl\n", text=SPACE)
    expect(lines[0] != "look.camera [-60, 18]" and "camera: [" in saved("s-2.yaml"), lines)


def case_both_of_two_worlds_are_edited():
    lines = play("key 7\nkey C\nframes 4\nside 1\nclick left 176 205\ndrag left 176 205 236 235\nframes 3\n"
                 "setting obstacles.0.center\nside 0\nsetting obstacles.0.center\nside 1\npress edit.circle\n"
                 "drag left 400 100 425 100\nframes 3\nsetting obstacles.2.radius\nside 0\nsetting obstacles.2.radius\n"
                 "side 1\nkey Delete\nframes 3\nsetting obstacles.2.radius\nsetting obstacles.0.radius\n"
                 "press edit.polygon\nclick left 100 260\nside 0\nclick left 160 260\nnotice\n")
    expect(lines[0].split("[")[1].startswith("26") and lines[1] == "obstacles.0.center [200, 200]", lines)
    expect(lines[2].startswith("obstacles.2.radius 2") and lines[3] == "obstacles.2.radius none", lines)
    expect(lines[4] == "obstacles.2.radius none" and lines[5] == "obstacles.0.radius 30", lines)
    expect("go on in the world" in lines[6], lines)


def case_undo_takes_back_what_was_done_last_in_whichever_world():
    lines = play("key C\nframes 4\npress tab.sliders\nslide birds.max_speed 0.5\npress button.right_world\n"
                 "slide birds.max_speed 0.9\nframes 2\nvalue birds.max_speed\nkey Z ctrl\nframes 2\n"
                 "value birds.max_speed\npress button.left_world\nhover birds.max_speed\nnotice\nkey Z ctrl\nframes 2\n"
                 "notice\nkey Y ctrl\nframes 2\nvalue birds.max_speed\nkey Y ctrl\nframes 2\n"
                 "value birds.max_speed\nclick left 300 380\nframes 2\nprint\nkey Z ctrl\nframes 2\nprint\nside 1\n"
                 "print\n")
    expect(lines[0] == lines[5] != lines[1] == lines[4] == "birds.max_speed 3", lines)
    expect("birds.max_speed is 3 again" in lines[2] and "birds.max_speed is 3 again" in lines[3], lines)
    expect([state(line)["boids"] for line in lines[6:]] == [69, 68, 68], lines)


def case_handles_of_what_is_larger_than_the_picture_are_in_sight():
    """Zoomed in at (150, 200), the circle's edge is out of the picture, and its handle 16 pixels from the picture's."""
    lines = play("key 7\nclick left 150 200\nframes 2\nwheel 12\nframes 2\nscreenshot a.png\n"
                 "setting obstacles.0.radius\ndrag left 231 200 221 200\nframes 2\nsetting obstacles.0.radius\n"
                 "setting obstacles.0.center\n", text=POND.replace("radius: 30, reach", "radius: 150, reach"))
    expect(lines[0] == "obstacles.0.radius 150" and lines[2] == "obstacles.0.center [200, 200]", lines)
    expect(float(lines[1].split()[1]) < 140, lines)


def rows_of(word):
    """The rows of the library's tables of what surrounds flocks: (type, name, which shapes or kinds use it)."""
    text = (HERE.parents[1] / "src/params/surroundings.def").read_text()
    return [(kind, name, used) for kind, name, used in
            re.findall(r"VOL_SURROUNDING\(%s,\s*(\w+),\s*(\w+),.*?(?:LIVE|FIXED)[^,]*,[^,]*,([^\"]*?),[^\"]*\"" % word,
                       text, re.S)]


def case_every_parameter_of_what_surrounds_and_every_look_has_a_control():
    entries = {"OBSTACLE": ["circle: center: [9, 9], radius: 3", "box: center: [9, 9], size: [5, 5]",
                            "segment: points: [[1, 1], [2, 2]]", "polygon: points: [[1, 1], [2, 2], [1, 3]]"],
               "RELATION": ["flee", "avoid", "follow", "hunt"],
               "TERM": ["seek: point: [9, 9]", "flee: point: [9, 9]", "arrive: point: [9, 9]",
                        "pursue: target: crows", "evade: target: crows", "wander", "contain",
                        "follow_path: points: [[1, 1], [2, 2]]",
                        "follow_flow: flow: {count: [2, 2], velocities: [[1, 0], [1, 0], [1, 0], [1, 0]]}",
                        "avoid_obstacles", "avoid_collision", "follow_leader",
                        "wind: flow: {count: [2, 2], velocities: [[1, 0], [1, 0], [1, 0], [1, 0]]}"]}
    text = "world: {size: [60, 40]}\nflocks:\n  - name: birds\n    model: steering\n    count: 5\n    terms:\n"
    text += "".join("      - {kind: " + entry.replace(": ", ", ", 1) + "}\n" for entry in entries["TERM"])
    text += "  - {name: crows, model: nudge, count: 5}\nrelations:\n"
    text += "".join(f"  - {{from: birds, to: crows, kind: {kind}}}\n" for kind in entries["RELATION"])
    text += "obstacles:\n"
    text += "".join("  - {shape: " + entry.replace(": ", ", ", 1) + "}\n" for entry in entries["OBSTACLE"])
    wanted = []
    owners = {"OBSTACLE": "obstacles", "RELATION": "relations", "TERM": "birds.terms"}
    for of, list_of in entries.items():
        rows = rows_of(of)
        expect(len(rows) > 8, f"{of}: {rows}")
        for number, entry in enumerate(list_of):
            for kind, name, used in rows:
                key = f"{owners[of]}.{number}.{name}"
                if not uses(used, of, entry.partition(":")[0].upper()):
                    continue
                wanted.append({"VECTOR": key + ".1", "POINTS": key + ".1.0", "FLOW": key + ".speed"}.get(kind, key))
    wanted += [f"wind.{name}" for name in ("velocity.1", "chance", "duration", "flocks")]
    wanted += [f"player.{name}" for name in ("flee_radius", "flee_weight", "flocks")]
    wanted += [f"look.{name}" for name in ("background", "backdrop", "map", "unit", "window.0", "fps", "y_up", "axes")]
    wanted += [f"birds.look.{name}" for name in ("shape", "size", "color", "outline", "head", "leader")]
    lines = script("".join(f"where {key}\n" for key in wanted), text=text)
    expect(len(lines) == len(wanted) > 120, f"{len(lines)} of {len(wanted)}")


def uses(used, of, kind):
    """Is the shape or kind among those of a row? FORCES are all terms but the wind."""
    used = used.strip()
    return used == "ALL" or (used == "FORCES" and kind != "WIND") or f"{of}({kind})" in used


def case_every_scene_goes_back_on_and_beside_itself():
    names = [line.split()[0] for line in volery("scenes").splitlines() if line[:1].isalpha()]
    expect(len(names) > 20, names)
    pathlib.Path("s.script").write_text("frames 12\nkey Space\nframes 2\nslide timeline 0.4\nframes 2\nprint\nnotice\n"
                                        "key Space\nframes 15\nkey C\nframes 8\nnotice\nsame\n")
    for name in names:
        lines = volery("play", name, "--script", "s.script").splitlines()
        back = int(lines[0].split(" step ")[1].split()[0])
        expect(back < 10 and lines[1:] == ["", "", "same"], f"{name}: {lines}")


if __name__ == "__main__":
    sys.exit(main(globals()))
