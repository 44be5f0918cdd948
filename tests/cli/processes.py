"""What files.py needs to start volery, to wait for what it does, and to check what it left. The program is the first
argument of the script that is run."""
import json
import os
import shutil
import struct
import subprocess
import sys
import time

LIMIT = 100  # seconds until a case that hangs is given up
FOREVER = ["--steps", "1000000000", "--quiet"]
BUSY = "another process is writing it; nothing was changed\n"
VOLERY = os.path.realpath(sys.argv[1])
STARTED = []  # so that a case that fails leaves no process behind


def start(*arguments, **options):
    process = subprocess.Popen([VOLERY, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, **options)
    STARTED.append(process)
    return process


def run(*arguments, **options):
    options = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, **options}
    return subprocess.run([VOLERY, *arguments], timeout=LIMIT, **options)


def until(condition, process):
    """Waits for something that the process does."""
    end = time.monotonic() + LIMIT
    while not condition():
        if process.poll() is not None:
            raise AssertionError(f"it ended too early, with {process.returncode}: {process.stderr.read()}")
        if time.monotonic() > end:
            process.kill()
            raise AssertionError("it took too long")
        os.sched_yield()


def size_of(path):
    try:
        return os.path.getsize(path)
    except FileNotFoundError:
        return 0


def finish(process, expected, *signals):
    """Sends signals, one right behind the other, and waits for the end."""
    for number in signals:
        process.send_signal(number)
    try:
        said = process.communicate(timeout=LIMIT)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"it goes on after {signals}") from None
    same(process.returncode, expected, f"exit code; it said: {said}")
    return said


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, expected {expected!r}")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def beside(name):
    """The file that is made beside NAME."""
    number = 0xCBF29CE484222325
    for byte in os.fsencode(name):
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return f".volery-{number:016x}.tmp"


def check_csv(path):
    """Whole lines, steps one behind the other, each with all boids."""
    lines = read(path).decode().split("\n")
    same(lines[-1], "", "the last line has no end")
    steps = [line.split(",")[0] for line in lines[1:-1]]
    same(steps, [str(i // 100) for i in range(len(steps))], "the steps")
    same(len(steps) % 100, 0, "the last step is not whole")


def check_recording(path):
    result = run("verify", path)
    same(result.returncode, 0, f"verify: {result.stdout}{result.stderr}")
    same("cut off" in result.stdout, False, f"it has its end: {result.stdout}")


def film_frames(path):
    """Frames that can be played: by ffprobe where it can, else by the chunks of the file."""
    if path.endswith(".webp"):
        data = read(path)
        same((data[:4], data[8:12]), (b"RIFF", b"WEBP"), "the head of the WebP")
        at, end, frames = 12, 8 + struct.unpack("<I", data[4:8])[0], 0
        same(end <= len(data), True, "the WebP is as long as it says")
        while at < end:
            frames += data[at:at + 4] == b"ANMF"
            length = struct.unpack("<I", data[at + 4:at + 8])[0]
            at += 8 + length + length % 2
        same(at, end, "the end of the last chunk of the WebP")
        return frames
    if shutil.which("ffprobe") is None:
        return 1 if len(read(path)) > 10000 else 0
    answer = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_entries",
                             "stream=nb_read_frames", path], capture_output=True, text=True, timeout=LIMIT)
    same(answer.returncode, 0, f"ffprobe: {answer.stderr}")
    return int(json.loads(answer.stdout)["streams"][0]["nb_read_frames"])


FEATURES = json.loads(run("info", "--json").stdout)["features"]
FILMS = ["mp4", "webm", "gif", "webp"] if FEATURES["film"] and FEATURES["cairo"] else []
RENDER = ["render", "steering", "--size", "64x48", "--renderer", "cairo", *FOREVER]


def open_files(process):
    return open_files_of(process.pid)


def open_files_of(process_number):
    folder = f"/proc/{process_number}/fd"
    names = []
    for number in os.listdir(folder):
        try:
            names.append(os.path.basename(os.readlink(f"{folder}/{number}")))
        except FileNotFoundError:
            pass
    return names
