#!/usr/bin/env python3
"""volery over several ranks: ranks.py VOLERY MPIRUN [BEGINNING...]

What a run writes and says by 2, 3 and 4 ranks is what it writes and says by one process; one rank speaks; whatever
fails on one of them ends all. With BEGINNING, only cases whose names begin with one of these: quick, bits, verify,
input, once, killed, signal, disk."""
import glob
import json
import os
import resource
import shutil
import signal
import sys
import time

from processes import LIMIT, MPIRUN, VOLERY, alone, children_of, main, ranks, run, same, start

FEATURES = json.loads(alone("info", "--json").stdout)["features"]
# Flocks that eat, terms, players, obstacles, leaders, three dimensions, walls, science models, indexes.
TOGETHER = ["--set", "world.update=together"]  # boids that move in turn are not for ranks
SCENES = ["ecosystem", "goals", "player", "obstacles", "leader", "murmuration", "couzin", "vicsek", "dorsogna", "flow"]


def answer(result, what):
    same((result.returncode, result.stderr), (0, ""), what)
    return json.loads(result.stdout)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def states_of(path):
    """The hashes of a recording: its other bytes tell threads, and when it was written."""
    found = alone("verify", path, "--json")
    return answer(found, f"verify {path}")["hash"], answer(found, path)["steps"]


def compare(scene, counts, *more):
    names = ["t.csv", "m.csv", "s.state"]
    common = [scene, "--steps", "40", "--json", "-o", "t.csv", "--every", "4", "--measure", "m.csv", "--save",
              "s.state", *TOGETHER, *more]
    first = answer(alone("run", *common, "--record", "r.vol"), f"{scene} alone")
    files = {name: read(name) for name in names}
    states = states_of("r.vol")
    for count in counts:
        for name in names:
            os.remove(name)
        now = answer(ranks(count, "run", *common, "--record", "r.vol"), f"{scene} by {count} ranks")
        for key in ("hash", "boids", "steps", "recorded", "measured"):
            same(now[key], first[key], f"{scene} by {count} ranks: {key}")
        same(now["cluster"]["ranks"], count, "ranks")
        for name in names:
            same(read(name) == files[name], True, f"{scene} by {count} ranks: {name} is that of one process")
        same(states_of("r.vol"), states, f"{scene} by {count} ranks: the recording")


def case_quick():
    """The one of make test: bits, verify, one voice, and MPI is not loaded by the plain program."""
    compare("ecosystem", [3])
    verified = ranks(2, "verify", "r.vol", "--json")
    same(answer(verified, "verify by 2 ranks")["identical"], True, "verified by ranks")
    refused = ranks(2, "render", "default", "-o", "a.png")
    same((refused.returncode, refused.stdout, refused.stderr.count("\n")), (2, "", 1), "render by 2 ranks")
    case_once_plain_program_has_no_mpi()


def case_bits_of_scenes():
    for i, scene in enumerate(SCENES):
        compare(scene, [2 + i % 3])
    compare("default", [2, 4], "--set", "birds.count=400")


def case_bits_of_a_leader_log():
    """With a grid, whose boids lie elsewhere on every number of ranks."""
    for count in (1, 3):
        result = ranks(count, "run", "leader", *TOGETHER, "--set", "world.index=grid", "--steps", "20", "--quiet",
                       "--leader-log", f"{count}.csv")
        same((result.returncode, result.stderr), (0, ""), f"by {count} ranks")
    same(len(read("1.csv")) > 500 and read("3.csv") == read("1.csv"), True, "the log by 3 ranks is that by one")


def case_bits_of_bench():
    words = ["bench", "uniform", "--boids", "3000", "--steps", "3", "--repeat", "1", "--threads", "1", "--json"]
    first = answer(alone(*words), "alone")
    now = answer(ranks(3, *words), "by 3 ranks")
    same((now["hash"], now["ranks"], now["candidates"] > 0), (first["hash"], 3, True), "the benchmark by 3 ranks")
    same("ranks" in first, False, "one process has no ranks")


