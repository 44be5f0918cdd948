#!/usr/bin/env python3
"""Runs what the README tells a reader to type: readme.py README VOLERY COMPILER INCLUDE LIBRARY...

Every `volery` line of its sh blocks is run in one empty folder, in order, and must end well; its C block is compiled
against the library and run; its Python block is run by the interpreter that the environment variable README_PYTHON
names, if it does. The two make targets are what CI itself runs."""
import os
import re
import shlex
import subprocess
import sys
import tempfile


def blocks(text, language):
    return re.findall(r"^```" + language + r"\n(.*?)^```", text, re.M | re.S)


def run(command, folder, path):
    environment = dict(os.environ, PATH=path + os.pathsep + os.environ["PATH"])
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    print(("ok      " if result.returncode == 0 else "FAILED  ") + shlex.join(command))
    if result.returncode != 0:
        print(result.stdout + result.stderr)
    return result.returncode == 0


def main():
    readme, volery, compiler, include, *libraries = sys.argv[1:]
    with open(readme) as file:
        text = file.read()
    lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
    commands = [shlex.split(line, comments=True) for line in lines if line.startswith("volery ")]
    programs = blocks(text, "c")
    scripts = blocks(text, "python")
    python = os.environ.get("README_PYTHON")
    good = bool(commands) and bool(programs) and bool(scripts)
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            good = run(command, folder, os.path.dirname(os.path.abspath(volery))) and good
        for number, program in enumerate(programs):
            source, binary = f"{folder}/{number}.c", f"{folder}/{number}"
            with open(source, "w") as file:
                file.write(program)
            build = [compiler, "-std=c17", "-I", os.path.abspath(include), source, "-o", binary, *libraries]
            good = run(build, folder, "") and run([binary], folder, "") and good
        for script in scripts if python else ():
            good = run([python, "-c", script], folder, os.path.dirname(os.path.abspath(volery))) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
