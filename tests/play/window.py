#!/usr/bin/env python3
"""Plays the window by scripts and checks what comes out; helpers.py says how. The panel is in panel.py."""
import fcntl
import math
import os
import pathlib
import pty
import struct
import sys
import termios

from helpers import SCENE, SOUND, VOLERY, compare, expect, main, pixels, script, state, volery


# --- Cases -----------------------------------------------------------------------------------------------------------


def case_left_click_adds_and_drag_throws():
    lines = script("print\nclick left 100 100\nprint\ndrag left 60 60 120 60\nprint\n")
    counts = [state(line)["boids"] for line in lines]
    expect(counts == [65, 66, 67], counts)


def case_right_click_scatters_and_adds_nobody():
    script("click right 150 100\nframes 5\nprint\n", "--record", "a.vol")
    quiet = script("frames 9\nprint\n", "--record", "b.vol")
    expect(state(quiet[0])["boids"] == 65, quiet)
    a, b = (volery("verify", name) for name in ("a.vol", "b.vol"))
    expect("identical: 9 steps" in a and "identical: 9 steps" in b and a.split("hash")[1] != b.split("hash")[1], a + b)


def case_space_pauses_and_a_dot_steps():
    lines = script("frames 3\nkey Space\nframes 4\nprint\nkey .\nprint\nkey ,\nprint\nkey Space\nframes 2\nprint\n")
    steps = [state(line)["step"] for line in lines]
    expect(steps[1] == steps[0] + 1 and steps[2] == steps[0] and steps[3] > steps[0], lines)
    expect(state(lines[0])["paused"] and not state(lines[3])["paused"], lines)


def case_restart_keeps_the_seed_and_the_sliders():
    lines = script("slide birds.cohesion.weight 0.9\nkey R\nprint\nvalue birds.cohesion.weight\nkey N\nprint\n"
                   "value birds.cohesion.weight\n")
    expect(state(lines[0])["seed"] == 7 and state(lines[0])["step"] < 3, lines)
    expect(state(lines[2])["seed"] == 8 and lines[1] == lines[3] and lines[1].split()[1] != "1", lines)


def case_sliders_reach_every_group_and_undo_takes_back():
    lines = script("slide birds.separation.radius 0.5\nvalue birds.separation.radius\nslide crows.max_speed 0.8\n"
                   "value crows.max_speed\nslide player.flee_radius 0.25\nvalue player.flee_radius\n"
                   "key Z ctrl\nkey Z ctrl\nvalue crows.max_speed\nvalue birds.separation.radius\n"
                   "key Z ctrl\nvalue birds.separation.radius\nkey Z ctrl\nnotice\n")
    expect(lines[0] == "birds.separation.radius 100" and lines[1] != "crows.max_speed 2", lines)
    expect(lines[3] == "crows.max_speed 2" and lines[4] == lines[0], lines)
    expect(lines[5] == "birds.separation.radius 50" and lines[6] == "nothing to undo", lines)


def case_a_reset_goes_back_to_the_scene():
    lines = script("slide birds.max_speed 0.9\nvalue birds.max_speed\npress reset.birds.max_speed\n"
                   "value birds.max_speed\n")
    expect(lines[0] != lines[1] and lines[1] == "birds.max_speed 3", lines)


def case_everything_done_by_hand_is_recorded_and_verified():
    script("click left 100 100\nclick right 50 50\nkey 2\nmove 150 100\nframes 3\nmove 160 90\nframes 2\nkey 3\n"
           "move 150 100\nframes 10\nkey 4\nmove 30 30\nframes 5\nkey 1\nkey 5\ndrag left 100 100 140 90\nkey 6\n"
           + "".join(f"drag left {x} {y} {x + 9} {y}\n" for x in (30, 100, 170, 240) for y in (40, 100, 160))
           + "slide birds.cohesion.weight 0.8\nkey Z ctrl\nframes 5\nslide world.dt 0.4\nframes 5\n",
           "--record", "a.vol")
    text = volery("verify", "a.vol", "--threads", "3")
    expect(text.startswith("identical"), text)
    data = pathlib.Path("a.vol").read_bytes()
    for kind in (b"add:", b"scatter:", b"player: [", b"player: none", b"goal: [", b"goal: none", b"blow:",
                 b"remove:", b"set:"):
        expect(kind in data, f"the recording has no event {kind}")