def case_bits_of_h5():
    """Trajectories as HDF5: the same values."""
    if not FEATURES["hdf5"] or shutil.which("h5_look") is None:
        return
    for scene in ("ecosystem", "default", "murmuration"):
        for count in (1, 3):
            result = ranks(count, "run", scene, *TOGETHER, "--steps", "30", "--every", "3", "-o", f"{count}.h5",
                           "--quiet")
            same((result.returncode, result.stderr), (0, ""), f"{scene} by {count} ranks")
        looks = [[run("h5_look", f"{count}.h5", what).stdout for what in ("about", "csv")] for count in (1, 3)]
        same(looks[0][1] != "" and looks[0] == looks[1], True, f"{scene}: the values by 3 ranks are those by one")


def case_bits_of_a_state_on_another_number_of_ranks():
    whole = answer(alone("run", "ecosystem", *TOGETHER, "--steps", "60", "--json"), "whole")
    answer(ranks(4, "run", "ecosystem", *TOGETHER, "--steps", "30", "--json", "--save", "a.state"), "first half")
    rest = answer(ranks(3, "run", "ecosystem", *TOGETHER, "--steps", "30", "--json", "--load", "a.state", "--record",
                        "a.vol"), "second half")
    same(rest["hash"], whole["hash"], "hash")
    same(states_of("a.vol"), (whole["hash"], 30), "the recording of the second half")


def case_verify_by_ranks():
    answer(alone("run", "predators", "--steps", "40", "--json", "--record", "a.vol"), "the recording")
    for count in (2, 3):
        found = answer(ranks(count, "verify", "a.vol", "--json"), f"verify by {count} ranks")
        same((found["identical"], found["steps"]), (True, 40), f"by {count} ranks")
    with open("a.vol", "r+b") as file:
        file.seek(-300, os.SEEK_END)
        file.write(b"x")
    damaged = ranks(2, "verify", "a.vol")
    same((damaged.returncode, damaged.stderr.count("\n")), (1, 1), f"a damaged one ({damaged.stderr})")


def case_input_reaches_all_ranks():
    """Launchers pass standard input to the first one alone."""
    scene = alone("run", "ecosystem", *TOGETHER, "--print-scene").stdout
    expected = answer(alone("run", "ecosystem", *TOGETHER, "--steps", "20", "--json"), "alone")["hash"]
    found = answer(ranks(3, "run", "-", "--steps", "20", "--json", stdin=None, input=scene), "from standard input")
    same(found["hash"], expected, "hash")
    answer(alone("run", "ecosystem", *TOGETHER, "--steps", "10", "--json", "--save", "a.state"), "half")
    with open("a.state", "rb") as state:
        found = answer(ranks(2, "run", "ecosystem", *TOGETHER, "--load", "-", "--steps", "10", "--json", stdin=state),
                       "a state")
    same(found["hash"], expected, "hash of the rest")


def case_input_that_differs_is_refused():
    """Two ranks, each in a folder of its own with another scene of that name: `sh` tells them apart."""
    for rank in ("0", "1"):
        os.mkdir(rank)
        with open(f"{rank}/a.yaml", "w", encoding="utf-8") as file:
            file.write(alone("scenes", "nudge").stdout.replace("count:", "count: 1") if rank == "1"
                       else alone("scenes", "nudge").stdout)
    found = run(MPIRUN, "-q", "-n", "2", "sh", "-c", 'cd $OMPI_COMM_WORLD_RANK && exec "$0" run a.yaml --steps 2',
                VOLERY)
    same(found.returncode != 0 and found.stderr.count("\n") == 1, True, f"it says: {found.stderr}")


def case_once_more_ranks_than_rows():
    refused = ranks(3, "run", "couzin", "--steps", "5")
    same((refused.returncode, refused.stdout, refused.stderr.count("\n")), (2, "", 1), f"couzin ({refused.stderr})")
    same("3 ranks, 2 rows: there are more ranks than rows of cells" in refused.stderr, True, refused.stderr)


