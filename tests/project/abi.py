#!/usr/bin/env python3
"""Compares the binary interface of libvolery and libvolery_scene with the committed table abi.txt.

    abi.py [--compiler CC] [--archive FILE]...     compare; archives must export just the functions of the table
    abi.py [--compiler CC] --update                write the table anew, after a change that is meant

The table has, of the public headers on 64-bit systems: every constant, every struct with its fields (offset and size),
every function with its type. docs/abi.md says which changes may come in which version."""
import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "tests/project/abi.txt"
HEADERS = ["volery/volery.h", "volery/scene.h"]
SKIPPED = 77


def generator():
    """The reader of headers is that of the Python package."""
    spec = importlib.util.spec_from_file_location("abi", ROOT / "bindings/python/generate/abi.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def layouts(abi, headers, constants, compiler):
    """What a program prints that the compiler has made of all structs and constants."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "layouts.c"), Path(folder, "layouts")
        with open(source, "w", encoding="utf-8") as out:
            abi.write_check(headers, constants, HEADERS, out)
        subprocess.run([compiler, "-std=c17", "-I", ROOT / "include", source, "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def entries(compiler):
    """Lines of the table: constants and structs in their order, then functions by name."""
    abi = generator()
    include = str(ROOT / "include")
    text = abi.preprocess(compiler, include, HEADERS)
    headers = abi.Headers(text)
    constants = dict(headers.constants)
    constants.update(abi.macros(compiler, include, HEADERS))
    structs, numbers = [], []
    for line in layouts(abi, headers, constants, compiler):
        name, field, offset, size = line.split()
        if field == "=" and name.endswith("_COUNT") or name.startswith("VOL_VERSION_"):
            continue  # these follow from others, and hosts must not keep them
        if field == "=":
            numbers.append(f"constant {name} {size}")
        elif field == "-":
            structs.append(f"struct {name}: {size} bytes")
        else:
            kind = next(kind for other, kind, _ in headers.structs[name] if other == field)
            structs.append(f"field {name}.{field}: at {offset}, {size} bytes, {kind}")
    functions = [f"function {name}: {result}({', '.join(arguments)})"
                 for name, (result, arguments) in sorted(headers.functions.items())]
    variadic = re.findall(r"\b(vol_\w+)\s*\(([^;{}()]*\.\.\.)\)", text)  # Python has none of these
    functions += [f"function {name}: ({' '.join(arguments.split())})" for name, arguments in sorted(variadic)]
    return numbers + structs + functions


def is_wide(compiler):
    macros = subprocess.run([compiler, "-dM", "-E", "-x", "c", "/dev/null"], capture_output=True, text=True, check=True)
    return "#define __LP64__ 1" in macros.stdout.splitlines()


def exported(archive):
    """The functions of an archive that a shared library of it would show."""
    lines = subprocess.run(["readelf", "-sW", archive], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split() for line in lines]
    return {row[7] for row in rows if len(row) == 8 and row[4:6] == ["GLOBAL", "DEFAULT"] and row[6] != "UND"}


def check_exports(table, archives):
    wanted = {line.split()[1].rstrip(":") for line in table if line.startswith("function ")}
    found = set().union(*(exported(archive) for archive in archives))
    for name in sorted(wanted - found):
        print(f"{name}: is in the headers, and no library exports it")
    for name in sorted(found - wanted):
        print(f"{name}: is exported, and stands in no public header")
    return wanted == found


def compare(old, new):
    gone = [line for line in old if line not in set(new)]
    come = [line for line in new if line not in set(old)]
    for line in gone:
        print(f"- {line}")
    for line in come:
        print(f"+ {line}")
    if not gone and not come:
        return True
    grows = not gone and not any(line.startswith("field ") and f"struct {line[6:].split('.')[0]}:" in "\n".join(old)
                                 for line in come)
    print("the binary interface is another one than in tests/project/abi.txt; programs that are compiled already "
          + ("still work: docs/abi.md calls that compatible" if grows else "must be compiled again: docs/abi.md"))
    print("if that is meant: tests/project/abi.py --update, and a line in CHANGELOG.md")
    return False


def check_since():
    """Every public function says since which version it is there, and none that is to come."""
    right = True
    for header in sorted((ROOT / "include/volery").glob("*.h")):
        text = header.read_text(encoding="utf-8")
        whole = re.search(r"[Ss]ince 0\.1", text.split("#ifndef")[0])  # said of all of the header
        base = (ROOT / "include/volery/base.h").read_text(encoding="utf-8")
        now = tuple(int(re.search(rf"VOL_VERSION_{part} (\d+)", base).group(1)) for part in ("MAJOR", "MINOR"))
        for found in re.finditer(r"^VOL_API\b[^;]*?\b(vol_\w+)\(", text, re.MULTILINE):
            comment = text[text.rfind("/*", 0, found.start()):found.start()].split("*/")[0]
            said = re.search(r"Since\s+(?:\*\s+)?(\d+)\.(\d+)", comment)
            line = text.count("\n", 0, found.start()) + 1
            if not said and whole:
                continue
            if not said:
                print(f"{header.name}:{line}: {found.group(1)} does not say since which version it is there")
                right = False
            elif (int(said.group(1)), int(said.group(2))) > now:
                print(f"{header.name}:{line}: {found.group(1)} is since a version that is yet to come")
                right = False
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("--archive", action="append", default=[])
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    if not is_wide(arguments.compiler):
        print("skipped: the table is of 64-bit systems")
        return SKIPPED
    new = entries(arguments.compiler)
    if arguments.update:
        TABLE.write_text("\n".join(new) + "\n", encoding="utf-8")
        return 0
    right = compare(TABLE.read_text(encoding="utf-8").splitlines(), new) and check_since()
    return 0 if (not arguments.archive or check_exports(new, arguments.archive)) and right else 1


if __name__ == "__main__":
    sys.exit(main())
