#!/usr/bin/env python3
"""Edits worlds with the mouse, and undoes it: what the world contains, what the recording verifies to, what is saved.
helpers.py says how scripts are played."""
import math
import pathlib
import re
import sys

from helpers import compare, expect, main, script, state, volery

POND = """# A pond.
#
# THINGS
# Comments stay.
about: A pond
world: {size: [600, 400], boundary: bounce, seed: 7} # small
flocks:
  - name: birds # many
    model: steering
    count: 60
    look: {shape: triangle, size: 9, color: heading}
    terms:
      - {name: home, kind: seek, point: [80, 320], radius: 50} # where they sleep
  - {name: crows, model: capped, count: 5, look: {shape: disc, size: 8, color: red}}
relations:
  - {from: birds, to: crows, kind: flee} # always
obstacles:
  # the old rock
  - {center: [200, 200], radius: 30, reach: 20} # grey
  - shape: box # a raft
    center: [420, 120]
    size: [90, 50]
  - {shape: segment, points: [[350, 350], [450, 350]], reach: 8}
look: {background: midnight, window: [600, 500], fps: 60}
"""
SPACE = """
world: {size: [300, 300, 300], boundary: bounce, seed: 3}
flocks: [{name: birds, model: steering, count: 20}]
obstacles: [{center: [150, 150, 150], radius: 40, reach: 10}]
look: {window: [500, 500]}
"""


def play(lines, *options, text=POND):
    return script(lines, *options, text=text)


def values(lines):
    """KEY VALUE lines as a dictionary of the last of each."""
    return dict(line.split(" ", 1) for line in lines if "." in line.split(" ", 1)[0] and "step" not in line)


def numbers(words):
    return [float(word) for word in words.strip("[]").split(",")]


def close(words, wanted, by=2.0):
    found = numbers(words)
    return len(found) == len(wanted) and all(abs(a - b) <= by for a, b in zip(found, wanted))


def saved(name="s-1.yaml"):
    return pathlib.Path(name).read_text()


def prints(name="s-1.yaml"):
    """What the scene says, all of it."""
    return volery("run", name, "--print-scene")


def verified(name="r.vol"):
    told = volery("verify", name, "--threads", "2")
    expect(told.startswith("identical"), told)
    return pathlib.Path(name).read_bytes()


# --- Cases -----------------------------------------------------------------------------------------------------------


def case_a_circle_is_moved_and_sized():
    lines = play("key 7\nclick left 200 200\ndrag left 200 200 260 230\nframes 2\nsetting obstacles.0.center\n"
                 "drag left 290 230 310 230\nframes 2\nsetting obstacles.0.radius\nframes 5\nkey S ctrl\n",
                 "--record", "r.vol")
    now = values(lines)
    expect(close(now["obstacles.0.center"], [260, 230]) and close(now["obstacles.0.radius"], [50]), lines)
    expect(b"set: {obstacles.0.center: [260" in verified(), "the move is no event")
    text = saved()
    expect("# the old rock\n  - {center: [260" in text and "# grey\n" in text and "# Comments stay." in text, text)


def case_a_box_is_moved_sized_and_turned():
    lines = play("key 7\nclick left 420 120\nframes 2\ndrag left 465 145 485 160\nframes 2\nsetting obstacles.1.size\n"
                 "drag left 420 120 400 150\nframes 2\nsetting obstacles.1.center\nkey S ctrl\n"
                 "drag left 400 80 440 150\nframes 2\nsetting obstacles.1.shape\nkey S ctrl\n", "--record", "r.vol")
    now = values(lines)
    expect(close(now["obstacles.1.size"], [130, 80]) and close(now["obstacles.1.center"], [400, 150]), lines)
    verified()
    text = saved()
    expect("- shape: box # a raft\n    center: [400, 150]\n    size: [130, 80]\n" in text, text)
    expect("polygon" in saved("s-2.yaml") and "# the old rock" in saved("s-2.yaml"), saved("s-2.yaml"))
    volery("run", "s-2.yaml", "--steps", "3")


