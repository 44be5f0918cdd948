#!/usr/bin/env python3
"""Nothing is lost and nothing overwritten: files.py VOLERY [BEGINNING]

What signals, kills, full disks, pipes without a reader and second processes do to the files that volery writes. No case
waits for a time to pass: it checks what the process has done so far, in its files and in /proc. With BEGINNING, only
cases whose names begin with it: lock, signal, pipe, kill, disk, stdout, name, size."""
import contextlib
import fcntl
import os
import pty
import resource
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import termios
import time

from processes import (BUSY, FEATURES, FILMS, FOREVER, LIMIT, RENDER, STARTED, VOLERY, beside, check_csv,
                       check_recording, film_frames, finish, open_files, open_files_of, read, run, same, size_of,
                       start, until)

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


# --- Two processes, one file ------------------------------------------------------------------------------------------

def case_lock_refuses_a_second_process():
    """Of every file that a run writes; what is there stays, and what the refused one would also write is not made."""
    outputs = {"a.csv": ["-o"], "a.xyz": ["-o"], "a.vol": ["--record"], "m.csv": ["--measure"],
               "l.csv": ["--leader-log"]}
    if FEATURES["hdf5"]:
        outputs["a.h5"] = ["-o"]
    for name, option in outputs.items():
        first = start("run", "leader", *option, name, *FOREVER)
        until(lambda: size_of(name) > 5000, first)
        head = read(name)[:8 if name.endswith(".h5") else 4000]
        second = run("run", "leader", "--steps", "1", *option, name, "--save", "other.state")
        same((second.returncode, second.stderr), (1, f"{name}: {BUSY}"), "the second run")
        same(read(name)[:len(head)] == head, True, f"the beginning of {name} is still there")
        finish(first, 130, signal.SIGTERM)
        same(sorted(os.listdir()), [name], "files")
        os.remove(name)


def case_lock_before_there_is_a_file():
    """States and pictures have no file yet while they are computed."""
    commands = {"a.state": ["run", "nudge", *FOREVER, "--save"]}
    if FEATURES["cairo"]:
        commands.update({"a.png": [*RENDER, "-o"], "a.svg": [*RENDER, "-o"],
                         "f-%03d.png": [*RENDER, "--from", "900000000", "-o"]})
    for name, command in commands.items():
        first = start(*command, name)
        until(lambda: os.path.exists(beside(name)), first)
        short = [("1" if word == "1000000000" else "0" if word == "900000000" else word) for word in command]
        second = run(*short, name)
        same((second.returncode, second.stderr), (1, f"{name}: {BUSY}"), "the second process")
        if "%" not in name:
            third = run("run", "nudge", "--steps", "1", "--record", name)
            same((third.returncode, third.stderr), (1, f"{name}: {BUSY}"), "a recording of the same name")
        finish(first, 130, signal.SIGINT)
        same([n for n in os.listdir() if n.startswith(".")], [], "files beside others")
        for left in os.listdir():
            os.remove(left)


def case_lock_against_a_sweep():
    first = start("run", "nudge", "-o", "t.csv", *FOREVER)
    until(lambda: size_of("t.csv") > 5000, first)
    second = run("sweep", "nudge", "--over", "boids.max_speed=1,2", "--steps", "2", "-o", "t.csv")
    same((second.returncode, second.stderr), (1, f"t.csv: {BUSY}"), "the sweep")
    finish(first, 130, signal.SIGTERM)
    same(os.listdir(), ["t.csv"], "files")


def case_lock_by_a_sweep():
    """All that it will write: its table, its picture and its journal; while its runs are computed, and not by them."""
    command = ["sweep", "nudge", "--over", "boids.max_speed=1,2", "--steps", "1000000000", "--quiet", "-o", "t.csv"]
    names = ["t.csv", "t.csv.journal"]
    if FEATURES["cairo"]:
        command += ["--plot", "t.svg"]
        names.append("t.svg")
    first = start(*command)
    until(lambda: size_of("t.csv.journal") > 0, first)
    journal = read("t.csv.journal")
    for name in names:
        for option in ("--record", "--save"):
            second = run("run", "nudge", "--steps", "1", option, name)
            same((second.returncode, second.stderr), (1, f"{name}: {BUSY}"), f"a second process with {option}")
    second = run(*command)
    same((second.returncode, second.stderr), (1, f"t.csv: {BUSY}"), "the same sweep")
    same(read("t.csv.journal") == journal, True, "the journal is as it was")
    finish(first, 130, signal.SIGTERM)
    same(os.listdir(), ["t.csv.journal"], "files")


