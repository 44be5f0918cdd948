#!/usr/bin/env python3
"""The panel of the window: sliders that keep what they are set to, typed numbers, quick clicks, menus, tools, plots and
hints, played by scripts; helpers.py says how."""
import pathlib
import sys

from helpers import SCENE, expect, main, pixels, script, state, volery

HOME = "terms: [{kind: seek, name: home, point: [30, 40], force: 0.1}]"
EMPTY = SCENE.replace("count: 60", "count: 0").replace("count: 5,", "count: 0,")
AROUND = SCENE.replace("count: 5,", f"count: 5, {HOME},") + """
relations: [{from: birds, to: [crows], kind: flee, radius: 60}]
"""


def case_a_slider_of_what_is_fixed_keeps_what_it_is_dragged_to():
    lines = script("slide birds.count 0.5\nframes 3\nprint\nvalue birds.count\nslide birds.start.speed 0.9\nframes 3\n"
                   "slide birds.start.center.0 0.25\nframes 2\nprint\nvalue birds.start.center\nvalue birds.count\n")
    boids = state(lines[0])["boids"]
    expect(boids > 100 and lines[1] == f"birds.count {boids - 5}" and state(lines[2])["step"] < 5, lines)
    place = float(lines[3].split("[")[1].split(",")[0])
    expect(40 < place < 110 and lines[4] == lines[1], lines)


def case_a_typed_number_counts_when_enter_is_pressed():
    lines = script("press birds.max_speed ctrl\ntype 7.25\nkey Return\nframes 2\nvalue birds.max_speed\n"
                   "press birds.max_speed ctrl\ntype 9\nkey Escape\nframes 2\nvalue birds.max_speed\nprint\n"
                   "press birds.count ctrl\ntype 30\nkey Return\nframes 2\nprint\nkey Z ctrl\n")
    expect(lines[0] == lines[1] == "birds.max_speed 7.25" and state(lines[3])["boids"] == 35, lines)


def case_a_typed_number_that_is_not_allowed_is_told_in_plain_words_once():
    lines = script("press birds.max_speed ctrl\ntype -5\nframes 2\nnotice\nvalue birds.max_speed\nkey Return\n"
                   "frames 2\nnotice\nvalue birds.max_speed\n")
    expect(lines[0] == "" and lines[1] == lines[3] == "birds.max_speed 3", lines)
    expect(lines[2] == "birds.max_speed cannot be -5: 0 to 1e+09 is allowed", lines)


def case_a_click_within_one_frame_counts():
    lines = script("tap button.pause\nprint\ntap button.go_on\nprint\ntap left 100 100\nprint\ntap tab.view\n"
                   "tap overlay.index_cells\nscreenshot a.png\n")
    expect(state(lines[0])["paused"] and not state(lines[1])["paused"] and state(lines[2])["boids"] == 66, lines)


def case_escape_closes_one_thing_at_a_time():
    lines = script("press menu.scenes\nkey Escape\nframes 2\nprint\nkey F1\nframes 2\nkey Escape\nframes 2\nprint\n"
                   "key Escape\nframes 2\nprint\n")
    expect(len(lines) == 2, lines)


def case_a_goal_is_gone_with_its_tool_and_leaves_nothing_behind():
    quiet = script("hover button.pause\nframes 2\nkey 4\nframes 2\nkey 1\nframes 3\nmove 290 190\nframes 2\n"
                   "screenshot a.png\n", "--record", "a.vol", text=EMPTY)
    script("frames 4\nkey 4\nmove 150 100\nframes 2\nkey 1\nframes 2\nmove 290 190\nframes 2\nscreenshot b.png\n",
           "--record", "b.vol", text=EMPTY)
    expect(quiet == [] and b"goal: " not in pathlib.Path("a.vol").read_bytes(), "a goal that was nowhere is recorded")
    world = [[row[:3 * 400] for row in pixels(name)[2][:300]] for name in ("a.png", "b.png")]
    expect(world[0] == world[1], "something of the goal is still drawn")


