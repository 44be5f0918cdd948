#!/usr/bin/env python3
"""Random scenes, each run in every way that promises the same bits; what differs is made as small as it gets.

    scenes.py RANDOM_WAYS --scenes 2000 --seed 2        2,000 scenes of seed 2
    scenes.py RANDOM_WAYS --seed 2 --first 17 --scenes 1 --print    scene 17 of it, printed and tried

What was found is written to the folder --found: the scene, with what differs and how to see it at its top.
"""
import argparse
import collections
import json
import os
import select
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from generate import make_case  # noqa: E402
from shrink import shrink  # noqa: E402

MOST_REFUSED = 0.15


def line_of(case, only="-"):
    return f"{case.number} {case.steps} {case.split} {only}\t{json.dumps(case.scene)}\n"


def write_files(folder, files):
    for name, rows in files.items():
        with open(os.path.join(folder, name), "w") as file:
            for row in rows:
                file.write((row if isinstance(row, str) else ",".join(repr(x) for x in row)) + "\n")


class Checker:
    """A process that tries scenes; started again where one ends it."""

    def __init__(self, program, limit=60):
        self.program, self.limit, self.process = program, limit, None
        self.folder = tempfile.mkdtemp(prefix="volery-random-")

    def start(self):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([self.program, self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors)

    def answer(self):
        """A line, or None if there is none in time."""
        data = b""
        end = time.monotonic() + self.limit
        while not data.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            piece = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not piece:
                return None
            data += piece
        return data.decode(errors="replace").strip()

    def stop(self):
        """Ends the process; returns how it had ended, if it had."""
        self.process.kill() if self.process.poll() is None else None
        code = self.process.wait()
        self.process = None
        return code

    def ask(self, case, only="-"):
        if self.process is None:
            self.start()
        write_files(self.folder, case.files)
        try:
            self.process.stdin.write(line_of(case, only).encode())
            self.process.stdin.flush()
            answer = self.answer()
        except BrokenPipeError:
            answer = None
        for name in case.files:
            os.remove(os.path.join(self.folder, name))
        if answer is None:
            try:
                self.process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                pass
            hung = self.process.poll() is None
            code = self.stop()
            self.errors.seek(0)
            words = self.errors.read().decode(errors="replace").strip().splitlines()
            first = next((line for line in words if "rror" in line or "ssert" in line), words[0] if words else "")
            return f"differs {'hangs' if hung else 'crashes'}: {f'exit {code}: ' + first[:400]}"
        return answer

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
        for name in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, name))
        os.rmdir(self.folder)


def kind_of(answer):
    """What must stay the same while a scene shrinks: "differs isa", "differs inspect: outside of the world"."""
    words = answer.split(": ")
    if answer.startswith("differs inspect") or answer.startswith("differs crashes"):
        return words[:2]
    return answer.split(" ")[1].rstrip(":")


def only_of(answer):
    name = answer[len("differs "):].split(":")[0]
    return "-" if name in ("hangs", "crashes") else name


def yaml_of(scene):
    """A line a key of the first two levels; JSON below."""
    lines = []
    for key, value in scene.items():
        if isinstance(value, list):
            lines += [f"{key}:"] + [f"  - {json.dumps(entry)}" for entry in value]
        else:
            lines.append(f"{key}: {json.dumps(value)}")
    return "\n".join(lines) + "\n"


def commands_of(case, answer, path):
    """Command lines that show it, where the program can."""
    name = only_of(answer)
    words = name.split(" ")
    run = f"volery run {path} --steps {case.steps} --threads 1"
    if words[0] == "isa":
        return [f"VOLERY_ISA=scalar {run}", f"VOLERY_ISA={words[1]} {run}"]
    if words[0] == "threads":
        return [run, run[:-1] + words[1]]
    if words[0] in ("split", "every"):
        rest = case.steps - case.split
        return [run, f"volery run {path} --steps {case.split} --save s.vol; "
                     f"volery run {path} --load s.vol --steps {rest}"]
    if words[0] == "index":
        return [run, f"{run} --set world.index={words[1]}"]
    if words[0] == "recording":
        return [f"{run} --record r.vol && volery verify r.vol"]
    if words[0] == "inspect":
        return [f"{run} -o out.csv"]
    return []


