#!/usr/bin/env python3
"""A run that is killed at random moments and resumed writes the identical files: checkpoint_killed.py VOLERY

Each run is killed several times, with another number of threads each time, when it has written so many checkpoints and
its files were looked at so many times more; both numbers are drawn from a fixed seed. Some runs lose more than the
process: the newer checkpoint is cut short or changed, and the older one must be taken. Then the disk is full under
every built-in scene."""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile

EVENTS = """
world: {size: [300, 200]}
flocks:
  - {name: birds, model: steering, count: 150, leader: 3}
  - {name: crows, model: capped, count: 30}
events:
  - {at: 10, add: {flock: birds, position: [30.5, 26.25], velocity: [0.98, 0.17]}}
  - {at: 25, scatter: {position: [32, 24], strength: 0.1}}
  - {at: 33, set: {birds.cohesion.weight: 2.5, world.dt: 0.7}}
  - {at: 40, leader: {flock: birds, id: 7}}
  - {at: 59, add: {flock: crows, position: [3, 2], velocity: [0, 1]}}
  - {at: 300, set: {birds.index: tree}}
  - {at: 301, add: {flock: crows, position: [3, 2], velocity: [0, 1]}}
"""


def which(path):
    """Tells one checkpoint from the next."""
    try:
        about = os.stat(path)
        return about.st_ino, about.st_mtime_ns
    except FileNotFoundError:
        return None


def run_and_kill(command, output, checkpoints, more):
    """Kills the run soon after it has written so many checkpoints. False: it was done before."""
    files = [f"{output}.checkpoint.{i}" for i in (0, 1)]
    process = subprocess.Popen(command)
    seen, left = [which(file) for file in files], checkpoints
    while left > 0 and process.poll() is None:
        now = [which(file) for file in files]
        left -= now != seen
        seen = now
    for _ in range(more):
        which(output)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return process.returncode == -signal.SIGKILL


def damage(numbers, output):
    """Cuts the newer one of two checkpoints, or changes a byte of it. Which one was it? None: there are not two."""
    files = [f"{output}.checkpoint.{i}" for i in (0, 1)]
    if not all(os.path.exists(file) for file in files):
        return None
    newer = max(files, key=lambda file: os.stat(file).st_mtime_ns)
    with open(newer, "rb+") as file:
        at = numbers.randrange(os.path.getsize(newer))
        if numbers.random() < 0.5:
            file.truncate(at)
        else:
            file.seek(at)
            byte = file.read(1)
            file.seek(at)
            file.write(bytes([byte[0] ^ 0x10]))
    return newer


def resume(command, damaged):
    """Once more to the end: the words of the summary."""
    done = subprocess.run([*command, "--resume", "--json"], capture_output=True, text=True, check=False)
    told = "" if damaged is None else f"{damaged}: is damaged, or no checkpoint; the other checkpoint is taken\n"
    if done.returncode != 0 or done.stderr != told:
        print(f"{command}: exit code {done.returncode}, '{done.stderr}' and not '{told}'")
        return None
    return json.loads(done.stdout)


def check(volery, numbers, options, files, kills):
    """One run, whole and in pieces."""
    command = [volery, "run", *options]
    before = os.getcwd()
    hashes = []
    for folder in ("whole", "pieces"):
        os.makedirs(folder, exist_ok=True)
        os.chdir(folder)
        with open("events.yaml", "w", encoding="utf-8") as file:
            file.write(EVENTS)
        if folder == "whole":
            done = subprocess.run([*command, "--threads", "1", "--json"], check=True, capture_output=True, text=True)
            hashes.append(json.loads(done.stdout)["hash"])
        else:
            for kill in range(kills):
                threads = ["--threads", str(1 + kill % 2)]
                again = ["--resume"] if os.path.exists(f"{files[0]}.checkpoint.0") else []
                if not run_and_kill([*command, *threads, *again, "--quiet"], files[0], numbers.randrange(1, 4),
                                    numbers.randrange(0, 3000)):
                    print(f"{options}: done before it was killed for the {kill + 1}th time")
                    return False
            answer = resume(command, damage(numbers, files[0]) if numbers.random() < 0.7 else None)
            if answer is None:
                return False
            hashes.append(answer["hash"])
        os.chdir(before)
    for file in files:
        with open(f"whole/{file}", "rb") as a, open(f"pieces/{file}", "rb") as b:
            if a.read() != b.read():
                print(f"{options}: {file} differs")
                return False
    left = [file for file in os.listdir("pieces") if "checkpoint" in file or file.startswith(".")]
    if left or hashes[0] != hashes[1]:
        print(f"{options}: files are left: {left}; hashes: {hashes}")
        return False
    print(f"identical: {' '.join(options)}")
    return True


def check_scene(volery, scene):
    """A built-in scene whose disk is full when half of its trajectory is written."""
    command = [volery, "run", scene, "--steps", "24", "-o", "a.csv", "--record", "a.rec", "--save", "a.state",
               "--checkpoint", "5", "--quiet"]
    subprocess.run(command, check=True)
    files = {name: open(name, "rb").read() for name in ("a.csv", "a.rec", "a.state")}
    most = len(files["a.csv"]) * 5 // 8
    full = subprocess.run(command, capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
    done = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=False)
    same = [name for name, bytes in files.items() if open(name, "rb").read() == bytes]
    good = (full.returncode, full.stderr, done.returncode, done.stderr, same) == (
        1, "a.csv: cannot be written: File too large\n", 0, "", list(files))
    if not good:
        print(f"{scene}: '{full.stderr}', then '{done.stderr}'; the same are {same}")
    return good


def main():
    volery = os.path.realpath(sys.argv[1])
    info = subprocess.run([volery, "info", "--json"], check=True, capture_output=True)
    features = json.loads(info.stdout)["features"]
    numbers = random.Random(20261116)
    runs = [
        (["events.yaml", "--steps", "900", "-o", "a.csv", "--record", "a.rec", "--measure", "m.csv", "--every", "2",
          "--leader-log", "l.csv", "--save", "a.state", "--checkpoint", "16"],
         ["a.csv", "a.rec", "m.csv", "l.csv", "a.state"], 6),
        (["predators", "--steps", "500", "-o", "a.xyz", "--checkpoint", "25", "--record", "a.rec"],
         ["a.xyz", "a.rec"], 4),
    ]
    if features["hdf5"]:
        runs.append((["events.yaml", "--steps", "900", "-o", "a.h5", "--checkpoint", "16"], ["a.h5"], 8))
    good = True
    for options, files, kills in runs:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            good = check(volery, numbers, options, files, kills) and good
            os.chdir("/")
    scenes = json.loads(subprocess.run([volery, "scenes", "--json"], check=True, capture_output=True).stdout)["scenes"]
    for scene in scenes:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            good = check_scene(volery, scene["name"]) and good
            os.chdir("/")
    print(f"{len(scenes)} built-in scenes")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
