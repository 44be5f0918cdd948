#!/usr/bin/env python3
"""Runs the program as its users do and compares what comes out with what is expected.

    run.py PROGRAM [--update] [--only WORD] FILE.cases...

A .cases file holds cases:

    === name of the case
    --- file scene.yaml        what follows, up to the next ---, is put into that file
    --- run                    shell commands, run by bash in an empty folder; `volery` is the program,
                               `hash_of ARGUMENTS` prints the hash of a run
    --- exit 2                 the expected exit code
    --- out                    the expected standard output; left out: nothing
    --- err                    the expected standard error; left out: nothing

{*} in an expected line stands for anything. --update writes what came out into the file, and keeps lines with {*} where
they still fit; read the difference before you commit it.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ALWAYS = {"LC_ALL": "C.UTF-8", "TERM": "dumb"}  # variables of every case
PRELUDE = """
hash_of() { volery run "$@" --json | sed 's/.*"hash": "\\([0-9a-f]*\\)".*/\\1/'; }
"""


class Case:
    def __init__(self, name):
        self.name, self.files, self.run, self.exit, self.out, self.err = name, [], "", 0, "", ""


def read_cases(path):
    cases, put = [], None
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines(keepends=True)
    head = []
    for line in lines:
        words = line.split()
        if line.startswith("=== "):
            cases.append(Case(line[4:].strip()))
            put = None
        elif line.startswith("--- "):
            case = cases[-1]
            if words[1] == "file":
                case.files.append([words[2], ""])
                put = ("file", None)
            elif words[1] == "exit":
                case.exit, put = int(words[2]), None
            else:
                put = (words[1], None)
        elif put is None:
            if not cases:
                head.append(line)
            elif line.strip():
                sys.exit(f"{path}: case {cases[-1].name}: a line outside of a part: {line}")
        elif put[0] == "file":
            cases[-1].files[-1][1] += line
        elif put[0] in ("run", "out", "err"):
            setattr(cases[-1], put[0], getattr(cases[-1], put[0]) + line)
        else:
            sys.exit(f"{path}: case {cases[-1].name}: there is no part '{put[0]}'")
    for case in cases:  # an empty line may stand before the next case
        for part in ("run", "out", "err"):
            text = getattr(case, part)
            setattr(case, part, text.rstrip("\n") + "\n" if text.strip() else "")
        for file in case.files:
            file[1] = file[1].rstrip("\n") + "\n" if file[1].strip() else ""
    return "".join(head), cases


def write_cases(path, head, cases):
    with open(path, "w", encoding="utf-8") as file:
        file.write(head)
        for number, case in enumerate(cases):
            file.write(("" if number == 0 and not head else "\n") * (number > 0) + f"=== {case.name}\n")
            for name, text in case.files:
                file.write(f"--- file {name}\n{text}")
            file.write(f"--- run\n{case.run}--- exit {case.exit}\n")
            file.write(f"--- out\n{case.out}" if case.out else "")
            file.write(f"--- err\n{case.err}" if case.err else "")


def hide_devices_that_end_programs(program):
    """Where a driver of OpenCL ends whoever looks for devices, cases are run as if there were none."""
    if b"ends every process" in subprocess.run([program, "info"], capture_output=True).stdout:
        print("a driver of OpenCL does not start here: cases are run without devices")
        ALWAYS["VOLERY_OPENCL"] = "/none"


def run_case(case, program):
    with tempfile.TemporaryDirectory(prefix="volery-cli-") as folder:
        bin_folder = os.path.join(folder, ".bin")
        os.mkdir(bin_folder)
        os.symlink(program, os.path.join(bin_folder, "volery"))
        for name, text in case.files:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("VOLERY_")}
        environment.update(PATH=bin_folder + os.pathsep + os.environ["PATH"], **ALWAYS)
        result = subprocess.run(["bash", "-c", PRELUDE + case.run], cwd=folder, env=environment, capture_output=True,
                                stdin=subprocess.DEVNULL, timeout=900)
        real = os.path.realpath(folder)
        out, err = (text.decode("utf-8", "replace").replace(real, "FOLDER").replace(folder, "FOLDER")
                    for text in (result.stdout, result.stderr))
        return result.returncode, out, err


def line_fits(expected, line):
    return re.fullmatch(".*".join(map(re.escape, expected.split("{*}"))), line) is not None


def fits(expected, text):
    wanted, lines = expected.split("\n"), text.split("\n")
    return len(wanted) == len(lines) and all(map(line_fits, wanted, lines))


def updated(expected, text):
    if fits(expected, text):
        return expected
    wanted, lines = expected.split("\n"), text.split("\n")
    kept = [next((w for w in wanted if "{*}" in w and w != "{*}" and line_fits(w, line)), line) for line in lines]
    return "\n".join(kept)


def show(what, expected, text):
    print(f"  expected {what}:")
    print("".join(f"    | {line}\n" for line in expected.split("\n")), end="")
    print(f"  {what}:")
    print("".join(f"    | {line}\n" for line in text.split("\n")), end="")


def check(case, program):
    code, out, err = run_case(case, program)
    right = code == case.exit and fits(case.out, out) and fits(case.err, err)
    if not right:
        print(f"case {case.name}:\n{case.run}", end="")
        if code != case.exit:
            print(f"  expected exit code {case.exit}, got {code}")
        for what, expected, text in (("standard output", case.out, out), ("standard error", case.err, err)):
            if not fits(expected, text):
                show(what, expected, text)
    return right


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    program = os.path.realpath(options.program)
    hide_devices_that_end_programs(program)
    total = failed = 0
    for path in options.files:
        head, cases = read_cases(path)
        for case in cases:
            if options.only not in case.name:
                continue
            total += 1
            if options.update:
                case.exit, out, err = run_case(case, program)
                case.out, case.err = updated(case.out, out), updated(case.err, err)
            elif not check(case, program):
                failed += 1
        if options.update:
            write_cases(path, head, cases)
    print(f"{total} cases, {failed} failed")
    return 1 if failed or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