def case_recording_begins_at_any_step():
    lines = script("frames 7\nclick left 100 100\nslide birds.cohesion.weight 0.8\nkey R ctrl\nframes 6\n"
                   "click left 50 50\nprint\nkey R ctrl\nprint\n")
    expect("recording" in lines[0] and "recording" not in lines[1], lines)
    text = volery("verify", "s-1.vol")
    expect(text.startswith("identical") and "(0 to" not in text, text)


def case_a_dropped_recording_is_replayed_verified_and_scrubbed():
    script("click left 100 100\nframes 40\nclick right 20 20\nframes 40\n", "--record", "a.vol")
    lines = script("drop a.vol\nframes 60\nprint\nslide timeline 0.25\nprint\nkey Space\nframes 90\nprint\n")
    first, back, end = map(state, lines)
    expect("replay" in first["line"] and "differs" not in first["line"], lines)
    expect(back["step"] < first["step"] and back["paused"], lines)
    expect(end["step"] == end["last"] == first["last"] and "differs" not in end["line"], lines)


def case_going_back_and_on_gives_the_same_bits():
    script("frames 50\nclick left 100 100\nframes 20\nslide timeline 0.3\nkey Space\nframes 100\n")
    lines = script("frames 20\nkey Space\nslide timeline 0.5\nclick left 100 100\nprint\nkey Space\nframes 10\nprint\n")
    expect(state(lines[0])["last"] == state(lines[0])["step"], "what was to come is given up: " + lines[0])


LED = SCENE.replace("count: 60", "count: 60\n    leader: 3\n    terms: [{kind: follow_leader, distance: 15}]")


def case_a_leader_leads_on_when_time_goes_back_and_in_two_worlds():
    lines = script("frames 40\nclick left 100 100\nframes 9\nslide timeline 0.4\nprint\nkey Space\nframes 60\nprint\n"
                   "key C\nframes 20\nprint\nsame\nkey C\nclick right 60 60\nframes 5\nkey Z ctrl\nframes 2\n"
                   "notice\nkey Space\nframes 40\n", "--record", "a.vol", text=LED)
    back, on, two = map(state, lines[:3])
    expect(back["step"] < 30 and on["step"] > 60 and "2 worlds" in two["line"] and lines[3] == "same", lines)
    expect("before boids were scattered" in lines[4], lines)
    text = volery("verify", "a.vol")
    expect(text.startswith("identical"), text)
    script("frames 9\nkey Space\nframes 2\nslide timeline 0.5\nkey Space\nkey R ctrl\nframes 60\n", text=LED)
    text = volery("verify", "s-1.vol")
    expect(text.startswith("identical") and "(6 to" in text, text)


def case_a_dropped_scene_is_opened_and_a_wrong_one_told():
    pathlib.Path("wrong.yaml").write_text("world: {size: [1]}\n")
    lines = script("drop capped\nframes 2\nprint\ndrop wrong.yaml\nframes 1\nnotice\nprint\n")
    expect(lines[0].startswith("capped"), lines)
    expect("wrong.yaml:1" in lines[1] and lines[2].startswith("capped"), lines)


def case_a_saved_scene_has_the_sliders():
    script("slide birds.alignment.weight 0.6\nvalue birds.alignment.weight\nkey S ctrl\nframes 1\n")
    saved = volery("run", "s-1.yaml", "--print-scene")
    value = script("value birds.alignment.weight\n", scene="s-1.yaml")[0].split()[1]
    expect(f"weight: {value}" in saved and value != "1", saved)


def without_sound():
    """Can this build read sound files?"""
    return "sound files   no" in volery("info")