def case_lock_ends_with_the_process():
    """Runs of a sweep that was killed may go on for long: the next sweep does not wait for them."""
    command = ["sweep", "nudge", "--over", "boids.max_speed=1,2", "--quiet", "--threads", "2", "-o", "t.csv", "--steps"]
    first = start(*command, "1000000000", start_new_session=True)
    children = f"/proc/{first.pid}/task/{first.pid}/children"
    until(lambda: len(read(children).split()) == 2, first)
    left = [int(number) for number in read(children).split()]
    until(lambda: all(not any(link.startswith("t.csv") for link in open_files_of(number)) for number in left), first)
    finish(first, -signal.SIGKILL, signal.SIGKILL)
    os.remove("t.csv.journal")
    result = run(*command, "2")
    with contextlib.suppress(ProcessLookupError):  # its runs may have ended by themselves
        os.killpg(first.pid, signal.SIGKILL)
    same((result.returncode, result.stderr), (0, ""), "the next sweep")


def case_lock_of_films():
    for ending in FILMS[:1] + FILMS[-1:]:
        first = start(*RENDER, "-o", f"a.{ending}")
        until(lambda: size_of(f"a.{ending}") > 5000, first)
        second = run("render", "steering", "--size", "64x48", "--steps", "3", "-o", f"a.{ending}")
        same((second.returncode, second.stderr), (1, f"a.{ending}: {BUSY}"), "the second film")
        finish(first, 130, signal.SIGTERM)
        same(film_frames(f"a.{ending}") > 1, True, "there is a film")


# --- Signals ----------------------------------------------------------------------------------------------------------

def case_signal_leaves_whole_files():
    """Each of them, and two or three right behind each other, as timeout sends them."""
    for signals in ([signal.SIGHUP], [signal.SIGTERM, signal.SIGTERM], [signal.SIGINT, signal.SIGHUP, signal.SIGTERM],
                    [signal.SIGTERM] * 20):
        process = start("run", "steering", "-o", "a.csv", "--record", "a.vol", "--measure", "m.csv",
                        "--save", "a.state", *FOREVER)
        until(lambda: size_of("a.csv") > 100000 and size_of("a.vol") > 10000, process)
        finish(process, 130, *signals)
        check_csv("a.csv")
        check_recording("a.vol")
        same(read("m.csv")[-1:], b"\n", "the last line of the measures")
        same(run("run", "steering", "--load", "a.state", "--steps", "1").returncode, 0, "the state can be loaded")
        same(sorted(os.listdir()), ["a.csv", "a.state", "a.vol", "m.csv"], "files")
        for name in os.listdir():
            os.remove(name)


def case_signal_ends_films_well():
    for ending in FILMS:
        process = start(*RENDER, "-o", f"a.{ending}")
        until(lambda: size_of(f"a.{ending}") > 20000, process)
        finish(process, 130, signal.SIGHUP, signal.SIGTERM)
        same(film_frames(f"a.{ending}") > 1, True, "there is a film")