class Report:
    """What came of it, and a file for each kind of difference."""

    def __init__(self, options):
        self.options, self.lock = options, threading.Lock()
        self.counts = collections.Counter()
        self.kinds = collections.Counter()
        self.refusals = collections.Counter()

    def refused(self, answer):
        with self.lock:
            self.counts["refused"] += 1
            self.refusals["".join("#" if c.isdigit() else c for c in answer)[:150]] += 1

    def found(self, case, answer, checker):
        kind = str(kind_of(answer))
        with self.lock:
            self.counts["differs"] += 1
            self.kinds[kind] += 1
            number = self.kinds[kind]
        print(f"scene {case.number} of seed {self.options.seed}: {answer}", flush=True)
        if number > self.options.most:
            return
        small, answer = shrink(case, answer, checker, kind_of, only_of, self.options.tries)
        self.write(case, small, answer)

    def write(self, case, small, answer):
        os.makedirs(self.options.found, exist_ok=True)
        name = only_of(answer).split(" ")[0]
        path = os.path.join(self.options.found, f"{name}-{self.options.seed}-{case.number}.yaml")
        write_files(self.options.found, small.files)
        scene = yaml_of(small.scene)
        head = [f"scene {case.number} of seed {self.options.seed}, made smaller; {small.steps} steps, "
                f"split at {small.split}",
                answer] + commands_of(small, answer, os.path.basename(path))
        head += [f"here: {self.options.program} . < {os.path.basename(path)[:-5]}.line",
                 f"as it was: {sys.argv[0]} {self.options.program} --seed {self.options.seed} "
                 f"--first {case.number} --scenes 1"]
        with open(path, "w") as file:
            file.write("".join(f"# {line}\n" for line in head) + scene)
        with open(path[:-5] + ".line", "w") as file:
            file.write(line_of(small))
        with self.lock:
            print(f"--- {path}\n" + "".join(f"# {line}\n" for line in head) + scene, flush=True)


def work(options, tables, numbers, report):
    checker = Checker(options.program, options.limit)
    for number in numbers:
        case = make_case(tables, options.seed, number)
        if options.print:
            print(line_of(case), end="")
        answer = checker.ask(case, options.way)
        if answer.startswith("refused"):
            report.refused(answer)
        elif answer != "ok":
            report.found(case, answer, checker)
        else:
            report.counts["ok"] += 1
    checker.close()


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="random_ways, built")
    parser.add_argument("--scenes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--found", default="found", help="folder for what differs")
    parser.add_argument("--most", type=int, default=2, help="scenes of one kind that are made small")
    parser.add_argument("--tries", type=int, default=1500, help="runs that making one smaller may take")
    parser.add_argument("--limit", type=float, default=300,
                        help="seconds that a scene may take before it counts as hanging")
    parser.add_argument("--way", default="-", help="only the ways whose names begin so: isa, threads, split, ...")
    parser.add_argument("--print", action="store_true", help="print the scenes")
    parser.add_argument("--refusals", action="store_true", help="list why scenes were refused")
    return parser.parse_args()


def main():
    options = parse()
    printed = subprocess.run([options.program, "--tables"], check=True, capture_output=True, text=True)
    tables = json.loads(printed.stdout)
    report = Report(options)
    last = options.first + options.scenes
    shares = [range(options.first + i, last, options.jobs) for i in range(options.jobs)]
    threads = [threading.Thread(target=work, args=(options, tables, share, report)) for share in shares]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = sum(report.counts[key] for key in ("ok", "refused", "differs"))
    print(f"{done} scenes of seed {options.seed} in {time.monotonic() - begun:.1f} s on {', '.join(tables['isas'])}: "
          f"{report.counts['ok']} the same in every way, {report.counts['refused']} refused, "
          f"{report.counts['differs']} differ {dict(report.kinds) if report.kinds else ''}")
    if options.refusals:
        for words, count in report.refusals.most_common(25):
            print(f"{count:6} {words}")
    if done != options.scenes:
        return 1
    if report.counts["refused"] > MOST_REFUSED * done:
        print(f"more than {MOST_REFUSED:.0%} of the scenes are refused: the generator tests too little")
        return 1
    return 1 if report.counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
