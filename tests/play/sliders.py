#!/usr/bin/env python3
"""Every parameter of the tables has a control in the panel, which keeps what it is set to, and which undo takes back.
The names come from docs/parameters.md, which is made from the tables, so that none is forgotten; helpers.py says how
scripts are played."""
import pathlib
import re
import sys

from helpers import HERE, expect, main, script, volery

PAGE = HERE.parents[1] / "docs" / "parameters.md"
STAYS = {"world.seed"}  # in a line of its own above the sliders
# What is changed to something else than the first choice that is not there now: that would be refused.
OTHER = {"birds.noise.kind": "wrapped"}
WORLD = "world: {size: [300, 200], boundary: wrap, seed: 7}\nlook: {window: [400, 300]}\n"


def tables():
    """The rows of each table of the page by its heading, as dictionaries by column."""
    found, heading, columns = {}, "", None
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            heading, columns = line[3:], None
        elif line.startswith("|"):
            cells = [cell.strip().strip("`") for cell in line.strip("|").split(" | ")]
            if columns is None:
                columns = cells
            elif not cells[0].startswith("---"):
                found.setdefault(heading, []).append(dict(zip(columns, cells)))
    return found


def kind_of(row):
    """What kind of widget it takes: by what is allowed."""
    allowed = row["allowed"]
    name = row["name"].split(".")[-1]
    if allowed == "true, false":
        return "flag"
    if allowed.endswith("a list of flocks"):
        return "flocks"
    if re.match(r"\d+.* numbers|.*; 2", allowed):
        return "list"
    if name in ("size", "origin", "center", "position", "velocity", "point") and "look." not in row["name"]:
        return "vector"
    return "number" if re.match(r"[-0-9]", allowed) else "choice"


def change(key, row):
    """Lines of a script that change a parameter."""
    kind = kind_of(row)
    if kind == "choice":
        return f"press {key}\nframes 2\npress {key}={choice_of(key, row)}\n"
    if kind == "flag":
        return f"press {key}\n"
    if kind == "list":
        return f"press {key}\ntype 2,1,0.5\nkey Return\n"
    if kind == "flocks":
        return f"press {key}\nframes 2\npress {key}.{row.get('flock', 'birds')}\n"
    return f"slide {key}{'.0' if kind == 'vector' else ''} 0.63\n"


def choice_of(key, row):
    choices = row["allowed"].split(", ")
    now = row.get("now", row.get("default", choices[0]))
    return next(choice for choice in [OTHER.get(key, now), *choices] if choice != now)


def all_of(rows, ask, text, *options):
    """Changes all these parameters of a scene, by key; waits until no slider can still be showing what it asked for
    instead of what the world has; and undoes all of it."""
    if not rows:
        return
    asks = [f"{ask} {key}\n" for key in rows]
    changes = [f"{change(key, row)}frames 4\n{ask} {key}\n" for key, row in rows.items()]
    lines = script("key Space\n" + "".join(asks + changes) + "frames 70\n" + "".join(asks)
                   + "key Z ctrl\nframes 2\n" * len(rows) + "".join(asks), *options, text=text)
    values = [line.split(" ", 1)[1] for line in lines]
    count = len(rows)
    expect(len(values) == 4 * count, lines)
    wrong = []
    for i, key in enumerate(rows):
        before, after, later, undone = values[i::count]
        if after == before or after != later or undone != before:
            wrong.append(f"{key}: {before}, set {after}, later {later}, undone {undone}")
    expect(not wrong, "\n        ".join(wrong))


def unseen(rows, seen):
    """The rows that were not tried yet; they are now."""
    found = [row for row in rows if row["name"] not in seen]
    seen.update(row["name"] for row in found)
    return found


# --- Cases -----------------------------------------------------------------------------------------------------------


def case_every_parameter_of_every_model():
    rows = tables()["Flocks"]
    models = [name for name in rows[0] if name not in ("name", "allowed", "unit", "live", "what it does")]
    expect(len(models) > 9 and len(rows) > 50, "docs/parameters.md is another one")
    seen = set()
    for model in models:
        new = unseen([row for row in rows if row[model]], seen)
        used = {f"birds.{row['name']}": {**row, "now": row[model]} for row in new}
        all_of(used, "value", WORLD + f"flocks: [{{name: birds, model: {model}, count: 20}}]\n")
    expect(len(seen) == len(rows), f"not tried: {[row['name'] for row in rows if row['name'] not in seen]}")


def case_every_parameter_of_the_world():
    rows = {row["name"]: {**row, "now": row["default"]} for row in tables()["The world"] if row["name"] not in STAYS}
    apart = [{name: rows.pop(name)} for name in ("world.boundary", "world.integrator")]
    for used in rows, *apart:  # they do not go with images, or with boids that move in turn
        all_of(used, "value", WORLD + "flocks: [{name: birds, model: cucker_smale, count: 20}]\n")


