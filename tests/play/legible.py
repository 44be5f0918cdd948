#!/usr/bin/env python3
"""What the window tells beside boids: legends, scale bars, copies across edges, smooth circles, the list of keys, two
worlds compared, and things to try; played by scripts, helpers.py says how."""
import math
import pathlib
import subprocess
import sys

from helpers import SCENE, VOLERY, compare, expect, main, pixels, script, state
from screen import screen

ONE = SCENE.replace("count: 60", "count: 1\n    start: {shape: disc, center: [60, 30], radius: 1}").replace(
    "count: 5,", "count: 0,").replace("obstacles:", "# obstacles:")
COLORS = SCENE.replace("color: heading", "color: speed").replace("color: red", "color: density")


def case_two_worlds_go_on_from_where_the_first_is():
    lines = script("frames 30\nclick left 100 100\nslide birds.cohesion.weight 0.7\nslide obstacles.0.radius 0.6\n"
                   "frames 5\nkey C\nframes 20\nsame\nprint\nslide timeline 0.3\nframes 2\nsame\nkey Space\nframes 90\n"
                   "same\nkey R\nframes 5\nprint\nsame\npress button.right_world\nslide birds.max_speed 0.9\nframes 9\n"
                   "same\n")
    expect(lines[0] == "same" and state(lines[1])["step"] > 50 and state(lines[1])["boids"] == 66, lines)
    expect(lines[2] == "same" and lines[3] == "same" and lines[5] == "same", lines)
    expect(state(lines[4])["step"] < 9 and state(lines[4])["boids"] == 65 and lines[6] == "different", lines)


def case_a_thing_to_try_is_done_by_a_click():
    text = ("# THINGS TO TRY\n#   volery run s.yaml --set birds.max_speed=7 --set 'birds.count=12' --seed 5    fast\n"
            "#   volery render s.yaml -o a.png    a picture\n" + SCENE)
    lines = script("frames 3\npress tab.learn\npress try.1\nframes 3\nprint\nvalue birds.max_speed\nnotice\n",
                   text=text)
    expect(state(lines[0])["boids"] == 17 and state(lines[0])["seed"] == 5 and lines[1] == "birds.max_speed 7", lines)
    expect(lines[2] == "s.yaml: birds.max_speed=7, birds.count=12, world.seed=5", lines)


def case_a_wrong_thing_to_try_is_told_and_all_stays():
    text = "# THINGS TO TRY\n#   volery run s.yaml --set birds.max_sped=7    fast\n" + SCENE
    lines = script("frames 3\npress tab.learn\npress try.1\nframes 3\nnotice\nprint\n", text=text)
    expect("birds.max_sped" in lines[0] and state(lines[1])["step"] > 8, lines)


def different(a, b, box):
    """Rows of a part of two pictures that differ."""
    left, top, right, bottom = box
    rows = [[row[3 * left:3 * right] for row in pixels(name)[2][top:bottom]] for name in (a, b)]
    return sum(x != y for x, y in zip(*rows))


def case_the_legend_is_shown_and_hidden():
    script("frames 4\nkey Space\nmove 290 10\nframes 2\nscreenshot a.png\nkey L\nframes 2\nscreenshot b.png\n")
    expect(different("a.png", "b.png", (0, 250, 150, 420)) > 60, "there is no legend")
    expect(different("a.png", "b.png", (330, 380, 480, 420)) > 10, "there is no scale bar")
    expect(different("a.png", "b.png", (150, 0, 480, 370)) == 0, "something else has changed")


def bars(name):
    """How many bars of colours the legend of a picture has: from violet at the left to yellow at the right."""
    rows = [(row[3 * 24:3 * 25], row[3 * 138:3 * 139]) for row in pixels(name)[2]]
    bar = [a[2] > a[1] + 30 and b[0] > 200 and b[1] > 200 and b[2] < 120 for a, b in rows]
    return sum(here and not before for here, before in zip(bar, [False] + bar))


def case_flocks_that_are_of_another_speed_where_their_colour_ends_have_bars_of_their_own():
    found = []
    for speeds in ((3, 3, 3, 3), (3, 3, 5, 5), (3, 4, 5, 5), (3, 4, 5, 6)):
        flocks = "".join(f"  - {{name: f{i}, model: steering, count: 1, max_speed: {speed}, look: {{color: speed}}}}\n"
                         for i, speed in enumerate(speeds))
        script("frames 40\nscreenshot a.png\n", text="world: {size: [300, 200]}\nflocks:\n" + flocks
               + "look: {window: [480, 420]}\n")
        found.append(bars("a.png"))
    expect(found == [1, 2, 3, 1], found)