def case_a_microphone_is_heard_and_what_it_did_is_verified():
    tone = b"".join(struct.pack("<f", 0.5 * math.sin(2 * math.pi * 220 * i / 48000)) for i in range(4800))
    pathlib.Path("tone.raw").write_bytes(tone * 200)
    lines = script("frames 2\nsound\nhear rms 0.2\nframes 20\nvalue birds.max_speed\npress tab.sound\npress sound.add\n"
                   "slide sound.map.0.scale 0.9\nframes 5\nsound\npress sound.map.1.remove\nframes 2\nsound\n",
                   "--record", "m.rec", text=SCENE + SOUND,
                   env={"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILEIN": "tone.raw"})
    expect(lines[0].startswith("sound microphone, a device is heard, rms -> birds.max_speed x 10 + 1"), lines)
    speed, first, second = (float(lines[1].split()[1]), *lines[2:4])
    expect(1 < speed < 6, lines)
    expect(first.count("->") == 2 and " x 10 " not in first and second.count("->") == 1, lines)
    expect(volery("verify", "m.rec").startswith("identical:"), "the recording differs")


def case_without_a_sound_device_it_says_so_and_all_else_works():
    lines = script("frames 2\nnotice\nframes 20\nvalue birds.max_speed\nclick left 100 100\nprint\nsound\n",
                   text=SCENE + SOUND, env={"SDL_AUDIODRIVER": "nothing"})
    expect("there is no sound device" in lines[0] and "all else works" in lines[0], lines)
    expect(lines[1] == "birds.max_speed 3" and state(lines[2])["boids"] == 66, lines)
    expect(lines[3].startswith("sound microphone, no device, rms -> birds.max_speed"), lines)


def case_sound_is_chosen_changed_undone_and_saved():
    if without_sound():
        return
    lines = script("frames 10\npress tab.sound\nslide sound.map.1.scale 0.75\nframes 5\nsound\n"
                   "press sound.source\npress sound.source.none\nframes 5\nsound\n"
                   "press sound.source\npress sound.source.own\nframes 5\nsound\nkey S ctrl\nframes 1\nnotice\n"
                   "key Z ctrl\nkey Z ctrl\nframes 2\nsound\n", scene="music")
    expect("separation.weight x 8 " not in lines[0] and lines[0].startswith("sound builtin"), lines)
    expect("(silent)" in lines[1] and "(silent)" not in lines[2], lines)
    expect("separation.weight x 8 " in lines[4], lines)
    saved = volery("run", lines[3].split()[-1], "--print-scene")
    expect("to: \"birds.separation.weight\"" in saved and "scale: 8," not in saved, saved)


def case_a_dropped_sound_is_the_scenes():
    if without_sound():
        return
    samples = b"".join(struct.pack("<h", int(9000 * math.sin(2 * math.pi * 440 * i / 8000))) for i in range(8000))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, 1, 8000, 16000, 2, 16,
                       b"data", len(samples))
    pathlib.Path("tone.wav").write_bytes(head + samples)
    lines = script("drop tone.wav\nframes 5\nsound\npress tab.sound\npress sound.add\nhear rms 0.1\nframes 40\n"
                   "value birds.max_speed\ndrop none.wav\nframes 2\nnotice\nsound\n")
    expect(lines[0].startswith("sound file, no device") and "none.wav" in lines[2], lines)
    expect(float(lines[1].split()[1]) > 3.5 and "rms -> birds.max_speed" in lines[3], lines)


def case_a_seed_is_typed():
    lines = script("press seed\nkey Backspace\ntype 42\nkey Return\nframes 2\nprint\n")
    expect(str(state(lines[0])["seed"]).endswith("42"), lines)


def case_two_worlds_have_their_own_sliders():
    lines = script("key C\nframes 2\nprint\npress button.right_world\nslide birds.cohesion.weight 0.9\n"
                   "value birds.cohesion.weight\npress button.left_world\nframes 2\nkey C\nframes 2\nprint\n"
                   "value birds.cohesion.weight\n")
    expect("2 worlds" in lines[0] and "1 world" in lines[2], lines)
    expect(lines[1] != "birds.cohesion.weight 1" and lines[3] == "birds.cohesion.weight 1", lines)


def case_the_window_is_resized():
    lines = script("resize 900 640\nframes 2\nprint\nresize 700 500\nframes 2\nprint\nkey H\n"
                   "click left 150 100\nprint\n")
    expect("900x640" in lines[0] and "700x500" in lines[1] and state(lines[2])["boids"] == 66, lines)


