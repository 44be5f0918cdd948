#!/usr/bin/env python3
"""Films decoded again are what was asked for: film.py VOLERY. Size, rate, number of frames, format of pixels; a film
that was interrupted can be played; pictures of a sequence are all there."""
import array
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import wave

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


def write_clicks(path, rate, seconds, every):
    """A sound that clicks every so many seconds."""
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        samples = array.array("h", bytes(2 * rate * seconds))
        for begin in range(every * rate, seconds * rate, every * rate):
            for i in range(rate // 400):
                samples[begin + i] = 25000 if i * 1600 // rate % 2 else -25000
        file.writeframesraw(samples.tobytes())


def first_time(path, stream):
    """When the first frame of a stream that can be decoded is shown or heard."""
    answer = subprocess.run(["ffprobe", "-v", "error", "-select_streams", stream, "-read_intervals", "%+#3", "-of",
                             "csv=p=0", "-show_entries", "frame=pts_time", path],
                            capture_output=True, text=True, check=True)
    return float(answer.stdout.split()[0].strip(","))


def clicks_heard(path, every):
    """How much later than due each click of a film is heard, in seconds; its pictures count the time."""
    raw = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", path, "-vn", "-ac", "1", "-ar", "8000", "-f", "s16le",
                          "-"], capture_output=True, check=True).stdout
    samples = array.array("h", raw)
    begin = first_time(path, "a") - first_time(path, "v")
    late, at = [], 0
    while at < len(samples):
        if max(samples[at:at + 400]) > 5000:
            at = next(i for i in range(at, at + 400) if samples[i] > 5000)
            time = begin + at / 8000
            late.append(time - every * round(time / every))
            at += 4000
        at += 400
    return late


def sounds(volery):
    """The sound of a film goes with its pictures: over ten minutes less than one sixtieth of a second off."""
    write_clicks("long.wav", 8000, 600, 20)
    write_clicks("short.wav", 44100, 4, 1)
    with open("s.yaml", "w", encoding="utf-8") as file:
        file.write("world: {size: [100, 100]}\nflocks: [{name: b, model: steering, count: 1}]\n"
                   "sound: {file: long.wav}\n")
    slow = ["s.yaml", "--size", "32x24", "--renderer", "cairo"]
    for ending in ("mp4", "webm"):
        film = f"ten.{ending}"
        check(f"{ending}: ten minutes, a picture a second",
              render(volery, *slow, "--set", "look.fps=1", "--steps", "599", "-o", film), 0)
        late = clicks_heard(film, 20)
        check(f"{ending}: all clicks are heard", len(late), 29)
        check(f"{ending}: none is late or early", [round(t, 3) for t in late if abs(t) > 1 / 60], [])
        check(f"{ending}: the last is as late as the first", abs(late[-1] - late[0]) < 0.002, True)
        film = f"part.{ending}"
        check(f"{ending}: from the middle of the second round",
              render(volery, *slow, "--set", "sound.file=short.wav", "--from", "330", "--steps", "510", "-o", film), 0)
        late = clicks_heard(film, 1)  # step 330 is 1.5 seconds into the second round: clicks half a second off
        check(f"{ending}: clicks of the second round", [round(abs(t) - 0.5, 1) == 0 for t in late], [True, True])
    check("a film without", render(volery, *slow, "--steps", "5", "--mute", "-o", "mute.mp4"), 0)
    answer = subprocess.run(["ffprobe", "-v", "error", "-of", "csv=p=0", "-show_entries", "stream=codec_type",
                             "mute.mp4"], capture_output=True, text=True, check=True)
    check("a film without: streams", answer.stdout.split(), ["video"])


def sizes(volery):
    """A film as large as the default one takes at most 12 MB for ten seconds; a better one more, a worse one less."""
    found = []
    for quality in ("low", "medium", "high", "100"):
        film = ["default", "--size", "1280x720", "--from", "150", "--steps", "179", "--quality", quality]
        check(f"quality {quality}: written", render(volery, *film, "-o", f"{quality}.mp4"), 0)
        found.append(os.path.getsize(f"{quality}.mp4"))
    check("the better, the larger", found, sorted(found))
    check("the default quality", render(volery, *film[:-2], "-o", "default.mp4"), 0)
    check("the default quality is medium", os.path.getsize("default.mp4"), found[1])
    check("two seconds", render(volery, "default", "--size", "1280x720", "--from", "150", "--steps", "269", "-o",
                                "two.mp4"), 0)
    check("two seconds take at most 2.4 MB", os.path.getsize("two.mp4") < 2400000, True)
    check("small: written", render(volery, *film[:-2], "--small", "-o", "small.mp4"), 0)
    check("small is smaller", os.path.getsize("small.mp4") < found[1], True)


def grey(path, *options):
    """The brightness of each pixel of the last picture of a film, 0 to 255."""
    raw = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", path, *options, "-f", "rawvideo", "-pix_fmt", "gray",
                          "-"], capture_output=True, check=True).stdout
    return raw[-1280 * 720:]


def traces(volery):
    """Where boids were and are no more, nothing of them stays: how many pixels of empty ground are brighter than the
    ground in the last frame before the encoder begins with a whole picture again."""
    options = ["default", "--size", "1280x720", "--from", "150", "--steps", "269"]  # two.mp4
    check("traces: what was drawn", render(volery, *options[:3], "--from", "269", "--steps", "269", "--supersample",
                                           "1", "-o", "drawn.png"), 0)
    drawn, film = grey("drawn.png"), grey("two.mp4")
    ground = max(set(drawn), key=drawn.count)
    bright = [i for i in range(len(film)) if film[i] > ground + 20 and drawn[i] <= ground + 2]
    left = 0
    for i in bright:
        x, y = i % 1280, i // 1280
        rows = range(max(y - 6, 0), min(y + 7, 720))
        left += all(max(drawn[1280 * row + max(x - 6, 0):1280 * row + min(x + 7, 1280)]) <= ground + 2 for row in rows)
    check(f"traces: at most 40 pixels of 921,600 ({left})", left <= 40, True)


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
    sizes(volery)
    if shutil.which("ffmpeg") is not None:
        traces(volery)
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
    if features["sound"]:
        sounds(volery)
    interrupted(volery)
    return 1 if failures else 0


with tempfile.TemporaryDirectory() as folder:
    sys.argv.append(folder)
    code = main()
    os.chdir("/")
sys.exit(code)
