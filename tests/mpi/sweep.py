#!/usr/bin/env python3
"""Sweeps over ranks, and runs over ranks that go on from checkpoints: sweep.py VOLERY MPIRUN [BEGINNING]

The table is that of one process, whatever happened to the ranks that computed it. With BEGINNING, only cases whose
names begin with it: table, killed, signal, once, checkpoint."""
import json
import os
import signal
import sys

from processes import LIMIT, alone, children_of, main, ranks, same, start

SWEEP = ["sweep", "steering", "--over", "boids.cohesion.weight=0:2:4", "--over", "boids.max_speed=2,3,-1", "--repeat",
         "2", "--steps", "30", "--measures", "polarisation,groups", "--threads", "1"]
LONG = ["sweep", "steering", "--over", "boids.max_speed=1:5:240", "--steps", "200", "--measures", "polarisation",
        "--threads", "1", "--quiet", "-o", "t.csv"]
EVENTS = """
world: {size: [300, 200]}
flocks:
  - {name: birds, model: steering, count: 150}
  - {name: crows, model: capped, count: 30}
events:
  - {at: 10, add: {flock: birds, position: [30.5, 26.25], velocity: [0.98, 0.17]}}
  - {at: 25, scatter: {position: [32, 24], strength: 0.1}}
  - {at: 33, set: {birds.cohesion.weight: 2.5, world.dt: 0.7}}
"""


def read(path):
    with open(path, "rb") as file:
        return file.read()


def answer(result, what):
    same((result.returncode, result.stderr), (0, ""), what)
    return result.stdout


def rows_in(journal):
    """0 where there is none, or none any more: a sweep takes it away when it ends."""
    try:
        return read(journal).partition(b"\n\n")[2].count(b"\n")
    except FileNotFoundError:
        return 0


def wait_for(condition, process):
    """Until it holds; a process that ends before is an error."""
    while not condition():
        same(process.poll(), None, "the code of a process that ended too early")


def case_table_is_that_of_one_process():
    """Of any number of ranks, as CSV and HDF5 and on standard output, with its points."""
    features = json.loads(alone("info", "--json").stdout)["features"]
    endings = ["csv", "h5"] if features["hdf5"] else ["csv"]
    for ending in endings:
        answer(alone(*SWEEP, "-o", f"whole.{ending}", "--quiet"), "one process")
    answer(alone(*SWEEP, "-o", "whole.csv", "--points", "whole.points.csv", "--quiet"), "one process")
    for count in (2, 4):
        for ending in endings:
            answer(ranks(count, *SWEEP, "-o", f"t.{ending}", "--quiet"), f"{count} ranks")
            same(read(f"t.{ending}") == read(f"whole.{ending}"), True, f"the .{ending} of {count} ranks")
    answer(ranks(3, *SWEEP, "-o", "t.csv", "--points", "points.csv", "--quiet"), "points")
    same(read("points.csv") == read("whole.points.csv"), True, "the points")
    found = ranks(3, *SWEEP, "--json")
    same(found.stdout.encode() == read("whole.csv"), True, "the table on standard output")
    summary = json.loads(found.stderr)
    same((summary["runs"], summary["failed"], summary["workers"]), (24, 8, 3), "the summary")


def case_table_of_parts_by_ranks():
    """A job array whose jobs have ranks."""
    answer(alone(*SWEEP, "-o", "whole.csv", "--quiet"), "one process")
    for part in ("2/2", "1/2"):
        answer(ranks(2, *SWEEP, "-o", "t.csv", "--quiet", "--part", part), part)
    answer(ranks(2, *SWEEP, "-o", "t.csv", "--quiet", "--join"), "joining")
    same(read("t.csv") == read("whole.csv"), True, "the table")


def case_killed_rank_ends_all_and_the_sweep_goes_on():
    """With other numbers of ranks each time; at last by a process that is alone."""
    answer(alone(*LONG[:-1], "whole.csv"), "one process")
    done = 0
    for which in (1, 0, 2):
        process = start(3, *LONG)
        wait_for(lambda: rows_in("t.csv.journal") > done + 20, process)
        os.kill(children_of(process.pid)[which], signal.SIGKILL)
        process.communicate(timeout=LIMIT)
        same(process.returncode != 0, True, "mpirun's code")
        same(os.path.exists("t.csv"), False, "a table")
        done = rows_in("t.csv.journal")
    summary = json.loads(answer(alone(*LONG, "--json"), "the last resumption"))
    same(summary["resumed"], done, "runs that were found")
    same(read("t.csv") == read("whole.csv"), True, "the table")


def case_signal_to_any_rank_ends_all():
    for which in (0, 2):
        process = start(3, *LONG)
        done = rows_in("t.csv.journal")
        wait_for(lambda: rows_in("t.csv.journal") > done + 10, process)
        os.kill(children_of(process.pid)[which], signal.SIGTERM)
        said = process.communicate(timeout=LIMIT)[1]
        runs = rows_in("t.csv.journal")
        same((process.returncode, said),
             (130, f"volery sweep: interrupted after {runs} of 240 runs; the same command goes on from there\n"),
             "what is said")


def case_once_each_message():
    for words, says in ((["--over", "boids.nothing=1,2"], "boids.nothing"), (["-o", "there/t.csv"], "there/t.csv"),
                        (["-o", "t.csv", "--join"], "there is no journal"),
                        (["--points", "p.txt"], "no format has this ending")):
        found = ranks(3, *SWEEP, *words)
        same((found.returncode != 0, found.stdout, found.stderr.count("\n")), (True, "", 1), found.stderr)
        same(says in found.stderr, True, found.stderr)
    with open("t.csv.journal", "w", encoding="utf-8") as file:
        file.write("anything\n")
    found = ranks(3, *SWEEP, "-o", "t.csv")
    same((found.returncode, found.stderr), (2, "t.csv.journal: is in the way: this is not the journal of a sweep\n"),
         "the journal")


def case_checkpoint_of_ranks_goes_on_with_others():
    """Killed on three ranks, gone on with on two, killed again, gone on with by one process: the files are those of a
    run that nothing happened to."""
    with open("s.yaml", "w", encoding="utf-8") as file:
        file.write(EVENTS)
    files = {"-o": "a.csv", "--record": "a.rec", "--measure": "m.csv", "--save": "a.state"}
    command = ["run", "s.yaml", "--steps", "300", "--checkpoint", "10", "--threads", "1", "--quiet"]
    for option, name in files.items():
        command += [option, name]
    answer(alone(*command), "the whole run")
    whole = {name: read(name) for name in files.values()}
    for name in files.values():
        os.remove(name)
    for count, more in ((3, []), (2, ["--resume"])):
        process = start(count, *command, *more)
        seen = [os.path.exists(f"a.csv.checkpoint.{i}") and read(f"a.csv.checkpoint.{i}") for i in (0, 1)]
        wait_for(lambda: all(os.path.exists(f"a.csv.checkpoint.{i}") and read(f"a.csv.checkpoint.{i}") != seen[i]
                             for i in (0, 1)), process)
        os.kill(children_of(process.pid)[count - 1], signal.SIGKILL)
        process.communicate(timeout=LIMIT)
    summary = json.loads(answer(alone(*command, "--resume", "--json"), "the last resumption"))
    same(summary["resumed_at"] >= 40, True, f"the step it went on from: {summary['resumed_at']}")
    for name, bytes in whole.items():
        same(read(name) == bytes, True, f"{name} is the same")


sys.exit(main(dict(globals())))