def case_a_segment_is_moved_by_its_ends_and_turned():
    play("key 7\nclick left 400 350\ndrag left 350 350 340 300\nframes 2\nkey S ctrl\n"
         "drag left 395 325 415 335\nframes 2\nkey S ctrl\n", "--record", "r.vol")
    verified()
    expect("points: [[340, 300], [450, 350]], reach: 8}" in saved(), saved())
    expect("points: [[360, 310], [470, 360]], reach: 8}" in saved("s-2.yaml"), saved("s-2.yaml"))


def case_everything_new_is_placed_recorded_and_saved():
    lines = play("key 7\npress edit.circle\ndrag left 100 150 125 150\npress edit.box\ndrag left 500 200 560 260\n"
                 "press edit.segment\ndrag left 30 150 30 210\npress edit.polygon\nclick left 300 260\n"
                 "click left 360 260\n"
                 "click left 330 310\nkey Return\npress edit.goal\ndrag left 500 320 540 320\npress edit.path\n"
                 "click left 100 300\nclick left 160 360\nclick left 220 300\nclick left 220 300\npress edit.flow\n"
                 "drag left 300 200 380 200\nframes 20\nsetting obstacles.3.radius\nsetting obstacles.4.size\n"
                 "setting obstacles.5.reach\nsetting obstacles.6.reach\nsetting birds.terms.1.point\n"
                 "setting birds.terms.2.radius\nsetting birds.terms.3.weight\nkey S ctrl\n",
                 "--record", "r.vol")
    now = values(lines)
    expect(close(now["obstacles.3.radius"], [25]) and close(now["obstacles.4.size"], [60, 60]), lines)
    expect(close(now["birds.terms.1.point"], [500, 320]) and "none" not in now.values(), lines)
    data = verified()
    for word in (b"obstacles.3: {shape: circle", b"obstacles.6: {shape: polygon", b"birds.terms.1: {kind: arrive",
                 b"birds.terms.2: {kind: follow_path", b"birds.terms.3: {kind: wind"):
        expect(b"set: {" + word in data, f"the recording has no {word}")
    text = saved()
    for word in ("# many", "# the old rock", "# a raft", "# where they sleep", "# always", "# small"):
        expect(word in text, f"{word} is lost:\n{text}")
    expect(prints().count("shape: ") >= 7 and "follow_path" in prints() and "wind" in prints(), prints())
    again = script("frames 2\nsetting obstacles.6.reach\nsetting birds.terms.2.radius\n", scene="s-1.yaml")
    expect("none" not in "".join(again), again)


BARE = """world: {size: [600, 400], boundary: bounce, seed: 7}
flocks: [{name: birds, model: steering, count: 3}]
look: {window: [600, 500]}
"""
# How a thing is placed about (300, 250), where it is taken hold of, its square for sizing, how far above the middle its
# dot for turning is, and what it is.
THINGS = {
    "circle": ("drag left 300 250 340 250\n", (300, 250), (340, 250), None, "obstacles.0"),
    "box": ("drag left 260 220 340 280\n", (300, 250), (340, 280), 60, "obstacles.0"),
    "segment": ("drag left 260 230 340 270\n", (300, 250), (350, 280), 50, "obstacles.0"),
    "polygon": ("click left 260 220\nclick left 340 220\nclick left 340 280\nclick left 260 280\nkey Return\n",
                (300, 250), (350, 290), 60, "obstacles.0"),
    "goal": ("drag left 300 250 340 250\n", (300, 250), (340, 250), None, "birds.terms.0"),
    "path": ("click left 260 280\nclick left 300 220\nclick left 340 280\nkey Return\n", (320, 250), (350, 290), 60,
             "birds.terms.0"),
    "flow": ("drag left 300 250 400 250\n", (300, 250), None, None, "birds.terms.0"),
}


def places(name):
    """The places that a saved scene has of its only obstacle or term; of a flow how strong it is about where."""
    text = saved(name)
    if "velocities" in text:
        return [tuple(spread(current(name))[0])]
    found = re.search(r"(?:center|point|points): (\[.*?\](?=, \w|}))", text).group(1)
    return [tuple(float(word) for word in pair.split(",")) for pair in re.findall(r"[-0-9.]+, [-0-9.]+", found)]


