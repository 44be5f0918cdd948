#!/usr/bin/env python3
"""The window for who sees it first, and what it remembers: gallery, files, hints, themes, sizes; played by scripts,
helpers.py says how."""
import pathlib
import sys

from helpers import SCENE, compare, expect, main, pixels, script, state, volery

KEPT = {"VOLERY_CONFIG": "kept/here/window.yaml"}


def kept():
    """What the window remembers, line by line."""
    return [line for line in pathlib.Path(KEPT["VOLERY_CONFIG"]).read_text().splitlines() if not line.startswith("#")]


def case_a_picture_of_the_gallery_opens_its_scene():
    lines = script("frames 2\nkey G\nframes 3\nclick left 250 -28\nclick right 250 -28\nprint\npress gallery.capped\n"
                   "frames 2\nprint\npress button.gallery\nframes 2\nkey Escape\nframes 2\nclick left 100 100\nprint\n")
    expect(state(lines[0])["boids"] == 65 and lines[0].startswith("s.yaml"), "a click went through: " + lines[0])
    expect(lines[1].startswith("capped") and state(lines[2])["boids"] == state(lines[1])["boids"] + 1, lines)


def case_a_file_is_opened_by_its_path_and_is_there_the_next_time():
    pathlib.Path("other.yaml").write_text(SCENE.replace("count: 60", "count: 7"))
    lines = script("key G\npress gallery.path\ntype other.yaml\nkey Return\nframes 2\nprint\nkey G\n"
                   "press gallery.path\ntype none.yaml\nkey Return\nframes 2\nnotice\nprint\n", env=KEPT)
    expect(state(lines[0])["boids"] == 12 and "none.yaml" in lines[1] and state(lines[2])["boids"] == 12, lines)
    recent = [pathlib.Path(line.split(": ")[1]).name for line in kept() if line.startswith("recent")]
    expect(recent == ["other.yaml", "s.yaml"], recent)
    lines = script("key G\npress recent.0\nframes 2\nprint\n", env=KEPT, scene="steering")
    expect(lines[0].split()[0].endswith("other.yaml") and state(lines[0])["boids"] == 12, lines)


def case_a_file_is_found_by_going_through_folders():
    pathlib.Path("inner/none").mkdir(parents=True)
    pathlib.Path("inner/a_scene.yaml").write_text(SCENE.replace("count: 60", "count: 7"))
    pathlib.Path("inner/notes.txt").write_text("no scene\n")
    lines = script("key G\npress button.browse\npress file.inner/\npress file.none/\npress file.../\n"
                   "where file.../\nwhere file.none/\nwhere file.a_scene.yaml\npress file.a_scene.yaml\nframes 2\n"
                   "print\n")
    places = [int(line.split()[2]) for line in lines[:3]]
    expect(places == sorted(places) and len(set(places)) == 3, lines)
    expect(lines[3].split()[0].endswith("inner/a_scene.yaml") and state(lines[3])["boids"] == 12, lines)
    pathlib.Path("wrong.script").write_text("key G\npress button.browse\npress file.inner/\npress file.notes.txt\n")
    volery("play", "s.yaml", "--script", "wrong.script", code=2)


def case_larger_letters_do_not_fill_the_window():
    lines = script("resize 640 400\nframes 3\nprint\npress tab.view\nslide letters 0.9\nframes 4\nprint\n"
                   "where letters\npress tab.view\nslide letters 0.13\nframes 4\nresize 640 400\nframes 4\nprint\n")
    expect("window 640x400" in lines[0] and "window 640x400" in lines[3], lines)
    wide, high = map(int, lines[1].split("window ")[1].split(",")[0].split("x"))
    left, top, width, height = map(int, lines[2].split()[1:])
    expect(left > 300 and left + width < wide and top + height < high, lines)