def case_the_bar_of_the_edit_tool_leaves_the_world_in_sight_in_small_windows():
    for two in ("", "key C\nframes 9\n"):
        shots = "key Space\n" + two + "resize 640 400\nkey L\n{0}hover tab.plots\nframes 40\nscreenshot {1}.png\n"
        script(shots.format("", "a"))
        script(shots.format("key 7\n", "b"))
        expect(different("a.png", "b.png", (0, 125, 304, 355)) == 0, "the bar hides the world")
        expect(different("a.png", "b.png", (0, 0, 304, 60)) > 30, "there is no bar")
    lines = script("resize 640 400\nkey 7\npress edit.what\npress edit.what=circle\ndrag left 150 100 170 100\n"
                   "frames 2\nsetting obstacles.1.radius\nclick left 150 100\npress edit.delete\nframes 2\n"
                   "setting obstacles.1.radius\n")
    expect(abs(float(lines[0].split()[1]) - 20) < 1 and lines[1] == "obstacles.1.radius none", lines)


def case_a_unit_of_its_own_is_in_scale_bar_and_legend():
    still = "frames 4\nkey Space\nmove 290 10\nframes 40\nscreenshot {0}.png\n"
    script(still.format("a"), text=COLORS)
    script(still.format("b"), text=COLORS.replace("look: {background", "look: {unit: furlong, background"))
    expect(different("a.png", "b.png", (0, 250, 170, 420)) > 5, "the legend has no unit")
    expect(different("a.png", "b.png", (330, 380, 480, 420)) > 5, "the scale bar has no unit")
    expect(different("a.png", "b.png", (0, 0, 480, 200)) == 0, "something else has changed")


def case_a_tip_of_the_edit_bar_covers_nothing_of_it():
    script("key Space\nkey 7\nresize 1200 700\npress edit.flock\nmove 150 190\nframes 40\nscreenshot a.png\n"
           "hover edit.flock\nframes 3\nscreenshot b.png\n")
    expect(different("a.png", "b.png", (10, 46, 790, 80)) == 0, "the tip covers the second line of the bar")
    expect(different("a.png", "b.png", (10, 82, 790, 160)) > 10, "there is no tip")


def case_fields_of_a_new_flock_are_wide_enough_for_their_words():
    for scale in ("1", "2"):
        lines = script("key 7\nresize 640 400\npress edit.what\npress edit.what=flock\nframes 3\nwhere edit.name\n"
                       "where edit.model\nwhere edit.color\nwhere edit.count\n", env={"VOLERY_SCALE": scale})
        boxes = [[float(word) / float(scale) for word in line.split()[1:]] for line in lines]
        expect(all(box[2] >= 96 for box in boxes), lines)
        expect(boxes[2][1] > boxes[0][1] + 20 and boxes[1][1] == boxes[0][1], lines)


def case_no_number_stands_in_the_word_below_a_chart():
    """Plots that begin at a step with a tick have it at the left end of the axis, where the word `step` is."""
    wide = script("frames 97\npress tab.plots\nframes 30\nmove 100 100\nkey Space\nframes 40\nscreenshot a.png\n"
                  "where plot.polarisation\n")
    left, top, width, height = map(int, wide[0].split()[1:])
    rows = pixels("a.png")[2][top + height - 14:top + height - 3]
    lit = [x for x in range(left, left + width) if any(max(row[3 * x:3 * x + 3]) > 70 for row in rows)]
    gaps = [b - a for a, b in zip(lit, lit[1:])]
    expect(max(gaps[:60]) > 7 and lit[0] - left < 4, f"{lit}")
    word = [x for x in lit if x < lit[gaps.index(next(gap for gap in gaps if gap > 7))] + 1]
    expect(word[-1] - left < 30, f"something is written into the word: {word[-1] - left} pixels")


BRIGHT = """
world: {size: [300, 200], origin: [0, 0]}
flocks:
  - name: birds
    model: steering
    count: 0
    start: {shape: disc, center: [230, 60], radius: 30, heading: 40}
    terms:
      - kind: wind
        flow: {count: [3, 3], velocities: [[1, 0], [1, 0], [0, 0], [1, 0], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0]]}
look: {background: white, window: [480, 420]}
"""