def case_once_each_message():
    """Not once a rank: what is wrong, and what is asked of the program."""
    wrong = {("run", "nosuch"): 2, ("run", "default", "--steps", "x"): 2, ("wrong",): 2, ("run",): 2,
             ("run", "default", "--device", "nosuch"): 2, ("run", "ecosystem"): 2, ("play", "default"): 2,
             ("plot", "x.csv", "-o", "x.png"): 2, ("run", "default", "-o", "/nonexistent/a.csv", "--steps", "1"): 1,
             ("run", "default", "-o", "a.csv", "--measure", "a.csv"): 2, ("verify", "nosuch.vol"): 1}
    for words, code in wrong.items():
        found = ranks(3, *words)
        same((found.returncode, found.stdout, found.stderr.count("\n")), (code, "", 1), f"{words}: {found.stderr}")
    for words in (["--version"], ["help"], ["run", "--help"], ["scenes"], ["scenes", "nudge"],
                  ["run", "nudge", "--print-scene"]):
        same(ranks(3, *words).stdout == alone(*words).stdout != "", True, f"{words} prints once")
    summary = ranks(3, "run", "nudge", "--steps", "3")
    same((summary.stdout.count("hash "), summary.stderr), (1, ""), "summaries")
    table = ranks(3, "run", "nudge", "--steps", "3", "-o", "-", "--quiet").stdout
    same(table, alone("run", "nudge", "--steps", "3", "-o", "-", "--quiet").stdout, "standard output")


def case_once_plain_program_has_no_mpi():
    """Neither by its libraries nor when it runs; without volery-mpi it says so once."""
    same("libmpi" in run("ldd", VOLERY).stdout, False, "MPI among the libraries of the plain program")
    trace = run(VOLERY, "run", "nudge", "--steps", "1", "--quiet", env={**os.environ, "LD_DEBUG": "files"})
    same("libmpi" in trace.stderr, False, "MPI is loaded while the plain program runs")
    shutil.copy(VOLERY, "volery")
    lone = run(MPIRUN, "-q", "-n", "3", "./volery", "run", "nudge", "--steps", "1")
    same((lone.returncode, lone.stdout, lone.stderr.count("\n")), (2, "", 1), f"no volery-mpi: {lone.stderr}")
    same("built without MPI" in lone.stderr, True, lone.stderr)


def wait_for(condition, process):
    end = time.monotonic() + LIMIT
    while not condition():
        same((process.poll(), time.monotonic() < end), (None, True), "it goes on until it has written")
        os.sched_yield()


def size_of(path):
    return os.path.getsize(path) if os.path.exists(path) else 0


def start_endless(*more):
    process = start(3, "run", "default", "--set", "birds.count=300", "--steps", "1000000000", "-o", "a.csv",
                    "--measure", "m.csv", "--record", "a.vol", "--quiet", *more)
    wait_for(lambda: size_of("a.csv") > 300000 and size_of("a.vol") > 10000 and size_of("m.csv") > 1000, process)
    return process


def check_files():
    lines = read("a.csv").decode().split("\n")
    same(all(line.count(",") == lines[0].count(",") for line in lines[:-1]), True, "the rows of the trajectory")
    found = alone("verify", "a.vol")
    same(found.returncode, 0, f"the recording: {found.stdout}{found.stderr}")


def case_killed_rank_ends_all():
    """By the signal that cannot be caught, the first rank or another one."""
    for which in (0, 2):
        process = start_endless()
        members = children_of(process.pid)
        same(len(members), 3, "ranks")
        os.kill(members[which], signal.SIGKILL)
        process.communicate(timeout=LIMIT)
        same(process.returncode != 0, True, "mpirun's code")
        for member in members:
            same(os.path.exists(f"/proc/{member}/exe"), False, "a rank that goes on")
        check_files()
        for name in os.listdir():
            os.remove(name)