def case_frames_and_screenshot():
    volery("play", "steering", "--frames", 3, "--screenshot", "a.png", "--no-panel")
    width, height, rows = pixels("a.png")
    expect((width, height) == (800, 600), (width, height))
    expect(len({bytes(row) for row in rows}) > 50, "the picture is empty")


def case_pictures_look_like_their_references():
    script("frames 30\nscreenshot a.png\nmove 150 100\nkey F\npress tab.view\npress overlay.neighbours\n"
           "press overlay.rule_vectors\npress overlay.index_cells\nmove 290 10\nframes 3\nscreenshot b.png\n")
    compare("a.png", "panel")
    compare("b.png", "followed")
    script("key T\nframes 30\npress tab.learn\nkey C\nframes 20\nmove 10 10\nscreenshot c.png\n")
    compare("c.png", "compared")
    script("frames 12\nhover birds.alignment.weight\nscreenshot d.png\n", env={"VOLERY_SCALE": "1.25"})
    compare("d.png", "dense")
    if not without_sound():
        script("frames 240\npress tab.sound\nmove 10 10\nframes 20\nscreenshot e.png\n", "--set", "birds.count=300",
               "--set", "look.window=[480,660]", scene="music")
        compare("e.png", "sound")


def case_v_films_what_is_shown():
    lines = script("frames 5\nkey V\nframes 20\nkey V\nnotice\n")
    name = lines[0].split()[-1]
    expect(lines[0].startswith("filmed to s-1.") and pathlib.Path(name).stat().st_size > 1000, lines)


def case_without_opengl_it_says_so():
    text = volery("play", "steering", "--frames", 1, code=1, env={"SDL_VIDEODRIVER": "dummy"})
    expect("OpenGL" in text and "--tty" in text, text)


def case_without_a_display_a_film_and_a_picture_are_made_of_what_was_asked_for():
    pathlib.Path("s.yaml").write_text(SCENE.replace("[480, 420], fps: 60", "[120, 100], fps: 4"))
    changes = ("--set", "birds.count=9", "--seed", 3)
    text = volery("play", "s.yaml", *changes, env={"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""})
    expect("There is no window here" in text and "s.png" in text, text)
    volery("render", "s.yaml", *changes, "--steps", 39, "-o", "r.png", "--quiet")
    expect(pathlib.Path("s.png").read_bytes() == pathlib.Path("r.png").read_bytes(), "the picture is of something else")


def case_bench_frames_tells_where_the_time_goes():
    text = volery("play", "steering", "--bench-frames", 5)
    expect(text.startswith("frame ") and "draw" in text and "panel" in text and "swap" in text, text)


def in_terminal(*words, keys=b"", locale="C.UTF-8"):
    """What the program writes to a terminal of 100 by 30 letters, and its exit code."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LANG=locale, LC_ALL=locale)
        os.execv(VOLERY, [VOLERY, *words])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    os.write(terminal, keys)
    out = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    return out.decode("utf-8", "replace"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def case_the_terminal_is_drawn_in_braille():
    text, code = in_terminal("play", "capped", "--tty", "--frames", "12")
    dots = sum(1 for letter in text if 0x2800 < ord(letter) < 0x2900)
    expect(code == 0 and dots > 20 and "boids" in text, f"exit {code}, {dots} letters of braille")
    expect("\x1b[38;5;" in text, "there are no colours")


def case_a_terminal_without_braille_is_drawn_in_plain_letters():
    text, code = in_terminal("play", "steering", "--tty", "--frames", "12", locale="C")
    expect(code == 0 and text.isascii() and sum(text.count(c) for c in ".:+*%#'") > 40, f"exit {code}: {text[-400:]!r}")


def case_the_terminal_has_the_keys_of_the_window():
    text, code = in_terminal("play", "capped", "--tty", keys=b" q")
    expect(code == 0, f"exit {code}")
    expect("terminal" in volery("play", "--tty", code=1), "a pipe is no terminal")


if __name__ == "__main__":
    sys.exit(main(globals()))