def dark(name, box):
    """Pixels of a part of a picture that are seen on white."""
    left, top, right, bottom = box
    rows = pixels(name)[2][top:bottom]
    return sum(min(row[3 * x:3 * x + 3]) < 190 for row in rows for x in range(left, right))


def case_what_is_edited_is_seen_on_bright_worlds():
    script("key Space\nkey 7\nkey L\nmove 10 190\nframes 40\nscreenshot a.png\nkey 6\nmove 100 150\nframes 2\n"
           "screenshot b.png\n", text=BRIGHT)
    expect(dark("a.png", (20, 200, 140, 220)) > 60, "the current is not seen")
    expect(dark("b.png", (100, 240, 240, 400)) > 60, "the reach of the eraser is not seen")


def case_names_of_flocks_that_begin_at_one_place_are_below_each_other():
    shots = "key Space\nkey 7\nkey L\nhover tab.plots\nframes 40\nscreenshot {0}.png\n"
    start = "count: 0, start: {shape: disc, center: [150, 60], radius: 30}}"
    names = "mmmm", "iiii", "wwww"
    rows = []
    for count in (1, 2, 3):
        flocks = ", ".join(f"{{name: {name}, model: capped, {start}" for name in names[:count])
        script(shots.format("a"), text=f"world: {{size: [300, 200]}}\nflocks: [{flocks}]\n"
                                       "look: {background: black, window: [480, 420]}\n")
        picture = pixels("a.png")[2][200:340]
        rows.append(sum(any(min(row[3 * x:3 * x + 3]) > 110 for x in range(200, 280)) for row in picture))
    expect(rows[0] > 4 and rows[1] >= rows[0] + 6 and rows[2] >= rows[1] + 4, rows)


def case_currents_are_drawn_where_they_are_in_worlds_that_begin_elsewhere():
    still = "key Space\nkey 7\nkey L\nhover tab.plots\nframes 40\nscreenshot {0}.png\n"
    script(still.format("a"), text=BRIGHT)
    moved = BRIGHT.replace("origin: [0, 0]", "origin: [-100, -50]").replace("center: [230, 60]", "center: [130, 10]")
    script(still.format("b"), text=moved)
    expect(different("a.png", "b.png", (0, 90, 480, 420)) == 0, "the current is elsewhere")


def case_a_long_notice_is_broken_into_lines():
    name = "/".join(["a" * 9] * 12)
    lines = script(f"key Space\nmove 290 190\nframes 40\nscreenshot a.png\ndrop {name} and a b c d e f\nframes 2\n"
                   "notice\nscreenshot b.png\n")
    told = script("key Space\nmove 290 190\nframes 40\nslide birds.max_speed 0.5\npress birds.max_speed ctrl\n"
                  "type -5\nkey Return\nframes 2\nnotice\n")
    expect(len(lines[0]) > 100 and len(told[0]) > 30, lines + told)
    expect(different("a.png", "b.png", (480, 300, 816, 420)) == 0, "the notice lies over the panel")
    expect(different("a.png", "b.png", (0, 250, 480, 420)) > 40, "the notice has one line alone")


def case_names_that_are_long_leave_room_for_the_world():
    name = "a_flock_with_a_name_that_is_much_longer_than_others"
    still = "key Space\nmove 290 10\nframes 40\nscreenshot a.png\nkey L\nframes 2\nscreenshot b.png\n"
    script(still, text=SCENE.replace("name: birds", f"name: {name}"))
    expect(different("a.png", "b.png", (0, 250, 150, 420)) > 60, "there is no legend")
    expect(different("a.png", "b.png", (300, 250, 325, 420)) == 0, "the legend is as wide as the name")


def case_past_the_edge_of_a_world_that_wraps_it_is_seen_again():
    near = "key Space\nmove 60 30\nkey F\nframes 3\npress tab.view\nmove 290 190\nframes 2\n"
    still = ONE.replace("count: 0,", "count: 40, start: {shape: disc, center: [280, 180], radius: 15},")
    script(near + "screenshot a.png\npress overlay.copies\nmove 290 190\nframes 2\nscreenshot b.png\n", text=still)
    expect(different("a.png", "b.png", (0, 0, 300, 200)) > 20, "nothing is seen past the edge")
    for boundary in ("bounce", "open"):
        script(near + "screenshot a.png\npress overlay.copies\nmove 290 190\nframes 2\nscreenshot b.png\n",
               text=still.replace("boundary: wrap, images: true", f"boundary: {boundary}"))
        expect(different("a.png", "b.png", (0, 0, 300, 200)) == 0, f"a copy in a world with boundary {boundary}")


