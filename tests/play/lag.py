#!/usr/bin/env python3
"""What mouse and keyboard do is in the very next frame: events are fed without a frame, then there is one, and its
picture or the state after it has what they did. helpers.py says how scripts are played."""
import sys

from helpers import SCENE, expect, main, pixels, script, state

EMPTY = SCENE.replace("count: 60", "count: 0").replace("count: 5,", "count: 0,")


def frames_differ(before, feed, text=EMPTY):
    """Does one frame after what is fed show something else than one frame without it? Nothing else moves."""
    script(f"frames 3\nkey Space\nmove 150 100\nframes 40\n{before}frames 1\nshot a.png\nframes 1\nshot b.png\n{feed}"
           "frames 1\nshot c.png\n", text=text)
    a, b, c = (pixels(name)[2] for name in ("a.png", "b.png", "c.png"))
    expect(a == b, "the picture moves by itself")
    return b != c


def case_the_next_frame_shows_what_mouse_and_keys_did():
    for before, feed, what in (("", "feed wheel 3\n", "a turn of the wheel"),
                               ("key 6\nmove 100 100\n", "feed move 160 100\n", "the eraser that moves"),
                               ("", "feed key L\n", "the legend"),
                               ("", "feed key H\n", "the panel that is hidden"),
                               ("", "feed key F1\n", "the list of keys"),
                               ("key 7\n", "feed move 220 60\nfeed down left 220 60\n", "something that is chosen"),
                               ("key 7\nclick left 220 60\n", "feed key Delete\n", "something that is taken away")):
        expect(frames_differ(before, feed), f"one frame later the picture has nothing of {what}")


def case_nothing_that_is_fed_changes_nothing():
    expect(not frames_differ("", ""), "the test sees what is not there")


def case_the_step_of_the_next_frame_has_what_was_done():
    lines = script("frames 5\nmove 100 100\nprint\nfeed down left 100 100\nfeed up left 100 100\nframes 1\nprint\n"
                   "feed key Space\nframes 1\nprint\nframes 3\nprint\nfeed key .\nframes 1\nprint\n")
    states = [state(line) for line in lines]
    expect(states[1]["boids"] == states[0]["boids"] + 1 and states[1]["step"] == states[0]["step"] + 1, lines)
    expect(states[2]["paused"] and states[2]["step"] == states[1]["step"] == states[3]["step"], lines)
    expect(states[4]["step"] == states[3]["step"] + 1, lines)


def case_a_handle_follows_the_mouse_in_the_same_frame():
    lines = script("key Space\nkey 7\nmove 220 60\nfeed down left 220 60\nframes 1\nfeed move 250 90\nframes 1\n"
                   "setting obstacles.0.center\nfeed move 200 80\nframes 1\nsetting obstacles.0.center\n"
                   "feed up left 200 80\nframes 1\n")
    expect(lines == ["obstacles.0.center [250, 90]", "obstacles.0.center [200, 80]"], lines)


if __name__ == "__main__":
    sys.exit(main(globals()))
