#!/usr/bin/env python3
"""Presets of scenes in the window, and what the panel has for who does not know the keys; played by scripts, helpers.py
says how."""
import pathlib
import sys

from helpers import SCENE, expect, main, pixels, script, state, volery

PRESETS = SCENE.replace("model: capped,", "model: capped, terms: [{kind: seek, name: home, point: [30, 40]}],") + """
presets:
  calm: {about: All is slow, birds.max_speed: 1.5, birds.cohesion.weight: 2, crows.terms.home.weight: 0.5}
  many: {birds.count: 150, obstacles.0.radius: 5, look.background: white}
"""
OTHER = PRESETS + "  other: {birds.model: nudge}\n"
VALUES = "value birds.max_speed\nvalue birds.cohesion.weight\nsetting crows.terms.0.weight\n"
OWN = ["birds.max_speed 3", "birds.cohesion.weight 1", "crows.terms.0.weight 1"]
CALM = ["birds.max_speed 1.5", "birds.cohesion.weight 2", "crows.terms.0.weight 0.5"]


def case_a_preset_is_set_in_the_world_that_is_there_and_taken_back_at_once():
    lines = script(f"frames 20\npress preset.calm\nframes 2\nnotice\n{VALUES}print\nkey Z ctrl\nframes 2\n{VALUES}"
                   f"press preset.calm\nframes 2\npress preset.original\nframes 2\n{VALUES}", text=PRESETS)
    expect(lines[0] == "preset calm: All is slow" and lines[1:4] == CALM, lines)
    expect(state(lines[4])["step"] > 20 and lines[5:8] == OWN and lines[8:11] == OWN, lines)


def case_a_preset_is_one_step_of_undo_and_of_redo():
    lines = script(f"frames 9\nslide birds.max_speed 0.5\nvalue birds.max_speed\npress preset.calm\nframes 2\n"
                   f"key Z ctrl\nframes 2\n{VALUES}key Y ctrl\nframes 2\n{VALUES}key Z ctrl\nframes 2\n"
                   "key Z ctrl\nframes 2\nvalue birds.max_speed\nkey Z ctrl\nnotice\n", text=PRESETS)
    expect(lines[1] == lines[0] and lines[2:4] == OWN[1:] and lines[4:7] == CALM, lines)
    expect(lines[7] == OWN[0] and lines[8] == "nothing to undo", lines)


def case_a_preset_of_what_is_fixed_begins_anew():
    lines = script("frames 20\npress preset.many\nframes 2\nprint\nsetting obstacles.0.radius\n"
                   f"setting look.background\npress preset.calm\nframes 2\nprint\nsetting obstacles.0.radius\n{VALUES}",
                   text=PRESETS)
    expect(state(lines[0])["boids"] == 155 and state(lines[0])["step"] < 10, lines)
    expect(lines[1] == "obstacles.0.radius 5" and lines[2] == "look.background white", lines)
    expect(state(lines[3])["boids"] == 65 and lines[4] == "obstacles.0.radius 20" and lines[5:8] == CALM, lines)


def case_a_scene_with_another_model_in_a_preset_is_opened_with_it():
    lines = script("frames 20\npress preset.other\nframes 3\nprint\nnotice\n", text=OTHER)
    expect(state(lines[0])["step"] < 10 and lines[1] == "s.yaml: preset=other", lines)
    lines = script(f"frames 20\npress preset.calm\nframes 3\nprint\n{VALUES}", text=OTHER)
    expect(state(lines[0])["step"] > 20 and lines[1:] == CALM, lines)


def case_a_recording_has_what_a_preset_did():
    lines = script("frames 5\npress preset.calm\nframes 10\nkey S ctrl\nframes 2\nnotice\n", "--record", "a.vol",
                   text=PRESETS)
    expect("identical" in volery("verify", "a.vol") and lines == ["saved as s-1.yaml"], lines)
    saved = pathlib.Path("s-1.yaml").read_text()
    expect("presets:\n  calm: {about: All is slow" in saved, saved)
    volery("run", "s-1.yaml", "--preset", "many", "--steps", "1")


def case_a_preset_of_the_command_line_is_the_chosen_one():
    lines = script(f"frames 3\n{VALUES}press preset.original\nframes 2\n{VALUES}", "--preset", "calm", text=PRESETS)
    expect(lines[:3] == CALM and lines[3:] == OWN, lines)
    error = volery("run", "s.yaml", "--preset", "clam", code=2)
    expect("has no preset 'clam'; did you mean 'calm'? it has: calm, many" in error, error)


def case_in_a_comparison_a_preset_is_the_shown_worlds():
    lines = script("frames 5\nkey C\nframes 5\nsame\npress button.right_world\npress preset.calm\nframes 3\n"
                   "value birds.max_speed\nsame\n", text=PRESETS)
    expect(lines[0] == "same" and lines[-1] == "different", lines)


def case_pictures_of_a_window_that_has_become_larger_are_whole():
    script("frames 3\nresize 1100 800\nframes 3\npress tab.view\npress button.picture\nframes 2\nnotice\n")
    width, height, rows = pixels("s-1.png")
    expect((width, height) == (1100, 800), (width, height))
    expect(max(rows[5][-30:]) > 0 and max(rows[795][-30:]) > 0 and max(rows[795][:30]) > 0,
           "a part is black")


def case_buttons_do_what_keys_do():
    lines = script("frames 3\npress tab.view\npress button.full_screen\nframes 3\nprint\npress button.full_screen\n"
                   "frames 3\nprint\npress button.hide_the_panel\nframes 3\nnotice\nscreenshot a.png\nkey H\nframes 2\n"
                   "press button.picture_of_the_world\nframes 2\nnotice\nkey G\nframes 2\npress button.close\n"
                   "frames 2\nclick left 150 100\nprint\n")
    expect(["full screen" in line for line in lines[:2]] == [True, False], lines)
    expect(lines[2] == "H shows the panel again" and lines[3].startswith("saved as s-"), lines)
    expect(state(lines[4])["boids"] == 66, lines)


def case_the_time_line_keeps_its_room_in_small_windows():
    for size in ("640 400", "700 400", "900 500"):
        lines = script(f"resize {size}\nframes 3\nwhere timeline\nwhere button.F1_keys\n")
        (left, _, width, _), (key_left, _, key_width, _) = ([float(n) for n in line.split()[-4:]] for line in lines)
        room = float(size.split()[0]) - 336
        expect(width >= 100 and left + width <= key_left and key_left + key_width <= room, lines)


def case_all_plots_are_saved_and_tables_of_two_worlds_are_drawn():
    lines = script("frames 20\nkey C\npress tab.plots\nframes 30\npress button.save_the_plots\nframes 2\nnotice\n"
                   "press button.save_the_data\nframes 2\nnotice\n")
    expect(lines[0] == "saved as s-1.png" and lines[1] == "saved as s-1.csv; volery plot draws it", lines)
    width, height, _ = pixels("s-1.png")
    expect(height > width, f"{width}x{height} is too low for five charts")
    volery("plot", "s-1.csv", "--y", "speed,groups", "-o", "two.svg")
    volery("plot", "s-1.csv", "--y", "speed", "--flock", "left", "-o", "one.svg")
    shown = [pathlib.Path(name).read_text().count("\nShown: ") for name in ("two.svg", "one.svg")]
    expect(shown == [4, 0], shown)


if __name__ == "__main__":
    sys.exit(main(globals()))
