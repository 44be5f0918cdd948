#!/usr/bin/env python3
"""Volery side by side with what people would use instead: the same boids and steps, in turn, round by round.

    bench/peers/run.py [--volery PROGRAM] [--boids N[,N...]] [--threads T[,T...]] [--steps S] [--rounds R] [--check]
                       [--peer NAME=COMMAND] [--mesa [PYTHON]] [--mason JAR] [--netlogo FOLDER] [--opensteer FOLDER]

Programs of ours: `grid` and `pairs` (plain.cpp, built here by $CXX or c++) and `ckdtree` (ckdtree.py, where NumPy and
SciPy are there). All read the start that Volery writes; after one step each must have counted as many neighbours and
have its boids where Volery has them, but for rounding. --check does that alone. Other programs are named by --peer; in
COMMAND {boids}, {steps}, {threads}, {side} and {start} are replaced, and a line `seconds S` must come out. What these
compute is not checked.

--mesa (a Python that has it; without a word the one that runs this), --mason (its jar), --netlogo (its folder) and
--opensteer (its source) name programs for which there are drivers here (others.py). Their flocks have rules of their
own, so they get a table of their own, by one thread, beside Volery with as many boids and neighbours:
bench/peers/README.md says what differs.
"""
import argparse
import csv
import math
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import others
from process import fail, figure, run, volery_seconds

HERE = pathlib.Path(__file__).resolve().parent
SCENE = """\
world: {{size: [{side!r}, {side!r}], boundary: wrap, images: true}}
flocks:
  - {{name: boids, model: blend, count: {boids}, start: {{shape: uniform, speed: 2}}, max_speed: 2,
     separation: {{radius: 25, weight: 0.005}}, alignment: {{radius: 50, weight: 0.005}},
     cohesion: {{radius: 50, weight: 0.0005}}}}
"""
MOST_PAIRS = 20000  # boids: more would take `pairs` minutes
TOLERANCE = 5e-7  # of the world's side, after a step: a few times what single precision rounds there
NEAR_MISSES = 1e-5  # of the neighbours, which rounding takes in or leaves out at just the radius


def numbers(text):
    """A list of whole numbers with commas."""
    return [int(float(word)) for word in text.split(",")]