def kinds(table):
    """Of a table of obstacles, relations or terms: what it calls kinds, each with its row of kinds, and with the rows
    that it has and those before have not."""
    column = next(column for column in table[0] if column.startswith("only with "))
    kind = next(row for row in table if row["name"] == column.rsplit(" ", 1)[-1])
    seen = {kind["name"]}
    for name in kind["allowed"].split(", "):
        used = [row for row in table if not row[column] or name in row[column].split(", ")]
        yield name, {**kind, "now": name}, unseen(used, seen)


def case_every_field_of_every_obstacle():
    made = {"circle": "center: [100, 100], radius: 20", "box": "center: [100, 100], size: [30, 20]",
            "segment": "points: [[30, 40], [80, 60]]", "polygon": "points: [[30, 40], [80, 60], [50, 90]]"}
    for name, shape, rows in kinds(tables()["Obstacles"]):
        used = {f"obstacles.0.{row['name']}": row for row in rows if row["name"] != "points"}
        for part in used, {"obstacles.0.shape": shape}:  # another shape begins with what it has in common
            all_of(part, "setting", WORLD + "flocks: [{name: birds, model: steering, count: 20}]\n"
                   + f"obstacles: [{{shape: {name}, {made[name]}}}]\n")


BIRDS = "flocks: [{name: birds, model: steering, count: 20}, {name: crows, model: capped, count: 5}"
TWO = BIRDS + "]\n"


def case_every_field_of_every_relation():
    for name, kind, rows in kinds(tables()["Relations"]):
        used = {f"relations.0.{row['name']}": row for row in rows if row["name"] not in ("from", "to")}
        for part in used, {"relations.0.kind": kind}:
            all_of(part, "setting", WORLD + TWO + f"relations: [{{from: birds, to: [crows], kind: {name}}}]\n")


def case_every_field_of_every_term():
    point = ", point: [50, 60]"
    flow = ", flow: {count: [2, 2], velocities: [[1, 0], [1, 0], [1, 0], [1, 0]]}"
    path = ", points: [[10, 10], [90, 90]]"
    prey = ", target: birds"
    needs = {"seek": point, "flee": point, "arrive": point, "pursue": prey, "evade": prey, "follow_path": path,
             "follow_flow": flow, "wind": flow}
    for name, kind, rows in kinds(tables()["Steering terms"]):
        used = {f"crows.terms.0.{row['name']}": row for row in rows if row["name"] not in ("target", "points", "flow")}
        leader = "leader: 0, " if name == "follow_leader" else ""
        for part in used, {"crows.terms.0.kind": kind}:
            all_of(part, "setting", WORLD + TWO.replace("count: 5", f"count: 5, {leader}terms: [{{kind: {name}"
                                                        f"{needs.get(name, '')}}}]"))


def case_every_field_of_looks():
    shapes = "triangle, disc"
    colors = "red, white, navy"
    rows = {"birds.look.shape": shapes, "birds.look.size": "0 to 9", "birds.look.color": colors,
            "birds.look.outline": colors, "birds.look.head": colors, "birds.look.leader": colors,
            "look.background": colors, "look.backdrop": "dusk, sea", "look.map": "meadow, ember",
            "look.fps": "1 to 240", "look.y_up": "true, false", "look.axes": "true, false", "look.unit": "px, km"}
    all_of({name: {"name": name, "allowed": allowed} for name, allowed in rows.items()}, "setting", WORLD + TWO)


def case_a_heading_is_random_or_a_number():
    lines = script("slide birds.start.heading 0.5\nframes 4\nvalue birds.start.heading\n"
                   "press birds.start.heading.random\nframes 4\nvalue birds.start.heading\nkey Z ctrl\nframes 4\n"
                   "value birds.start.heading\npress reset.birds.start.heading\nframes 4\nvalue birds.start.heading\n",
                   text=WORLD + BIRDS + "]\n")
    values = [line.split()[1] for line in lines]
    expect(170 < float(values[0]) < 190 and values == [values[0], "random", values[0], "random"], lines)


def case_a_table_is_typed_told_and_saved():
    table = "press birds.separation.table\ntype {0}\nkey Return\nframes 4\n"
    lines = script(table.format("[3,2,-1]") + "value birds.separation.table\nkey S ctrl\nframes 2\n"
                   + table.format(",much") + "notice\nvalue birds.separation.table\n"
                   "press reset.birds.separation.table\nframes 4\nvalue birds.separation.table\n", "--record", "a.vol",
                   text=WORLD + BIRDS.replace("steering", "custom") + "]\n")
    expect(lines[0] == lines[2] == "birds.separation.table [3, 2, -1]", lines)
    expect(lines[1].startswith("separation.table is '[") and lines[3].endswith("[]"), lines)
    expect("table: [3, 2, -1]" in pathlib.Path("s-1.yaml").read_text(), pathlib.Path("s-1.yaml").read_text())
    expect(volery("verify", "a.vol").startswith("identical"), "the recording differs")


if __name__ == "__main__":
    sys.exit(main(globals()))