def case_signal_and_nohup():
    process = start("run", "nudge", "-o", "a.csv", *FOREVER,
                    preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    until(lambda: size_of("a.csv") > 5000, process)
    process.send_signal(signal.SIGHUP)
    before = size_of("a.csv")
    until(lambda: size_of("a.csv") > before + 1000000, process)
    finish(process, 130, signal.SIGTERM)


def case_signal_to_all_processes_of_a_sweep():
    """As timeout and a closed terminal send them, to all of a group: no run of it counts as failed."""
    command = ["sweep", "steering", "--over", "boids.cohesion.weight=0:2:60", "--steps", "60",
               "--measures", "polarisation", "--quiet", "--threads", "2", "-o"]
    same(run(*command, "whole.csv").returncode, 0, "the sweep")
    for number in SIGNALS:
        process = start(*command, "cut.csv", start_new_session=True)
        done = size_of("cut.csv.journal")
        until(lambda: size_of("cut.csv.journal") > done + 500, process)
        os.killpg(process.pid, number)
        finish(process, 130)
        same(b"failed" in read("cut.csv.journal"), False, "a run that failed")
    same(run(*command, "cut.csv").returncode, 0, "the sweep that goes on")
    same(read("cut.csv") == read("whole.csv"), True, "the same table")


def case_signal_of_a_closed_terminal():
    """volery play --tty, recording."""
    if not FEATURES["terminal"]:
        return
    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen([VOLERY, "play", "steering", "--tty", "--record", "a.vol"], stdin=far, stdout=far,
                               stderr=subprocess.PIPE, text=True, env={**os.environ, "TERM": "xterm"})
    os.close(far)
    os.set_blocking(near, False)

    def drained():
        try:
            os.read(near, 65536)
        except OSError:
            pass
        return size_of("a.vol") > 10000
    until(drained, process)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGTERM)
    while process.poll() is None:
        drained()
    os.close(near)
    same(process.returncode, 130, "exit code")
    process.stderr.close()
    check_recording("a.vol")


def case_pipe_that_nobody_writes():
    os.mkfifo("in")
    process = start("run", "nudge", "--load", "in", "--save", "new.state", "-o", "a.csv", *FOREVER)
    until(lambda: "in" in open_files(process), process)
    finish(process, 130, signal.SIGTERM, signal.SIGTERM)
    same(os.listdir(), ["in"], "files")


def case_pipe_that_nobody_reads():
    os.mkfifo("out")
    process = start("run", "nudge", "-o", "out", "--record", "a.vol", "--save", "a.state", *FOREVER)
    until(lambda: os.path.exists("a.vol"), process)
    finish(process, 130, signal.SIGHUP)
    same(os.listdir(), ["out"], "files")


def case_pipe_whose_reader_takes_nothing():
    """The pipe is full: an interrupt ends the run all the same, and the other files are whole."""
    os.mkfifo("out")
    process = start("run", "nudge", "-o", "out", "--record", "a.vol", *FOREVER)
    reader = os.open("out", os.O_RDONLY | os.O_NONBLOCK)

    def waiting():
        return struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, b"\0\0\0\0"))[0]
    until(lambda: waiting() > 60000, process)
    said = finish(process, 1, signal.SIGTERM)
    os.close(reader)
    same(said, "out: cannot be written: Connection timed out\n", "what it said")
    check_recording("a.vol")