class Work:
    """A number of boids: where they start, and where they are after one step."""

    def __init__(self, options, where, boids):
        self.options, self.where, self.boids = options, where, boids
        self.side = math.sqrt(boids * math.pi * 50 * 50 / 10)
        self.scene = where / f"{boids}.yaml"
        self.start = where / f"{boids}.start"
        self.scene.write_text(SCENE.format(side=self.side, boids=boids), encoding="utf-8")
        run([*self.program(1), "-o", "steps.csv", "--measure", "seen.csv", "--measures", "neighbours"], where)
        states = {"0": [], "1": []}
        with open(where / "steps.csv", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                states[row["step"]].append([row[name] for name in ("x", "y", "vx", "vy")])
        self.start.write_text("".join(" ".join(boid) + "\n" for boid in states["0"]), encoding="utf-8")
        self.after = [[float(word) for word in boid] for boid in states["1"]]
        with open(where / "seen.csv", encoding="utf-8", newline="") as file:
            self.seen = float(next(csv.DictReader(file))["neighbours"]) * boids

    def program(self, steps):
        """Volery with this work."""
        return [self.options.volery, "run", str(self.scene), "--steps", str(steps)]

    def volery(self, threads, steps):
        """The seconds that Volery takes."""
        return volery_seconds([*self.program(steps), "--threads", str(threads)], self.where)

    def peer(self, command, threads, steps):
        """The seconds that another program takes."""
        return figure(run(self.command(command, threads, steps), self.where), "seconds")

    def command(self, command, threads, steps):
        """The command with what is to be computed."""
        values = {"boids": self.boids, "steps": steps, "threads": threads, "side": repr(self.side), "start": self.start}
        for name, value in values.items():
            command = [word.replace("{" + name + "}", str(value)) for word in command]
        return command

    def check(self, name, command):
        """Does a program of ours what Volery does?"""
        text = run([*self.command(command, 1, 1), "end"], self.where)
        seen = figure(text, "neighbours")
        if abs(seen - self.seen) > NEAR_MISSES * self.seen:
            fail(f"{name} has counted {seen:.0f} neighbours, Volery {self.seen:.0f}")
        after = [[float(word) for word in line.split()] for line in open(self.where / "end", encoding="utf-8")]
        worst = 0
        for mine, theirs in zip(self.after, after):
            away = [abs(a - b) for a, b in zip(mine, theirs)]
            worst = max(worst, *[min(d, self.side - d) for d in away[:2]], *away[2:])
        if len(after) != self.boids or not worst <= TOLERANCE * self.side:
            fail(f"{name} is up to {worst:g} away from Volery after a step of {self.boids} boids")
        return worst


def own_peers(where):
    """Name and command of each program of ours that is there."""
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    plain = str(where / "plain")
    run([*compiler, "-O3", "-march=native", "-pthread", "-o", plain, str(HERE / "plain.cpp")], where)
    tail = ["{threads}", "{steps}", "{side}", "{start}"]
    peers = [("grid", [plain, "grid", *tail]), ("pairs", [plain, "pairs", *tail])]
    tree = [sys.executable, str(HERE / "ckdtree.py"), *tail]
    if subprocess.run([sys.executable, "-c", "import numpy, scipy"], capture_output=True, check=False).returncode == 0:
        peers.append(("ckdtree", tree))
    else:
        print("ckdtree is left out: no NumPy and SciPy here (Debian: python3-numpy, python3-scipy)", file=sys.stderr)
    return peers


def steps_for(options, name, boids):
    """Slow programs make fewer steps."""
    slow = {"pairs": 10 * boids / 1000, "ckdtree": 50}.get(name, 4)
    return options.steps or max(2, min(200, int(2e7 / boids / slow)))


def measure(work, peers, threads, options):
    """The best seconds a step of all, in turn, and a line for each."""
    best = {}
    for _ in range(options.rounds):
        for name, command in [("volery", None), *peers]:
            steps = steps_for(options, name, work.boids)
            taken = work.peer(command, threads, steps) if command else work.volery(threads, steps)
            best[name] = min(best.get(name, math.inf), taken / steps)
    for name, seconds in best.items():
        print(f"| {work.boids} | {threads} | {name} | {1e3 * seconds:.4g} | {1e9 * seconds / work.boids:.4g} "
              f"| {seconds / best['volery']:.3g} |", flush=True)


def main():
    """Reads the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--volery", default="volery")
    parser.add_argument("--boids", type=numbers, default=[1000, 10000, 100000])
    parser.add_argument("--threads", type=numbers, default=[1])
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    others.add_options(parser)
    options = parser.parse_args()
    options.volery = others.from_here(options.volery)
    with tempfile.TemporaryDirectory() as folder:
        where = pathlib.Path(folder)
        plane, space = others.commands(options, where)
        own = own_peers(where)
        named = [(name, shlex.split(command)) for name, _, command in (word.partition("=") for word in options.peer)]
        works = [Work(options, where, boids) for boids in options.boids]
        for work in works:
            for name, command in own:
                if name != "pairs" or work.boids <= MOST_PAIRS:
                    worst = work.check(name, command)
                    print(f"{name}: {work.boids} boids, {work.seen:.0f} neighbours, after a step at most {worst:.2g} "
                          "from Volery", file=sys.stderr)
        if options.check:
            return
        print("| boids | threads | program | ms a step | ns a boid | times Volery |\n|---:|---:|---|---:|---:|---:|")
        for work in works:
            for threads in options.threads:
                some = [peer for peer in own if peer[0] != "pairs" or work.boids <= MOST_PAIRS]
                measure(work, some + named, threads, options)
        if plane or space:
            others.compare(options, plane, space, where)


if __name__ == "__main__":
    main()
