"""What the tests of the window share: scripts played as a person would with mouse and keyboard, pictures compared with
references, and the run of all cases of a file, each in an empty folder.

FILE.py VOLERY CASE...       runs the cases named (all without a name)
FILE.py VOLERY --references  makes the reference pictures anew; look at them before they are committed

Pictures are compared with a tolerance, because fonts and drivers differ a little between machines.
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
SCENE = """
about: A small scene for tests
world: {size: [300, 200], boundary: wrap, images: true, seed: 7}
flocks:
  - name: birds
    model: steering
    count: 60
    look: {shape: triangle, size: 9, color: heading}
  - {name: crows, model: capped, count: 5, look: {shape: disc, size: 8, color: red}}
obstacles: [{center: [220, 60], radius: 20, reach: 20}]
look: {background: midnight, window: [480, 420], fps: 60}
"""


SOUND = """
sound:
  source: microphone
  map:
    - {to: birds.max_speed, from: rms, scale: 10, offset: 1, smooth: 0.1}
"""


class Failure(Exception):
    pass


def expect(right, what):
    if not right:
        raise Failure(what)


# What the checker of leaks says where it breaks down itself, as that of clang 14 may when a thread of a driver ends
# while it looks at all threads. That is after the end of main, so whatever the program had to do is done and told; its
# code is lost.
BROKEN_CHECKER = "LeakSanitizer has encountered a fatal error"


def volery(*words, code=0, env=None):
    run = subprocess.run([VOLERY, *map(str, words)], capture_output=True, text=True, timeout=900,
                         env={**os.environ, **(env or {})})
    told = f"volery {' '.join(map(str, words))}: exit {run.returncode}\n{run.stdout}{run.stderr}"
    expect(run.returncode == code or (code == 0 and BROKEN_CHECKER in run.stderr), told)
    return run.stdout if code == 0 else run.stderr


def script(lines, *options, scene="s.yaml", env=None, text=SCENE):
    """Plays the scene by a script; the lines that it printed."""
    pathlib.Path("s.yaml").write_text(text)
    pathlib.Path("s.script").write_text(lines)
    return volery("play", scene, "--script", "s.script", *options, env=env).splitlines()


def unfilter(kind, row, above, step):
    """One row of a PNG as bytes, from its filter and the row above."""
    out = bytearray(row)
    for i, byte in enumerate(row):
        left = out[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            byte += left
        elif kind == 2:
            byte += up
        elif kind == 3:
            byte += (left + up) // 2
        elif kind == 4:
            guess = left + up - corner
            byte += min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        out[i] = byte & 255
    return bytes(out)


def pixels(path):
    """Width, height and rows of (r, g, b) bytes of an 8-bit PNG."""
    data = pathlib.Path(path).read_bytes()
    expect(data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")
    at, packed, width, height, step = 8, b"", 0, 0, 3
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", body[:10])
            step = {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    raw = zlib.decompress(packed)
    rows, above = [], bytes(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        kind, row = raw[start], raw[start + 1:start + 1 + width * step]
        above = row if kind == 0 else unfilter(kind, row, above, step)
        rows.append(above if step == 3 else b"".join(above[i:i + 3] for i in range(0, len(above), 4)))
    return width, height, rows


def shrunk(path, by=4):
    """Mean colours of squares of `by` pixels, which are compared: an edge that moves by a pixel does not matter."""
    width, height, rows = pixels(path)
    small = []
    for y in range(0, height - by + 1, by):
        sums = [0] * (width * 3)
        for row in rows[y:y + by]:
            sums = [a + b for a, b in zip(sums, row)]
        for x in range(0, width - by + 1, by):
            for c in range(3):
                small.append(sum(sums[(x + k) * 3 + c] for k in range(by)) / (by * by))
    return (width, height), small


def compare(path, name):
    """Is the picture like the reference?"""
    reference = HERE / "references" / f"{name}.png"
    if REFERENCES:
        reference.parent.mkdir(exist_ok=True)
        reference.write_bytes(pathlib.Path(path).read_bytes())
        return
    size, now = shrunk(path)
    other, then = shrunk(reference)
    expect(size == other, f"{name}: {size} pixels, the reference has {other}")
    differences = [abs(a - b) for a, b in zip(now, then)]
    mean = sum(differences) / len(differences)
    far = sum(1 for d in differences if d > 40) / len(differences)
    expect(mean < 2.5 and far < 0.01,
           f"{name}: differs from the reference by {mean:.2f} on the mean, {far:.2%} far off")


def state(line):
    """The words of a `print` line."""
    words = line.replace(",", "").split()
    return {"step": int(words[2]), "last": int(words[4]), "boids": int(words[5]), "seed": int(words[8]),
            "paused": words[9] == "paused", "line": line}


def main(things):
    """Runs the cases among the things that a file defines."""
    names = sys.argv[2:]
    cases = {name[5:]: act for name, act in things.items() if name.startswith("case_")}
    if REFERENCES:
        names = [name for name in cases if name.startswith("pictures_")]
    failed = 0
    for name in names or cases:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                cases[name]()
                print(f"ok      {name.replace('_', ' ')}", flush=True)
            except (Failure, OSError, ValueError, IndexError, subprocess.TimeoutExpired) as failure:
                print(f"FAILED  {name.replace('_', ' ')}\n        {failure}", flush=True)
                failed += 1
            os.chdir("/")
    return 1 if failed else 0


VOLERY = str(pathlib.Path(sys.argv[1]).resolve())
REFERENCES = sys.argv[2:] == ["--references"]