def case_killed_rank_leaves_hdf5_that_can_be_read():
    """Whoever writes it, all ranks or the first: up to the last flush, which is at most a second before."""
    if not FEATURES["hdf5"] or shutil.which("h5_look") is None:
        return
    process = start(3, "run", "default", "--set", "birds.count=300", "--steps", "1000000000", "-o", "a.h5", "--quiet")
    wait_for(lambda: size_of("a.h5") > 4000000, process)
    os.kill(children_of(process.pid)[1], signal.SIGKILL)
    process.communicate(timeout=LIMIT)
    same(run("h5_look", "a.h5", "csv").stdout.count("\n") > 300, True, "frames")


def case_signal_ends_all_with_whole_files():
    process = start_endless("--save", "a.state")
    for member in children_of(process.pid):
        os.kill(member, signal.SIGTERM)
    said = process.communicate(timeout=LIMIT)[1]
    same((process.returncode, said), (130, ""), "the code of all ranks")
    same("interrupted" in alone("verify", "a.vol").stdout, False, "the recording has its end")
    check_files()
    same(read("a.csv")[-1:], b"\n", "the last row")
    same(alone("run", "default", "--set", "birds.count=300", "--load", "a.state", "--steps", "1").returncode, 0,
         "the state is one")


def case_signal_to_one_rank_ends_all():
    process = start_endless()
    os.kill(children_of(process.pid)[1], signal.SIGTERM)
    said = process.communicate(timeout=LIMIT)[1]
    same((process.returncode, said), (130, ""), "the code of all ranks")
    check_files()


def case_disk_limit_of_a_file_that_all_write():
    """HDF5 by all ranks, where that is built: each has the file open; and the one that grows too large can be read."""
    program = os.path.join(os.path.dirname(VOLERY), "volery-mpi")
    if not FEATURES["hdf5"] or shutil.which("h5_look") is None or "hdf5_openmpi" not in run("ldd", program).stdout:
        return
    process = start(3, "run", "default", "--steps", "1000000000", "-o", "a.h5", "--quiet",
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20 << 20, 20 << 20)))
    wait_for(lambda: size_of("a.h5") > 3000000, process)
    for member in children_of(process.pid):
        links = [os.readlink(path) for path in glob.glob(f"/proc/{member}/fd/*") if os.path.lexists(path)]
        same(any(link.endswith("/a.h5") for link in links), True, "a rank has the file open")
    said = process.communicate(timeout=LIMIT)[1]
    same((process.returncode, said), (1, "a.h5: cannot be written: File too large\n"), "the limit")
    same(run("h5_look", "a.h5", "csv").stdout.count("\n") > 10000, True, "what was written can be read")


def case_disk_that_is_full_ends_all():
    """A device that takes nothing; and a pipe whose reader goes away while the run is in full swing."""
    for words in (["-o", "/dev/full"], ["--measure", "/dev/full"], ["--record", "/dev/full"], ["--save", "/dev/full"],
                  ["-o", "/dev/full", "--measure", "m.csv", "--record", "a.vol", "--leader-log", "l.csv"]):
        found = ranks(3, "run", "leader", *TOGETHER, "--steps", "2000", *words)
        same((found.returncode, found.stdout, found.stderr),
             (1, "", found.stderr.split("\n")[0] + "\n"), f"{words} says one line")
        same("No space left on device" in found.stderr, True, found.stderr)
    os.mkfifo("t.csv")
    process = start(3, "run", "leader", *TOGETHER, "--steps", "1000000000", "-o", "t.csv", "--record", "b.vol",
                    "--quiet")
    with open("t.csv", "rb") as pipe:
        pipe.read(200000)
    said = process.communicate(timeout=LIMIT)[1]
    same((process.returncode, said), (1, "t.csv: cannot be written: Broken pipe\n"), "the reader went away")
    same(alone("verify", "b.vol").returncode, 0, "the recording of it")


sys.exit(main(dict(globals())))
