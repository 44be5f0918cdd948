#!/usr/bin/env python3
"""Films decoded again are what was asked for: film.py VOLERY. Size, rate, number of frames, format of pixels; a film
that was interrupted can be played; pictures of a sequence are all there."""
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

failures = 0


def check(name, found, expected):
    global failures
    good = found == expected
    failures += not good
    print(("ok      " if good else "FAILED  ") + name + ("" if good else f": {found}, expected {expected}"))


def probe(path):
    """What ffprobe finds by decoding every frame."""
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_entries",
         "stream=codec_name,width,height,pix_fmt,avg_frame_rate,nb_read_frames", path],
        capture_output=True, text=True, check=True)
    stream = json.loads(answer.stdout)["streams"][0]
    keys = ("codec_name", "width", "height", "avg_frame_rate", "nb_read_frames", "pix_fmt")
    return {key: stream[key] for key in keys}


def read_webp(path):
    """Size, number of frames and duration in milliseconds of an animated WebP, from its chunks."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    at, frames, duration, size = 12, 0, 0, None
    while at + 8 <= len(data):
        name, length = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
        body = data[at + 8:at + 8 + length]
        if name == b"VP8X":
            size = tuple(1 + int.from_bytes(body[i:i + 3], "little") for i in (4, 7))
        elif name == b"ANMF":
            frames += 1
            duration += int.from_bytes(body[12:15], "little")
        at += 8 + length + length % 2
    return size, frames, duration


def render(volery, *options):
    result = subprocess.run([volery, "render", *options, "--quiet"], capture_output=True, text=True)
    if result.returncode != 0:
        print(result.stderr)
    return result.returncode


def interrupted(volery):
    """Stopped in the middle by the interrupt key: exit code 130, and a film of what there was."""
    with subprocess.Popen([volery, "render", "steering", "-o", "cut.mp4", "--steps", "1000000", "--size", "160x120",
                           "--json"], stdout=subprocess.PIPE, text=True) as process:
        while not (os.path.exists("cut.mp4") and os.path.getsize("cut.mp4") > 20000):
            if process.poll() is not None:
                break
        process.send_signal(signal.SIGINT)
        report = json.loads(process.communicate()[0])
        check("an interrupted film: exit code", process.returncode, 130)
    check("an interrupted film: reported as such", report["interrupted"], True)
    check("an interrupted film: all frames can be decoded", probe("cut.mp4")["nb_read_frames"], str(report["frames"]))


def main():
    volery = os.path.realpath(sys.argv[1])
    if shutil.which("ffprobe") is None:
        print("skipped: ffprobe is not there")
        return 77
    features = json.loads(subprocess.run([volery, "info", "--json"], capture_output=True, text=True).stdout)["features"]
    if not features["film"]:
        print("skipped: the program was built without film")
        return 77
    os.chdir(sys.argv[2])
    common = ["steering", "--steps", "24", "--size", "160x120", "--fps", "25"]
    for ending, codec, pixels in (("mp4", "h264", "yuv420p"), ("webm", "vp9", "yuv420p"), ("gif", "gif", "bgra")):
        check(f"{ending}: written", render(volery, *common, "-o", f"film.{ending}"), 0)
        check(f"{ending}: as asked for", probe(f"film.{ending}"),
              {"codec_name": codec, "width": 160, "height": 120, "avg_frame_rate": "25/1", "nb_read_frames": "25",
               "pix_fmt": pixels})
    check("webp: written", render(volery, *common, "-o", "film.webp"), 0)
    check("webp: as asked for", read_webp("film.webp"), ((160, 120), 25, 1000))
    check("frames every third step", render(volery, *common, "--from", "3", "--every", "3", "-o", "third.mp4"), 0)
    check("frames every third step: count", probe("third.mp4")["nb_read_frames"], "8")
    check("an odd size is fine for gif",
          render(volery, "steering", "--steps", "2", "--size", "161x121", "-o", "o.gif"), 0)
    check("an odd size: kept", (probe("o.gif")["width"], probe("o.gif")["height"]), (161, 121))
    check("a sequence", render(volery, "steering", "--steps", "4", "--size", "32x24", "-o", "frame-%03d.png"), 0)
    check("a sequence: files", sorted(n for n in os.listdir() if n.startswith("frame-")),
          [f"frame-{i:03}.png" for i in range(5)])
    interrupted(volery)
    return 1 if failures else 0


with tempfile.TemporaryDirectory() as folder:
    sys.argv.append(folder)
    code = main()
    os.chdir("/")
sys.exit(code)