def case_a_goal_does_not_crush_the_flock():
    volery("run", "default", "--set", "birds.count=1200", "--set", "events=[{at: 0, goal: [640, 360]}]", "--steps", 600,
           "--from", 600, "-o", "a.csv", "--quiet")
    rows = [line.split(",") for line in pathlib.Path("a.csv").read_text().splitlines()]
    x, y = rows[0].index("x"), rows[0].index("y")
    away = sorted(((float(r[x]) - 640)**2 + (float(r[y]) - 360)**2)**0.5 for r in rows[1:])
    expect(away[len(away) // 2] > 30 and away[len(away) * 9 // 10] < 500, f"{away[len(away) // 2]}, {away[-1]}")


def case_all_that_surrounds_and_every_look_has_a_control_that_undo_takes_back():
    lines = script("slide obstacles.0.radius 0.75\nsetting obstacles.0.radius\nslide obstacles.0.center.0 0.5\n"
                   "setting obstacles.0.center\nslide relations.0.weight 0.9\nsetting relations.0.weight\n"
                   "slide crows.terms.0.force 0.5\nsetting crows.terms.0.force\nslide birds.look.size 0.8\n"
                   "setting birds.look.size\npress look.axes\nsetting look.axes\nframes 3\nkey S ctrl\nframes 2\n"
                   + "key Z ctrl\nframes 1\n" * 6 + "setting obstacles.0.radius\nsetting obstacles.0.center\n"
                   "setting relations.0.weight\nsetting crows.terms.0.force\nsetting birds.look.size\n"
                   "setting look.axes\n",
                   "--record", "a.vol", text=AROUND)
    after = ["20", "[220, 60]", "1", "0.1", "9", "false"]
    expect([line.split(" ", 1)[1] for line in lines[6:]] == after, lines)
    expect(all(a != b for a, b in zip(lines[:6], lines[6:])), lines)
    expect(volery("verify", "a.vol").startswith("identical"), "the recording differs")
    saved = volery("run", "s-1.yaml", "--print-scene")
    for line in lines[:5]:
        expect(line.split(" ", 1)[1] in saved, f"{line} is not in what was saved:\n{saved}")


def case_what_surrounds_stays_changed_after_a_restart():
    lines = script("slide obstacles.0.radius 0.75\nsetting obstacles.0.radius\nkey R\nframes 2\n"
                   "setting obstacles.0.radius\nkey R ctrl\nframes 5\nslide relations.0.weight 0.8\nframes 3\n"
                   "key R ctrl\nframes 2\n", text=AROUND)
    expect(lines[0] == lines[1] != "obstacles.0.radius 20", lines)
    expect(volery("verify", "s-1.vol").startswith("identical"), "the recording differs")


def case_a_saved_scene_keeps_its_explanation():
    script("slide birds.max_speed 0.9\nkey S ctrl\nframes 2\n", text="# WHAT IS IT\n#   A test.\n" + SCENE)
    text = pathlib.Path("s-1.yaml").read_text()
    expect(text.startswith("# WHAT IS IT\n#   A test.\n") and "max_speed" in text, text)


def case_the_panel_does_not_jump():
    places = [script(f"key {key}\nframes 2\nwhere tab.sliders\nwhere birds.max_speed\n") for key in range(1, 7)]
    expect(all(place == places[0] for place in places), places)


def case_a_tip_covers_none_of_its_neighbours():
    script("hover birds.alignment.weight\nmove 10 10\nframes 2\nscreenshot a.png\nhover birds.alignment.weight\n"
           "screenshot b.png\n")
    lines = script("where birds.alignment.weight\n")
    left = float(lines[0].split()[1]) - 150
    a, b = (pixels(name) for name in ("a.png", "b.png"))
    changed = [y for y in range(a[1]) if a[2][y][3 * int(left + 130):] != b[2][y][3 * int(left + 130):]]
    expect(len(changed) < 30, f"{len(changed)} rows of the panel have changed")
    expect(any(a[2][y][:3 * 480] != b[2][y][:3 * 480] for y in range(a[1])), "there is no tip beside the panel")


def case_a_label_says_what_its_slider_says():
    """The mouse is over the word at the left of the slider; places of scripts are the world's, 1.6 pixels a unit."""
    left, top, _, height = map(float, script("where birds.alignment.weight\n")[0].split()[1:])
    x, y = (left - 90) / 1.6, (top + height / 2 - 50) / 1.6
    # The group is opened by pointing at the slider first.
    begin = "key Space\nkey L\nhover birds.alignment.weight\n"
    script(begin + f"move 10 10\nframes 40\nscreenshot a.png\nmove {x:.2f} {y:.2f}\nframes 40\nscreenshot b.png\n")
    a, b = (pixels(name)[2] for name in ("a.png", "b.png"))
    changed = sum(p[:3 * 480] != q[:3 * 480] for p, q in zip(a, b))
    expect(changed > 40, f"there is no tip beside the panel: {changed} rows")


def case_following_needs_a_boid_at_the_mouse():
    few = SCENE.replace("count: 60", "count: 1").replace("count: 5,", "count: 0,")
    start = "model: steering\n    start: {shape: disc, center: [250, 30], radius: 1}"
    lines = script("move 20 180\nkey Space\nkey F\nframes 1\nnotice\n", text=few.replace("model: steering", start))
    expect(lines == ["there is no boid at the mouse: point at one and press F"], lines)


def case_tools_that_reach_some_way_show_how_far():
    for key in (3, 5, 6):
        script(f"key Space\nkey {key}\nmove 150 100\nframes 2\nscreenshot a.png\nslide tool.reach 0.95\n"
               "move 150 100\nframes 2\nscreenshot b.png\n", text=EMPTY)
        a, b = (pixels(name)[2] for name in ("a.png", "b.png"))
        expect(sum(x != y for x, y in zip(a, b)) > 100, f"the reach of tool {key} is not drawn")


def case_variables_that_are_wrong_are_told():
    text = volery("play", "steering", "--frames", 1, code=2, env={"VOLERY_SCALE": "abc"})
    expect("VOLERY_SCALE: value 'abc' is not allowed; allowed is a number from 1 to 4" in text, text)
    text = volery("play", "steering", "--frames", 1, code=2, env={"VOLERY_FONT": "none.ttf"})
    expect("VOLERY_FONT" in text and "none.ttf" in text, text)
    pathlib.Path("words.ttf").write_text("These are no letters.\n" * 900)
    pathlib.Path("cut.ttf").write_bytes(b"\0\1\0\0\0\1\0\0\0\0\0\0glyf" + b"\0" * 7 + b"\x40" + b"\0\1\0\0")
    for name in ("words.ttf", "cut.ttf", "."):
        text = volery("play", "steering", "--frames", 1, code=2, env={"VOLERY_FONT": name})
        expect("VOLERY_FONT" in text and name in text and "TrueType" in text, text)


def case_plots_have_both_worlds_and_their_data_is_saved():
    lines = script("press tab.plots\nkey C\nframes 40\npress button.save_the_data\nframes 1\nnotice\n"
                   "press button.save_the_plots\nframes 1\nnotice\n")
    expect(lines[0].startswith("saved as s-1.csv") and lines[1] == "saved as s-1.png", lines)
    rows = [line.split(",") for line in pathlib.Path("s-1.csv").read_text().splitlines()]
    expect(rows[0] == ["step", "world", "polarisation", "speed", "neighbours", "groups", "step_ms"], rows[0])
    expect({row[1] for row in rows[1:]} == {"left", "right"} and all(0 <= float(r[2]) <= 1 for r in rows[1:]), rows)
    steps = [int(row[0]) for row in rows[1:] if row[1] == "left"]
    expect(len(steps) > 10 and steps == sorted(set(steps)), steps)


if __name__ == "__main__":
    sys.exit(main(globals()))