def case_theme_letters_and_size_are_remembered():
    lines = script("where tab.sliders\nkey D\npress tab.view\nslide letters 0.6\nframes 2\n"
                   "resize 1000 700\nframes 2\nwhere tab.sliders\n", env=KEPT)
    expect(lines[0] != lines[1], "letters are as they were")
    expect("theme: light" in kept() and "letters: 1.5" in kept() and "width: 1000" in kept(), kept())
    again = script("frames 2\nprint\nwhere tab.sliders\nscreenshot a.png\n", env=KEPT)
    expect("window 1000x700" in again[0] and again[1] == lines[1], again)
    corner = pixels("a.png")[2][695][-3:]
    expect(min(corner) > 200, f"the panel is not light: {list(corner)}")


def case_lines_of_no_use_are_passed_over():
    pathlib.Path("wrong.yaml").write_text("width: -5\nheight: many\ntheme: pink\nletters: 99\n: :\nrecent\n\x01\n")
    lines = script("frames 1\nprint\n", env={"VOLERY_CONFIG": "wrong.yaml"})
    expect("window 816x460" in lines[0], lines)
    script("frames 1\n")
    expect(not pathlib.Path("window.yaml").exists(), "something is remembered that nobody asked for")


def case_the_first_hints_go_away_for_good():
    shots = "move 150 100\nframes 2\nscreenshot {0}1.png\nkey T\nkey T\nframes 45\nscreenshot {0}2.png\n"
    still = SCENE.replace("count: 60", "count: 0").replace("count: 5,", "count: 0,").replace("obstacles:", "#")
    for name in ("a", "b"):
        script(shots.format(name), env=KEPT, text=still)
    a1, a2, b1, b2 = ([row[:3 * 480] for row in pixels(f"{n}.png")[2][:300]] for n in ("a1", "a2", "b1", "b2"))
    expect(a1 != a2, "there were no hints")
    expect(a2 == b1 == b2 and "hinted: true" in kept(), "they have come back")


def case_the_first_hints_wait_until_the_gallery_is_left():
    pathlib.Path("s.yaml").write_text(SCENE)
    for leave in ("key Escape", "press button.gallery", "press gallery.path\ntype s.yaml\nkey Return"):
        pathlib.Path("kept.yaml").unlink(missing_ok=True)
        pathlib.Path("s.script").write_text(f"{leave}\nframes 3\nscreenshot a.png\nkey Space\nframes 3\n"
                                            "screenshot b.png\nframes 3\nscreenshot c.png\n")
        volery("play", "--script", "s.script", "--set", "birds.count=0", env={"VOLERY_CONFIG": "kept.yaml"})
        a, b, c = ([row[:3 * 600] for row in pixels(f"{name}.png")[2][40:150]] for name in "abc")
        expect(sum(x != y for x, y in zip(a, b)) > 60 and b == c, f"no hints after the gallery was left by {leave}")
        expect("hinted: true" in pathlib.Path("kept.yaml").read_text(), "the hints will come again")


def case_a_picture_of_the_world_alone_has_no_panel():
    lines = script("frames 5\nkey S shift\nframes 2\nnotice\n")
    width, height, rows = pixels("s-1.png")
    expect(lines == ["saved as s-1.png"] and (width, height) == (480, 420), (lines, width, height))
    expect(len({bytes(row) for row in rows}) > 100, "the picture is empty")


def case_full_screen_is_left_by_escape():
    lines = script("print\nkey F11\nframes 4\nprint\nkey Escape\nframes 4\nprint\n")
    expect(["full screen" in line for line in lines] == [False, True, False], lines)


def case_pictures_of_gallery_and_light_panel_look_like_their_references():
    script("key Space\nkey G\nhover button.step\nframes 30\nscreenshot a.png\n", scene="steering")
    compare("a.png", "gallery")
    script("frames 3\nkey D\nframes 30\nmove 290 10\nframes 2\nscreenshot b.png\n")
    compare("b.png", "light")


if __name__ == "__main__":
    sys.exit(main(globals()))
