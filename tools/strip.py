#!/usr/bin/env python3
"""Takes comments on lines of their own, and indentation, out of scripts and styles that are loaded over a network.

usage: strip.py FOLDER

The sources keep them. Nothing is parsed, and nothing within a line is changed; texts over several lines (shaders) lose
indentation and comments too.
"""
import pathlib
import re
import sys

BLOCK = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
EMPTY = re.compile(r"^\n", re.MULTILINE)


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    for path in sorted([*folder.glob("*.js"), *folder.glob("js/*.js"), *folder.glob("*.css")]):
        text = BLOCK.sub("", path.read_text(encoding="utf-8"))
        if path.suffix == ".js":
            text = LINE.sub("", text)
        path.write_text(EMPTY.sub("", INDENT.sub("", text)), encoding="utf-8")


main()
