"""Compares what the comments of the public defs say of ranges and defaults with docs/parameters.md, which is made from
the tables. Usage: header_ranges.py REPOSITORY"""
import re
import sys

DEFS = {"Obstacles": ("surround.h", "vol_obstacle_def"), "Relations": ("surround.h", "vol_relation_def"),
        "Steering terms": ("steer.h", "vol_term_def")}
NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
RANGE = re.compile(f"from ({NUMBER}) to ({NUMBER})")
DEFAULT = re.compile(f"default ({NUMBER})")


def rows(document, title):
    """Name, default and allowed of the rows of a section."""
    section = document.split(f"\n## {title}\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 4 and cells[1].startswith("`"):
            yield cells[1].strip("`"), cells[2], cells[3]


def comments(header, name):
    """The comment of each field of a struct."""
    body = re.search(r"typedef struct %s \{(.*?)\n\} %s;" % (name, name), header, re.S).group(1)
    fields = re.findall(r"\b(\w+)(?:\[\d+\])?;\s*/\*(.*?)\*/", body, re.S)
    return {field: " ".join(comment.split()) for field, comment in fields}


def compare(document, header, title, name):
    """What does not agree."""
    said = comments(header, name)
    for field, default, allowed in rows(document, title):
        if field not in said:
            yield f"{name}.{field} has no comment"
            continue
        told = RANGE.search(said[field])
        limits = re.fullmatch(f"({NUMBER}) to ({NUMBER})", allowed)
        if told and (not limits or [float(x) for x in told.groups()] != [float(x) for x in limits.groups()]):
            yield f"{name}.{field}: the header says '{told.group(0)}', the table '{allowed}'"
        if limits and not told and field not in ("priority", "delay"):  # any int; 0 or 1 in words
            yield f"{name}.{field}: the header does not say its range, {allowed}"
        usual = DEFAULT.search(said[field])
        number = re.match(NUMBER, default)
        if usual and number and float(usual.group(1)) not in [float(x) for x in re.findall(NUMBER, default)]:
            yield f"{name}.{field}: the header says '{usual.group(0)}', the table '{default}'"
        if number and not usual:
            yield f"{name}.{field}: the header does not say its default, {default}"


def main():
    root = sys.argv[1]
    with open(f"{root}/docs/parameters.md", encoding="utf-8") as file:
        document = file.read()
    wrong = []
    for title, (path, name) in DEFS.items():
        with open(f"{root}/include/volery/{path}", encoding="utf-8") as file:
            wrong += compare(document, file.read(), title, name)
    print("\n".join(wrong) or "headers and tables agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