def case_what_lies_over_an_edge_is_seen_at_the_other_side_where_boids_meet_it():
    """Obstacles act across the edges where boids see across them: at the left is the rest of the circle, and all of the
    polygon, which is outside of the world."""
    still = "key Space\nkey L\nhover tab.plots\nframes 40\nscreenshot {0}.png\n"
    text = ("world: {size: [300, 200], boundary: wrap, images: true}\nflocks: [{name: birds, model: nudge, count: 0}]\n"
            "obstacles:\n  - {center: [295, 60], radius: 20}\n"
            "  - {shape: polygon, points: [[310, 120], [340, 120], [325, 150]]}\n"
            "look: {window: [480, 420]}\n")
    script(still.format("a"), text=text)
    script(still.format("b"), text=text.replace("images: true", "images: false"))
    expect(different("a.png", "b.png", (2, 120, 20, 170)) > 30, "the rest of the circle is not seen")
    expect(different("a.png", "b.png", (20, 245, 60, 288)) > 30, "the polygon is not seen")
    expect(different("a.png", "b.png", (100, 0, 480, 420)) == 0, "something else has changed")
    script(still.format("c"), text=text.replace("[295, 60], radius: 20", "[150, 5], radius: 20"))
    expect(different("b.png", "c.png", (200, 0, 280, 48)) > 20, "an obstacle is not seen past the edge")
    expect(different("b.png", "c.png", (200, 372, 280, 420)) == 0, "its image is seen past the other edge")
    expect(different("b.png", "c.png", (200, 350, 280, 368)) > 10, "its image is not seen in the world")


def case_circles_are_round_at_any_zoom():
    script("key Space\nmove 60 30\nkey F\nframes 3\nwheel 5\nframes 2\nkey L\nmove 290 10\nframes 2\n"
           "screenshot a.png\n", text=ONE)
    rows = pixels("a.png")[2]
    found = []
    for i in range(90):
        angle = 2 * math.pi * i / 90
        for distance in range(2080, 200, -1):
            x, y = 240 + distance / 10 * math.cos(angle), 210 + distance / 10 * math.sin(angle)
            if 0 <= x < 480 and 0 <= y < 420 and rows[int(y)][3 * int(x) + 2] > 120:
                found.append(distance / 10)
                break
    expect(len(found) > 80 and max(found) - min(found) < 2.5, f"{len(found)}: {min(found)} to {max(found)}")


def sizes_on_a_screen(size, scale):
    """Of the window as it opens, and as small as it can be made."""
    pathlib.Path("s.script").write_text("print\nresize 100 100\nprint\n")
    with screen(size) as env:
        run = subprocess.run([VOLERY, "play", "murmuration", "--set", "starlings.count=50", "--script", "s.script"],
                             capture_output=True, text=True, timeout=300, env={**env, "VOLERY_SCALE": scale})
    sizes = [tuple(map(int, line.split("window ")[1].split(",")[0].split("x"))) for line in run.stdout.splitlines()]
    expect(len(sizes) == 2, run.stdout + run.stderr)
    return sizes


def case_the_window_fits_the_screen_with_its_title_bar():
    opened, least = sizes_on_a_screen("1280x720", "1")
    expect(opened[0] <= 1280 and opened[1] <= 720 - 40 and least == (640, 400), f"{opened} {least}")
    opened, least = sizes_on_a_screen("1280x720", "2")
    expect(opened[0] <= 1280 and opened[1] <= 720 - 80 and least == opened, f"{opened} {least}")


def case_pictures_of_legends_look_like_their_references():
    script("frames 60\npress tab.plots\nkey C\nframes 60\nmove 290 10\nframes 2\nscreenshot a.png\n", text=COLORS)
    compare("a.png", "legend")
    script("frames 5\nresize 640 400\nkey F1\nframes 3\nscreenshot b.png\n")
    compare("b.png", "keys")


if __name__ == "__main__":
    sys.exit(main(globals()))
