#!/usr/bin/env python3
"""A sweep of 200 runs that is killed three times and resumed gives the identical table: sweep_killed.py VOLERY

The points at which it is killed are numbers of finished runs, drawn at random from a fixed seed; the journal tells when
one is reached. Before the last resumption the journal's last line is cut in two, as a machine that loses its power
might leave it. And a small one as HDF5, where this volery can write it."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile

RUNS = 200


def sweep(weights):
    return ["sweep", "steering", "--over", f"boids.cohesion.weight=0:2:{weights}",
            "--over", "boids.max_speed=2,3,4,5,-1", "--repeat", "4", "--steps", "40",
            "--measures", "polarisation,groups", "--quiet", "--threads", "2"]


def lines_in(journal):
    """Finished runs in the journal: lines behind the empty one."""
    try:
        with open(journal, "rb") as file:
            head, _, rows = file.read().partition(b"\n\n")
            return rows.count(b"\n")
    except FileNotFoundError:
        return 0


def run_and_kill(command, journal, at):
    """Starts the sweep and kills it when so many runs are finished."""
    process = subprocess.Popen(command)
    while lines_in(journal) < at and process.poll() is None:
        pass
    process.send_signal(signal.SIGKILL)
    process.wait()
    return process.returncode == -signal.SIGKILL


def check(volery, folder, ending, weights, points):
    command = [volery, *sweep(weights)]
    whole, resumed = f"{folder}/whole{ending}", f"{folder}/resumed{ending}"
    journal = resumed + ".journal"
    subprocess.run([*command, "-o", whole], check=True)
    for at in points:
        if not run_and_kill([*command, "-o", resumed], journal, at):
            print(f"{ending}: the sweep ended before it had finished {at} runs")
            return False
        if os.path.exists(resumed):
            print(f"{ending}: there is a table although the sweep was killed after {at} runs")
            return False
    with open(journal, "rb+") as file:
        file.truncate(os.path.getsize(journal) - 30)
    found = lines_in(journal)
    summary = subprocess.run([*command, "-o", resumed, "--json"], check=True, capture_output=True, text=True)
    if json.loads(summary.stdout)["resumed"] != found:
        print(f"{ending}: {found} runs were in the journal, but the sweep resumed with {summary.stdout}")
        return False
    if os.path.exists(journal):
        print(f"{ending}: the journal is still there")
        return False
    with open(whole, "rb") as a, open(resumed, "rb") as b:
        if a.read() != b.read():
            print(f"{ending}: the tables differ after being killed at {points}")
            return False
    print(f"{ending}: identical after being killed at {points}, {found} runs found")
    return True


def check_rows(path):
    """200 rows in order, seeds all different, the runs that cannot be are the only ones that failed."""
    with open(path, encoding="utf-8") as file:
        rows = [line.split(",") for line in file.read().splitlines()[1:]]
    failed = [row for row in rows if row[4] != "ok"]
    return (len(rows) == RUNS and [int(row[0]) for row in rows] == list(range(RUNS))
            and len({row[3] for row in rows}) == RUNS and len(failed) == RUNS // 5
            and all("failed: --over boids.max_speed=-1: value '-1'" in ",".join(row) for row in failed))


def main():
    volery = os.path.realpath(sys.argv[1])
    info = subprocess.run([volery, "info", "--json"], check=True, capture_output=True)
    features = json.loads(info.stdout)["features"]
    numbers = random.Random(20260701)
    with tempfile.TemporaryDirectory() as folder:
        points = sorted(numbers.sample(range(5, RUNS - 20), 3))
        good = check(volery, folder, ".csv", RUNS // 20, points)
        if features["hdf5"]:
            good = check(volery, folder, ".h5", 1, [6]) and good
        if not check_rows(f"{folder}/whole.csv"):
            print("the table does not hold what it must")
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