def case_pipe_whose_reader_goes_away():
    """As head does: the program ends by SIGPIPE without a message, and its other files are whole."""
    os.mkfifo("out")
    for output in ("-", "out"):
        process = subprocess.Popen([VOLERY, "run", "steering", "-o", output, "--record", "a.vol", "--save", "a.state",
                                    *FOREVER],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        STARTED.append(process)
        reader = process.stdout if output == "-" else open("out", "rb")
        same(reader.readline(), b"step,flock,id,x,y,vx,vy\n", "the first line")
        reader.close()
        process.wait(timeout=LIMIT)
        same((process.returncode, process.stderr.read()), (-signal.SIGPIPE, b""), "how it ended")
        process.stderr.close()
        check_recording("a.vol")
        same(sorted(os.listdir()), ["a.vol", "out"], "files")
        process.stdout.close()
        os.remove("a.vol")


def case_pipe_is_read_to_its_end():
    """A slow reader gets everything, also after an interrupt."""
    os.mkfifo("out")
    process = start("run", "steering", "-o", "out", *FOREVER)
    with open("out", "rb") as reader:
        data = reader.read(100000)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        data += reader.read()
    finish(process, 130)
    with open("all.csv", "wb") as file:
        file.write(data)
    check_csv("all.csv")


def case_pipe_for_states():
    os.mkfifo("in")
    same(run("run", "nudge", "--steps", "20", "--save", "a.state", "--quiet").returncode, 0, "run")
    process = start("run", "nudge", "--steps", "20", "--load", "in", "--save", "b.state", "--quiet")
    with open("in", "wb") as pipe:
        pipe.write(read("a.state"))
    finish(process, 0)
    same(run("run", "nudge", "--steps", "40", "--save", "c.state", "--quiet").returncode, 0, "run")
    same(read("b.state") == read("c.state"), True, "the same state")


# --- Kills ------------------------------------------------------------------------------------------------------------

def case_kill_leaves_films():
    for ending in FILMS:
        process = start(*RENDER, "-o", f"a.{ending}")
        until(lambda: size_of(f"a.{ending}") > 60000, process)
        finish(process, -signal.SIGKILL, signal.SIGKILL)
        same(film_frames(f"a.{ending}") > 10, True, f"there is a film in the .{ending}")


def case_kill_leaves_the_old_state():
    same(run("run", "nudge", "--steps", "1", "--save", "a.state").returncode, 0, "run")
    old = read("a.state")
    process = start("run", "nudge", *FOREVER, "--save", "a.state")
    until(lambda: os.path.exists(beside("a.state")), process)
    finish(process, -signal.SIGKILL, signal.SIGKILL)
    same(read("a.state") == old, True, "the old state")
    same(run("run", "nudge", "--steps", "2", "--save", "a.state").returncode, 0, "the next run")
    same(os.listdir(), ["a.state"], "what the killed process left is gone")
    same(read("a.state") != old, True, "the new state")


# --- Full disks -------------------------------------------------------------------------------------------------------

def small(limit):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def case_disk_is_full_and_the_film_is_kept():
    for ending in FILMS:
        result = run("render", "steering", "--steps", "30000", "--size", "64x48", "--renderer", "cairo", "--quiet",
                     "-o", f"a.{ending}", preexec_fn=small(300000))
        same((result.returncode, result.stderr),
             (1, f"a.{ending}: cannot be written: File too large; the film up to there is kept and can be played\n"),
             "render")
        same(film_frames(f"a.{ending}") > 10, True, f"there is a film in the .{ending}")


def case_disk_is_full_and_the_old_file_stays():
    commands = {"a.state": ["run", "default", "--steps", "1", "--quiet", "--save"]}
    if FEATURES["cairo"]:
        commands["a.png"] = ["render", "default", "--steps", "1", "--size", "640x480", "--renderer", "cairo",
                             "--quiet", "-o"]
    for name, command in commands.items():
        same(run(*command, name).returncode, 0, "the first")
        old = read(name)
        result = run(*command, name, preexec_fn=small(1000))
        same((result.returncode, result.stderr), (1, f"{name}: cannot be written: File too large\n"), "the second")
        same(read(name) == old, True, "the old file")
        os.remove(name)
        same(os.listdir(), [], "files")


def case_stdout_is_full():
    with open("s.yaml", "w", encoding="utf-8") as file:
        file.write(run("scenes", "default").stdout)
    run("run", "nudge", "--steps", "3", "--record", "a.vol", "--measure", "m.csv")
    commands = [["scenes"], ["scenes", "default"], ["scenes", "--json"], ["info"], ["info", "--json"], ["help"],
                ["help", "run"], ["help", "--man"], ["help", "--bash"], ["help", "--zsh"], ["--help"], ["--version"],
                ["run", "--help"], ["run", "s.yaml", "--print-scene"], ["run", "nudge", "--steps", "1"],
                ["run", "nudge", "--steps", "1", "--json"], ["run", "nudge", "--steps", "1", "-o", "-"],
                ["run", "nudge", "--steps", "1", "--measure", "-"], ["run", "nudge", "--steps", "1", "--save", "-"],
                ["verify", "a.vol"], ["verify", "a.vol", "--json"],
                ["sweep", "nudge", "--over", "boids.max_speed=1,2", "--steps", "2"],
                ["sweep", "nudge", "--over", "boids.max_speed=1,2", "--steps", "2", "-o", "t.csv"],
                ["bench", "--list"], ["bench", "uniform", "--boids", "10", "--steps", "1", "--repeat", "1"],
                ["bench", "uniform", "--boids", "10", "--steps", "1", "--repeat", "1", "--json"]]
    if FEATURES["cairo"]:
        commands.append(["render", "nudge", "--steps", "1", "--size", "32x32", "-o", "a.png", "--renderer", "cairo"])
    listed = [line.split()[0] for line in run("help").stdout.split("commands:\n")[1].split("\n\n")[0].splitlines()
              if line.startswith("  ") and line[2] != " "]
    tried = {command[0] for command in commands} | {"plot", "play", "render"}  # plot says nothing, play has a window
    same(set(listed) - tried, set(), "commands that are not tried")
    for command in commands:
        with open("/dev/full", "wb") as full:
            result = subprocess.run([VOLERY, *command], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                    text=True, timeout=LIMIT)
        same((command, result.returncode), (command, 1), "exit code")
        same("standard output" in result.stderr, True, f"{command} said: {result.stderr}")


def case_stdout_is_closed():
    """The summary must not get into the file that has the number of standard output."""
    result = subprocess.run(["bash", "-c", '"$0" run steering --steps 3 -o a.csv >&-', VOLERY],
                            capture_output=True, text=True, timeout=LIMIT)
    same(result.returncode, 1, "exit code")
    check_csv("a.csv")


# --- Names and links --------------------------------------------------------------------------------------------------

def case_name_is_long():
    for name in ("s" * 255, "ü" * 127):
        same(run("run", "nudge", "--steps", "1", "--save", name).returncode, 0, "a long name")
        same(os.listdir(), [name], "files")
        os.remove(name)
    result = run("run", "nudge", "--steps", "1", "--save", "s" * 256)
    same((result.returncode, "File name too long" in result.stderr), (1, True), "a name that is too long")


def case_name_is_a_link():
    os.mkdir("there")
    writers = {"state": ["run", "nudge", "--steps", "2", "--save"], "csv": ["run", "nudge", "--steps", "2", "-o"],
               "vol": ["run", "nudge", "--steps", "2", "--record"]}
    if FEATURES["cairo"]:
        writers["png"] = ["render", "nudge", "--steps", "1", "--size", "32x32", "--renderer", "cairo", "-o"]
    for ending, command in writers.items():
        for known in (False, True):
            target = f"there/t.{ending}"
            if known:
                with open(target, "w", encoding="utf-8") as file:
                    file.write("old")
                os.chmod(target, 0o640)
            os.symlink(f"there/second.{ending}", f"first.{ending}")
            os.symlink(f"t.{ending}", f"there/second.{ending}")
            result = run(*command, f"first.{ending}", "--quiet")
            same((result.returncode, result.stderr), (0, ""), "written")
            same(os.path.islink(f"first.{ending}") and os.path.islink(f"there/second.{ending}"), True,
                 "the links are there")
            same(os.path.islink(target) or size_of(target) < 50, False, "the target is new")
            if known:
                same(stat.S_IMODE(os.stat(target).st_mode), 0o640, "its permissions")
            for name in (f"first.{ending}", f"there/second.{ending}", target):
                os.remove(name)
            same((os.listdir(), os.listdir("there")), (["there"], []), "files")
    os.symlink("there/nothing.csv", "link.csv")
    same(run("run", "nudge", "--load", "none", "-o", "link.csv").returncode, 2, "no state to load")
    same((os.path.islink("link.csv"), os.listdir("there")), (True, []), "the link is there, and no file was made")


def case_name_beside_the_target_is_a_link():
    with open("victim", "w", encoding="utf-8") as file:
        file.write("mine")
    os.symlink("victim", beside("a.state"))
    result = run("run", "nudge", "--steps", "1", "--save", "a.state")
    same(result.returncode, 1, "refused")
    os.remove(beside("a.state"))
    os.link("victim", beside("a.state"))
    result = run("run", "nudge", "--steps", "1", "--save", "a.state")
    same((result.returncode, "is in the way" in result.stderr), (1, True), "refused")
    same(read("victim"), b"mine", "the file behind the link")


def case_name_of_an_input():
    """By any of its names, and before anything else happens."""
    with open("s.yaml", "w", encoding="utf-8") as file:
        file.write("world: {size: [100, 100]}\nflocks:\n"
                   "  - {name: a, model: nudge, start: {shape: file, path: b.csv}}\n")
    with open("b.csv", "w", encoding="utf-8") as file:
        file.write("x,y,vx,vy\n1,2,3,4\n")
    run("run", "s.yaml", "--steps", "1", "--save", "a.state")
    os.symlink("s.yaml", "link")
    os.link("s.yaml", "hard")
    os.symlink("new.csv", "ahead.csv")
    files = {name: read(name) for name in os.listdir() if os.path.exists(name)}
    here = os.path.basename(os.getcwd())
    for options in (["--record", "s.yaml"], ["--record", "./s.yaml"], ["--record", f"../{here}/s.yaml"],
                    ["--record", "link"], ["--save", "hard"], ["--leader-log", "b.csv"], ["--measure", "b.csv"],
                    ["-o", "b.csv"], ["--load", "a.state", "--save", "a.state"],
                    ["--load", "a.state", "--record", f"{os.getcwd()}/a.state"],
                    ["-o", "n.csv", "--measure", "n.csv"], ["-o", "n.csv", "--measure", "./n.csv"],
                    ["-o", "new.csv", "--measure", "ahead.csv"], ["--record", "n", "--save", f"{os.getcwd()}//n"]):
        result = run("run", "s.yaml", "--steps", "100000000", *options)
        same((options, result.returncode), (options, 2), f"refused; it said: {result.stderr}")
    if FEATURES["cairo"]:
        os.rename("s.yaml", "s.png")
        same(run("render", "s.png", "-o", "./s.png", "--steps", "100000000").returncode, 2, "a picture of itself")
        os.rename("s.png", "s.yaml")
        os.rename("b.csv", "b.svg")
        same(run("plot", "b.svg", "-o", "b.svg").returncode, 2, "a plot of itself")
        os.rename("b.svg", "b.csv")
    same(run("sweep", "s.yaml", "--over", "a.max_speed=1,2", "-o", "b.csv").returncode, 2, "a sweep over its start")
    same({name: read(name) for name in os.listdir() if os.path.exists(name)} == files, True,
         "all files are as they were")


# --- Sizes and memory -------------------------------------------------------------------------------------------------

def case_size_without_end():
    """They are refused by what they begin with, long before the memory is full."""
    for command in (["run", "nudge", "--load", "/dev/zero"], ["run", "/dev/zero"], ["plot", "/dev/zero", "-o", "a.png"],
                    ["run", "nudge", "--set", "boids.start={shape: file, path: /dev/zero}"], ["verify", "/dev/zero"],
                    ["run", "nudge", "--load", "/dev/urandom"], ["sweep", "nudge", "--list", "/dev/zero"],
                    ["run", "flow", "--set", "boids.terms.0.flow={count: [2, 2], path: /dev/zero}"],
                    ["bench", "--compare", "/dev/zero"], ["render", "/dev/zero", "-o", "a.png"]):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        result = run(*command)
        same((command, result.returncode in (1, 2)), (command, True), "refused")
        after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        same((command, after < max(before, 600 * 1024)), (command, True), f"memory: {after} KiB")
    same(os.listdir(), [], "files")
    with open("large.csv", "wb") as file:
        file.truncate(1 << 41)
    for command in (["run", "large.csv"], ["plot", "large.csv", "-o", "a.png"],
                    ["run", "nudge", "--load", "large.csv"]):
        same("larger than" in run(*command).stderr, True, f"{command} sees it by its size")


def case_size_of_the_memory():
    """Out of memory is exit code 1, wherever it happens: with a little less than is enough, and less and less."""
    if b"__asan_init" in read(VOLERY) or b"__tsan_init" in read(VOLERY):
        return  # these take the whole address space

    def try_with(kilobytes):
        limit = kilobytes << 10
        return run("run", "ecosystem", "--steps", "1", "--threads", "1", "--quiet",
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    less, enough = 1000, 8000000
    while enough - less > 16:
        middle = (less + enough) // 2
        less, enough = (less, middle) if try_with(middle).returncode == 0 else (middle, enough)
    for kilobytes in range(less - 800, less + 1, 32):
        result = try_with(kilobytes)
        same((kilobytes, result.returncode == 2), (kilobytes, False), result.stderr)


def main():
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    failed = 0
    for name, case in list(globals().items()):
        if not name.startswith("case_" + word):
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            begun = time.monotonic()
            try:
                case()
                print(f"ok      {name[5:]} ({time.monotonic() - begun:.1f} s)")
            except (AssertionError, subprocess.TimeoutExpired) as reason:
                failed += 1
                print(f"FAILED  {name[5:]}: {reason}")
            for process in STARTED:
                process.kill()
                process.wait()
            STARTED.clear()
            os.chdir("/")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