def current(name):
    """The grid of a saved scene's only current: x, y, and the velocity there."""
    text = saved(name)
    size = [int(word) for word in text.split("flow: {count: [")[1].split("]")[0].split(",")]
    rows = [[float(x) for x in pair.split(",")] for pair in text.split("[[")[1].split("]]")[0].split("], [")]
    return [(600 * (i % size[0]) / (size[0] - 1), 400 * (i // size[0]) / (size[1] - 1), x, y)
            for i, (x, y) in enumerate(rows)]


def spread(grid):
    """The middle of a current and how far it spreads: twice the deviation."""
    whole = sum(math.hypot(u, v) for _, _, u, v in grid)
    middle = [sum(math.hypot(p[2], p[3]) * p[k] for p in grid) / whole for k in (0, 1)]
    return middle, [2 * math.sqrt(sum(math.hypot(p[2], p[3]) * (p[k] - middle[k]) ** 2 for p in grid) / whole)
                    for k in (0, 1)]


def near(a, b, by=2.0):
    return len(a) == len(b) and all(abs(x - y) <= by for p, q in zip(a, b) for x, y in zip(p, q))


def case_all_kinds_of_things_are_moved_sized_turned_and_deleted_with_the_mouse():
    for name, (placed, (x, y), size, above, key) in THINGS.items():
        for old in pathlib.Path(".").glob("s-*"):
            old.unlink()
        save, undo = "frames 3\nkey S ctrl\n", "key Z ctrl\nframes 3\n"
        lines = f"key Space\nkey 7\npress edit.{name}\n{placed}{save}"
        lines += f"drag left {x} {y} {x + 60} {y + 40}\n{save}{undo}press edit.delete\n{save}{undo}{save}"
        lines += f"click left {x} {y}\nframes 2\n"
        if size is not None:
            lines += f"drag left {size[0]} {size[1]} {2 * size[0] - 300} {2 * size[1] - 250}\n{save}{undo}"
        if above is not None:
            lines += f"drag left 300 {250 - above} {300 + above} 250\n{save}"
        play(lines, text=BARE)
        first, moved = places("s-1.yaml"), places("s-2.yaml")
        expect(near(moved, [(px + 60, py + 40) for px, py in first], 12 if name == "flow" else 2), f"{name}: {moved}")
        expect(saved("s-3.yaml") == BARE and saved("s-4.yaml") == saved("s-1.yaml"), name)
        if name in ("circle", "goal"):
            expect("radius: 80" in saved("s-5.yaml"), saved("s-5.yaml"))
        elif name == "box":
            expect("size: [160, 120]" in saved("s-5.yaml"), saved("s-5.yaml"))
        elif size is not None:  # about the middle, from the square that is beside the points
            right = max(px for px, _ in places("s-5.yaml"))
            expect(360 < right < 385, f"{name}: {places('s-5.yaml')}")
        if above is not None:  # a quarter: what is at the right of the middle is below it then
            before = [(260, 220), (340, 220), (340, 280), (260, 280)] if name == "box" else first
            expect(near(places("s-6.yaml"), [(550 - py, px - 50) for px, py in before]), places("s-6.yaml"))


def case_a_current_is_sized_and_turned_by_its_handles():
    begin = "key Space\nkey 7\npress edit.flow\ndrag left 300 250 400 250\nframes 3\nkey S ctrl\n"
    play(begin, text=BARE)
    (x, y), (wide, high) = spread(current("s-1.yaml"))
    pathlib.Path("s-1.yaml").unlink()
    play(begin + f"drag left {x + wide} {y + high} {x + wide / 2} {y + high / 2}\nframes 3\nkey S ctrl\nkey Z ctrl\n"
         f"frames 3\ndrag left {x} {y - high - 30} {x + high + 30} {y}\nframes 3\nkey S ctrl\n", text=BARE)
    middle, small = spread(current("s-2.yaml"))
    expect(near([middle], [(x, y)], 12) and small[0] < 0.75 * wide and small[1] < 0.75 * high, (middle, small))
    turned = [sum(p[k] for p in current("s-3.yaml")) for k in (2, 3)]
    expect(turned[1] > 1 and abs(turned[0]) < 0.05 * turned[1], turned)


def case_delete_takes_away_and_undo_brings_back():
    lines = play("key 7\nclick left 200 200\nkey Delete\nframes 3\nsetting obstacles.0.radius\nnotice\nkey S ctrl\n"
                 "key Z ctrl\nframes 3\nsetting obstacles.0.radius\nnotice\nkey S ctrl\nclick left 80 320\n"
                 "press edit.delete\nframes 3\nsetting birds.terms.0.weight\nkey S ctrl\nkey Y ctrl\nnotice\n",
                 "--record", "r.vol")
    expect(lines[0] == "obstacles.0.radius none" and "gone" in lines[1], lines)
    expect(lines[2] == "obstacles.0.radius 30" and "there again" in lines[3], lines)
    expect(lines[4] == "birds.terms.0.weight none" and lines[5] == "nothing to do again", lines)
    data = verified()
    expect(b"set: {obstacles.0: none}" in data and b"set: {birds.terms.0: none}" in data, "no event")
    text = saved()
    expect("- {center: [200" not in text and "# the old rock\n  - shape: box # a raft" in text, text)
    expect(saved("s-2.yaml") == POND, saved("s-2.yaml"))
    expect("where they sleep" not in saved("s-3.yaml") and "terms" not in saved("s-3.yaml"), saved("s-3.yaml"))


def case_undo_and_redo_go_through_all_edits():
    undo = "key Z ctrl\nframes 2\n"
    redo = "key Y ctrl\nframes 2\n"
    ask = "setting obstacles.3.radius\nsetting obstacles.0.center\nvalue birds.cohesion.weight\n"
    lines = play("slide birds.cohesion.weight 0.8\nkey 7\npress edit.circle\ndrag left 100 100 125 100\nframes 2\n"
                 "click left 200 200\ndrag left 200 200 240 200\nframes 2\n"
                 "" + ask + undo + ask + undo + ask + undo + ask
                 + redo + redo + redo + ask + "key S ctrl\n" + undo * 3 + "key S ctrl\n", "--record", "r.vol")
    parts = [lines[i:i + 3] for i in range(0, 15, 3)]
    full, moved_back, gone, begun, again = parts
    expect(full == again and close(values(full)["obstacles.0.center"], [240, 200]), lines)
    expect(moved_back[1] == "obstacles.0.center [200, 200]" and moved_back[0] == full[0], lines)
    expect(gone[0] == "obstacles.3.radius none" and gone[2] == full[2], lines)
    expect(begun[2] != full[2] and begun[2].endswith(" 1"), lines)
    verified()
    expect("radius: 25" in saved() and "cohesion" in saved() and saved("s-2.yaml") == POND, saved("s-2.yaml"))


def case_undo_of_what_was_changed_before_a_restart_leaves_no_trace_in_the_scene():
    play("key 7\nclick left 420 120\nframes 2\ndrag left 420 65 470 120\nframes 2\nslide birds.cohesion.weight 0.8\n"
         "frames 2\nkey R\nframes 2\nkey Z ctrl\nframes 2\nkey Z ctrl\nframes 2\nkey S ctrl\n")
    expect(saved() == POND, saved())


def case_what_is_placed_after_an_undo_is_saved_and_stays_after_a_restart():
    ask = "setting obstacles.3.reach\nsetting birds.terms.1.radius\n"
    lines = play("key 7\npress edit.circle\ndrag left 100 150 125 150\nframes 2\nkey Z ctrl\nframes 2\n"
                 "press edit.segment\ndrag left 30 150 30 210\nframes 2\npress edit.goal\ndrag left 500 320 540 320\n"
                 "frames 2\nkey Z ctrl\nframes 2\npress edit.path\nclick left 100 300\nclick left 160 360\n"
                 "key Return\nframes 2\n" + ask + "key S ctrl\nnotice\nkey R\nframes 3\nnotice\n" + ask
                 + "key C\nframes 3\nsame\nside 1\n" + ask, "--record", "r.vol")
    expect("none" not in "".join(lines) and lines[2] == "saved as s-1.yaml" and "event" not in lines[3], lines)
    expect(lines[0:2] == lines[4:6] == lines[7:9] and lines[6] == "same", lines)
    expect("shape: segment, points: [[30, 150]" in saved() and "follow_path" in saved(), saved())
    expect("radius: 25" not in saved() and "arrive" not in saved(), saved())
    verified()


def case_undo_brings_boids_back():
    lines = play("frames 10\nclick left 100 100\nframes 7\nprint\nkey Z ctrl\nprint\nnotice\nframes 3\nkey 6\n"
                 "slide tool.reach 0.8\ndrag left 200 200 400 200\nframes 5\nprint\nkey Z ctrl\nprint\nnotice\n"
                 "key Y ctrl\nframes 4\nprint\n"
                 "key Z ctrl\nkey Z ctrl\nnotice\n")
    states = [state(line) for line in lines if " boids, " in line]
    boids = [s["boids"] for s in states]
    expect(boids[0] == 66 and boids[1] == 65 and states[1]["step"] < states[0]["step"], lines)
    expect(boids[2] < 65 and boids[3] == 65 and states[3]["step"] < states[2]["step"], lines)
    expect(boids[4] == boids[2], lines)
    expect(lines[-1] == "nothing to undo" and "before boids were taken away" in lines[5], lines)


def case_what_was_undone_has_never_been():
    """A scatter, wind and a predator, undone: the recording is that of a world in which nothing happened."""
    quiet = "frames 12\n"
    play(quiet + "frames 40\nkey R ctrl\nframes 5\n")
    play(quiet + "key Space\nclick right 100 100\nframes 2\nkey 5\ndrag left 100 100 160 130\nkey 3\n"
         "move 200 200\nframes 2\nkey 1\nkey Space\nframes 6\nkey Space\n" + "key Z ctrl\nframes 1\n" * 6
         + "print\nkey Space\nframes 60\nkey R ctrl\nframes 5\n")
    first, second = (volery("run", "s.yaml", "--steps", "9"), volery("run", "s.yaml", "--steps", "9"))
    expect(first.split("hash")[1] == second.split("hash")[1], first + second)
    data = pathlib.Path("s-2.vol").read_bytes()
    verified("s-2.vol")
    for word in (b"scatter:", b"blow:", b"remove:"):
        expect(word not in data, f"{word} is still there")


def case_undo_of_boids_ends_a_recording_that_verifies():
    lines = play("frames 5\nclick left 100 100\nframes 5\nclick right 100 100\nframes 5\nkey Z ctrl\nnotice\n"
                 "frames 5\n",
                 "--record", "r.vol")
    expect("before boids were scattered" in lines[0], lines)
    expect(b"scatter:" in verified(), "what was recorded is gone")


def case_restart_keeps_what_was_placed():
    lines = play("key 7\npress edit.circle\ndrag left 100 100 125 100\nclick left 200 200\nkey Delete\nframes 20\n"
                 "key R\n"
                 "frames 2\nprint\nsetting obstacles.3.radius\nsetting obstacles.0.radius\nkey Z ctrl\nframes 2\n"
                 "setting obstacles.0.radius\nkey S ctrl\n", "--record", "r.vol")
    expect(state(lines[0])["step"] < 6, lines)
    expect(values(lines[:-1])["obstacles.3.radius"] != "none" and "obstacles.0.radius none" in lines, lines)
    expect(lines[-1] == "obstacles.0.radius 30", lines)
    verified()
    expect("radius: 25" in saved() and "# grey" in saved(), saved())


def case_flocks_come_change_and_go():
    lines = play("key 7\npress edit.flock\ntap edit.name\ntype owls\nkey Return\ndrag left 300 200 330 200\n"
                 "frames 2\nprint\n"
                 "value owls.count\nkey S ctrl\npress crows.remove\nframes 2\nprint\nnotice\nkey S ctrl\n"
                 "key Z ctrl\nframes 2\nprint\nkey Z ctrl\nframes 2\nprint\nkey S ctrl\nkey Y ctrl\nframes 2\nprint\n")
    counts = [state(line)["boids"] for line in lines if " boids, " in line]
    expect(counts == [165, 160, 165, 65, 165], lines)
    text = saved()
    expect('name: "owls", model: steering, count: 100, start: {shape: disc, center: [300, 200], radius: 30}' in text
           and "# many" in text and "# always" in text, text)
    expect("crows" not in saved("s-2.yaml") and "owls" in saved("s-2.yaml"), saved("s-2.yaml"))
    expect(saved("s-3.yaml") == POND, saved("s-3.yaml"))


HUNTED = """world: {size: [600, 400]}
flocks:
  - {name: birds, model: steering, count: 8, terms: [{kind: pursue, target: hawks}, {kind: wander}]} # many
  - {name: hawks, model: steering, count: 4, terms: [{kind: evade, target: birds}]}
  - {name: owls, model: steering, count: 4}
obstacles: [{center: [200, 200], radius: 30, flocks: [hawks, owls]}] # for some
relations:
  - {from: birds, to: [hawks, owls], kind: flee} # of all
  - {from: birds, to: hawks, kind: follow}
  - {from: owls, to: birds, kind: hunt}
wind: {velocity: [0.1, 0], flocks: [hawks, birds]}
look: {window: [600, 500]}
"""


def case_a_flock_goes_with_what_is_about_it_alone_and_comes_back():
    lines = play("press hawks.remove\nframes 3\nprint\nkey S ctrl\nkey Z ctrl\nframes 3\nprint\nkey S ctrl\n",
                 text=HUNTED)
    expect([state(line)["boids"] for line in lines] == [12, 16] and saved("s-2.yaml") == HUNTED, lines)
    text = saved()
    for word in ("terms: [{kind: wander}]} # many", "flocks: [owls]}] # for some", "to: [owls], kind: flee} # of all",
                 "{from: owls, to: birds, kind: hunt}", "flocks: [birds]}"):
        expect(word in text, f"{word} is not in:\n{text}")
    expect("hawks" not in text, text)


def case_a_flock_that_events_name_stays_and_the_window_says_why():
    text = HUNTED + "events:\n  - {at: 100, set: {hawks.max_speed: 2}}\n"
    lines = play("press hawks.remove\nframes 3\nnotice\nprint\n", text=text)
    expect("hawks cannot be taken away while the scene's file names it" in lines[0], lines)
    expect("events[0]" in lines[0] and state(lines[1])["boids"] == 16, lines)


def case_a_name_that_a_flock_cannot_have_is_told_in_plain_words():
    begin = "key 7\npress edit.flock\n"
    drag = "drag left 300 300 330 300\nframes 3\n"
    lines = play(begin + "tap edit.name\ntype owls!\nkey Return\n" + drag + "notice\nprint\n", text=HUNTED)
    expect(lines[0] == "owls! cannot be the flock's name: letters, digits, _ and - are allowed", lines)
    lines += play(begin + "tap edit.name\ntype owls\nkey Return\n" + drag + "notice\nprint\n", text=HUNTED)
    expect(lines[2] == "owls cannot be the flock's name: another one is called so", lines)
    expect([state(lines[i])["boids"] for i in (1, 3)] == [16, 16], lines)
    lines = play((begin + drag) * 2 + "press hawks.remove\nframes 3\n" + begin + drag + "print\nvalue flock6.count\n",
                 text=HUNTED)
    expect(state(lines[0])["boids"] == 312 and lines[1] == "flock6.count 100", lines)


def case_a_new_flock_has_a_colour_of_its_own():
    text = BARE.replace("flocks: [{name: birds, model: steering, count: 3}]",
                        "flocks: [{name: birds, model: steering, count: 3}, {name: crows, model: capped, count: 3}]")
    play("key 7\npress edit.flock\ndrag left 300 200 330 200\nframes 3\nkey S ctrl\n", text=text)
    expect("color: flock" in saved(), saved())
    play("key 7\npress edit.flock\npress edit.color\npress edit.color=heading\ndrag left 300 200 330 200\nframes 3\n"
         "key S ctrl\n", text=text)
    expect("color: heading" in saved("s-2.yaml"), saved("s-2.yaml"))


def case_numbers_of_sliders_have_room_beside_the_handle():
    """In space and far from 0 the sliders of the axes are below each other, else beside."""
    space = "world: {size: [300, 300, 300]}\nflocks: [{name: birds, model: steering, count: 3}]\n" \
            "obstacles: [{center: [150, 150, 150], radius: 40}]\n"
    here = BARE + "obstacles: [{center: [150, 150], radius: 40}]\n"
    far = here.replace("400], ", "400], origin: [100000, -50000], ").replace("[150, 150]", "[100150, -49800]")
    for text, stacked in ((here, False), (space, True), (far, True)):
        boxes = [[float(word) for word in line.split()[1:]]
                 for line in play("where obstacles.0.center.0\nwhere obstacles.0.center.1\n", text=text)]
        below = boxes[1][1] > boxes[0][1] + 9
        expect(below == stacked and boxes[0][2] > (120 if below else 70), f"{text}\n{boxes}")


def case_terms_relations_and_masks_are_changed_in_the_panel():
    lines = play("press birds.terms.new\nframes 2\npress new.wander\nframes 3\nsetting birds.terms.1.angle\n"
                 "press obstacles.0.flocks\nframes 2\npress obstacles.0.flocks.crows\nframes 2\n"
                 "setting obstacles.0.flocks\npress wind.flocks\nframes 2\npress wind.flocks.birds\nframes 2\n"
                 "value wind.flocks\npress relations.new\nframes 3\nsetting relations.1.radius\n"
                 "press relations.0.remove\nframes 2\nsetting relations.0.radius\nkey S ctrl\n"
                 + "key Z ctrl\nframes 2\n" * 5 + "key S ctrl\n", "--record", "r.vol")
    expect(lines == ["birds.terms.1.angle 60", "obstacles.0.flocks 0", "wind.flocks [1]", "relations.1.radius 100",
                     "relations.0.radius none"], lines)
    verified()
    text = saved()
    for word in ("- {kind: wander}", "flocks: [birds]} # grey", 'wind: {flocks: ["crows"]}', "# where they sleep"):
        expect(word in text, f"{word} is not in:\n{text}")
    expect(saved("s-2.yaml") == POND, saved("s-2.yaml"))


def case_a_recording_begins_with_what_was_placed():
    play("key 7\npress edit.circle\ndrag left 300 250 325 250\nframes 4\nclick left 200 200\nkey Delete\nframes 4\n"
         "key R ctrl\nframes 4\npress edit.circle\ndrag left 100 250 120 250\nframes 9\nkey R ctrl\n")
    verified("s-1.vol")
    lines = script("frames 3\nsetting obstacles.3.radius\nsetting obstacles.0.radius\n", scene="s-1.vol")
    expect(lines == ["obstacles.3.radius 25", "obstacles.0.radius none"], lines)


def case_two_worlds_are_edited_apart():
    lines = play("key 7\npress edit.circle\ndrag left 300 250 325 250\nframes 4\nkey C\nframes 6\nclick left 200 200\n"
                 "key Delete\nframes 4\nsetting obstacles.0.radius\nsame\nkey C\nkey S ctrl\n")
    expect(lines[0] == "obstacles.0.radius none", lines)
    expect("radius: 25" in saved(), saved())


def case_a_model_is_chosen_from_the_panel():
    lines = play("press crows.model\npress crows.model=nudge\nframes 3\nprint\nkey S ctrl\nkey Z ctrl\nframes 3\n"
                 "key S ctrl\n")
    expect(state(lines[0])["step"] < 6 and state(lines[0])["boids"] == 65, lines)
    expect("{name: crows, model: nudge, count: 5" in saved() and saved("s-2.yaml") == POND, saved())


def case_the_last_flock_stays():
    lines = script("press birds.remove\nframes 2\nprint\nnotice\n", text=SPACE)
    expect(state(lines[0])["boids"] == 20 and "stays" in lines[1], lines)


def case_escape_gives_up_what_is_being_placed():
    lines = play("key 7\npress edit.polygon\nclick left 100 260\nclick left 160 260\nkey Escape\nkey Return\nframes 2\n"
                 "setting obstacles.3.reach\nkey Escape\nclick left 200 200\nkey Escape\nkey Delete\nframes 2\n"
                 "setting obstacles.0.radius\nnotice\nprint\n")
    expect(lines[0] == "obstacles.3.reach none" and lines[1] == "obstacles.0.radius 30", lines)
    expect("nothing is chosen" in lines[2], lines)


def case_balls_are_moved_in_space_and_flat_things_refused():
    lines = script("key 7\nclick left 150 150\ndrag left 150 150 190 150\nframes 2\nsetting obstacles.0.center\n"
                   "press edit.circle\ndrag left 100 100 120 100\nframes 2\nsetting obstacles.1.radius\n"
                   "press edit.flow\ndrag left 100 100 150 100\nnotice\n", "--record", "r.vol", text=SPACE)
    now = values(lines)
    expect(not close(now["obstacles.0.center"], [150, 150, 150], 10), lines)
    expect(now["obstacles.1.radius"] != "none" and "flat worlds alone" in lines[-1], lines)
    verified()


def case_a_current_is_where_the_mouse_is_in_a_world_that_begins_elsewhere():
    """The same is done at the same places of two worlds, one of which begins at 0: the grids are the same."""
    found = []
    for x, y in ((0, 0), (-400, 150)):
        text = (f"world: {{size: [600, 400], origin: [{x}, {y}], boundary: bounce, seed: 7}}\n"
                "flocks: [{name: birds, model: steering, count: 0}]\nlook: {window: [600, 500]}\n")
        drag = "drag left {0} {1} {2} {3}\nframes 3\n".format
        script("key Space\nkey 7\npress edit.flow\n" + drag(x + 150, y + 100, x + 210, y + 130) + "key S ctrl\n"
               + drag(x + 150, y + 100, x + 330, y + 250) + "frames 3\nkey S ctrl\n", text=text)
        found.append([saved(f"s-{i}.yaml").split("velocities", 1)[1] for i in (1, 2)])
        for name in ("s-1.yaml", "s-2.yaml"):
            pathlib.Path(name).unlink()
    expect(found[0] == found[1] and found[0][0] != found[0][1], found)


FAR = """world: {size: [600, 400], origin: [100000, -50000], boundary: bounce, seed: 7}
flocks: [{name: birds, model: steering, count: 0}]
obstacles: [{shape: polygon, points: [[100350.125, -49650], [100450, -49650], [100400, -49700]]}]
look: {window: [600, 500]}
"""


def case_far_from_0_things_are_where_the_mouse_is_and_sliders_have_all_digits():
    lines = play("key Space\nkey 7\npress edit.circle\ndrag left 100103 -49807 100116 -49807\nframes 2\n"
                 "setting obstacles.1.center\ndrag left 100103 -49807 100107 -49803\nframes 2\n"
                 "setting obstacles.1.center\nslide obstacles.1.center.0 0.5\nframes 2\nsetting obstacles.1.center\n"
                 "press edit.path\nclick left 100051 -49651\nclick left 100152 -49753\nkey Return\nframes 2\n"
                 "press edit.choose\nclick left 100400 -49670\ndrag left 100450 -49650 100457 -49641\nframes 2\n"
                 "key S ctrl\n", text=FAR)
    expect([line.split(" ", 1)[1] for line in lines[:2]] == ["[100103, -49807]", "[100107, -49803]"], lines)
    x, y = numbers(lines[2].split(" ", 1)[1])
    expect(abs(x - 100300) < 8 and y == -49803, lines)
    expect("points: [[100051, -49651], [100152, -49753]]" in saved(), saved())
    expect("[[100350.125, -49650], [100457, -49641], [100400, -49700]]" in saved(), saved())


def case_what_events_of_the_file_call_by_number_is_not_taken_out():
    text = POND + "events:\n  - {at: 900, set: {obstacles.1.radius: 5}}\n"
    lines = script("key 7\nclick left 200 200\nkey Delete\nframes 2\nkey S ctrl\nnotice\nkey Z ctrl\nkey S ctrl\n"
                   "notice\n",
                   text=text)
    expect("its own event at step 900" in lines[0] and lines[1] == "saved as s-1.yaml", lines)
    expect(saved() == text, saved())


def case_pictures_of_editing_look_like_their_reference():
    play("key Space\nkey 7\nclick left 420 120\nframes 30\nmove 300 300\nframes 2\nscreenshot a.png\n")
    compare("a.png", "edit")


if __name__ == "__main__":
    sys.exit(main(globals()))
