"""Reads names of files from standard input and complains about long functions, files and lines.

Exceptions are lines `path reason` or `path:function reason` in the file given as argument; one that is no longer needed
is an error too. Rows of tables in Markdown, which cannot be wrapped, may be of any width. C functions are found by
their first and last line, which clang-format keeps in column one.
"""
import ast
import re
import sys

FUNCTION_LINES = 70
FILE_LINES = 600
MODEL_LINES = 80
COLUMNS = 120

MODEL = re.compile(r"src/models/(?!model\.h|header\.h|traits\.h)[^/]+\.h")  # model.h is what they all share
C_NAME = re.compile(r"([A-Za-z_]\w*)\s*\(")
SHELL_START = re.compile(r"(?:function\s+)?([A-Za-z_]\w*)\s*\(\)\s*[{(]\s*$")


def c_functions(lines):
    """Yields (name, first line, last line): from a head in column one that ends with a brace to the next `}` there."""
    head = start = None
    for number, line in enumerate(lines, 1):
        if start is None:
            if line.startswith((" ", "\t", "#", "/", "}", "*")) or not line.strip():
                if head and line.rstrip().endswith("{") and line.startswith(" "):
                    start, name = head  # the head's last continuation line
                elif not line.startswith(" "):
                    head = None
            else:
                match = C_NAME.search(line)
                head = (number, match.group(1)) if match and "=" not in line.split("(")[0] else None
                if head and line.rstrip().endswith((";", "}")):
                    head = None
                elif head and line.rstrip().endswith("{"):
                    start, name = head
        elif line.startswith("}"):
            yield name, start, number
            head = start = None


def shell_functions(lines):
    start = name = None
    for number, line in enumerate(lines, 1):
        match = SHELL_START.match(line)
        if start is None and match:
            start, name = number, match.group(1)
        elif start is not None and line.rstrip() in ("}", ")"):
            yield name, start, number
            start = None


def python_functions(lines):
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno


def functions(path, lines):
    if path.endswith((".md", ".def")):
        return ()
    if path.endswith(".py"):
        return python_functions(lines)
    if path.endswith(".sh"):
        return shell_functions(lines)
    return c_functions(lines)


def too_long(path):
    """Yields (key of the exception, line, text)."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    count = len(lines) - (lines[-1] == "")
    limit = MODEL_LINES if MODEL.fullmatch(path) else FILE_LINES
    if count > limit and not path.endswith(".md"):
        yield path, limit + 1, f"the file has {count} lines, {limit} are allowed: divide it by what its parts do"
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS and not (path.endswith(".md") and line.startswith("|")):
            yield f"{path}:{number}", number, f"the line has {len(line)} columns, {COLUMNS} are allowed"
    for name, first, last in functions(path, lines):
        length = last - first + 1
        if length > FUNCTION_LINES:
            yield (f"{path}:{name}", first,
                   f"{name} has {length} lines, {FUNCTION_LINES} are allowed: give its steps names of their own")


def exceptions(name):
    """Yields (line, key, reason) of the file of exceptions."""
    with open(name, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                key, _, reason = line.strip().partition(" ")
                yield number, key, reason.strip()


def main():
    allow = sys.argv[1]
    allowed = {key: (number, reason) for number, key, reason in exceptions(allow)}
    used = set()
    failed = False
    for path in filter(None, sys.stdin.read().split("\n")):
        for key, line, text in too_long(path):
            if key in allowed:
                used.add(key)
            else:
                print(f"{path}:{line}: {text}")
                failed = True
    for key, (number, reason) in allowed.items():
        if key not in used or not reason:
            print(f"{allow}:{number}: {key}: " + ("give a reason" if key in used else "no longer needed: remove it"))
            failed = True
    return 1 if failed else 0


sys.exit(main())
