#!/usr/bin/env python3
"""Golden trajectories: runs `volery run` from the starts of five published programs and compares every stored step.

    golden.py VOLERY [--model NAME] [--case PATTERN] [--keep FOLDER]

data/CASE.json holds a start and its parameters under the published names, data/CASE.csv.gz the trajectory that the
published program made of it (data/README.md). Each case is run with `index: brute`, where it must agree bit for bit
(`sighted`, whose program used another libm: within the tolerance the case recommends), and, if all boids move together,
with `index: grid`, within the recommended tolerance. Prints a line a run; the exit status is 0 if none failed.
"""
import argparse
import csv
import fnmatch
import gzip
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).resolve().parent / "data"
MODELS = {"000": "nudge", "001": "capped", "002": "blend", "003": "sighted", "004": "steering"}
EXACT = {"nudge", "capped", "blend", "steering"}


def rule(radius, weight=None):
    return {"radius": radius} if weight is None else {"radius": radius, "weight": weight}


def world(size, boundary, update, precision="double", **more):
    return {"size": size, "boundary": boundary, "update": update, "precision": precision, **more}


def nudge(doc):
    p = doc["params"]
    update = {"sync": "together", "seq": "in_turn"}[doc["order"]]
    radius = p["PERCEPTION_RADIUS"]
    scene = {"world": world([p["WIDTH"], p["HEIGHT"]], "wrap", update)}
    flock = {"max_speed": p["MAX_SPEED"], "separation": rule(25, 0.1), "alignment": rule(radius, 0.1),
             "cohesion": rule(radius, 0.05)}
    if "player" in doc:
        path = [[step, x, y] for step, (x, y) in enumerate(doc["player"])]
        scene["player"] = {"flee_radius": 100, "flee_weight": 0.5, "path": path}
    return scene, {"boids": (doc["init"], flock)}


def capped_events(doc):
    events = []
    for event in doc.get("events", []):
        at = [event["x"], event["y"]]
        if event["button"] == 1:
            what = {"add": {"flock": "boids", "position": at, "velocity": [event["vx"], event["vy"]]}}
        else:
            what = {"scatter": {"position": at, "strength": 0.1}}
        events.append({"at": event["at"], **what})
    wind = doc.get("wind", {"steps": []})
    events += [{"at": step, "gust": [wind["x"], wind["y"]]} for step in wind["steps"]]
    return events


def capped(doc):
    p = doc["params"]
    scene = {"world": world([p["width"], p["height"]], "tile", "together", margin=2)}
    flock = {"max_speed": p["maxVel"], "max_rule": p["maxRuleVel"], "separation": rule(p["minDist"]),
             "alignment": rule(50), "cohesion": rule(50)}
    events = capped_events(doc)
    if events:
        scene["events"] = events
    if "obstacle" in doc:
        o = doc["obstacle"]
        scene["obstacles"] = [{"center": [o["x"], o["y"]], "radius": o["R"], "reach": 0, "strength": o["max"],
                               "law": "flat"}]
    return scene, {"boids": (doc["init"], flock)}


def blend(doc):
    p = doc["params"]
    near = p["neighbour_distance"]
    flock = {"max_speed": p["max_speed"], "separation": rule(p["separation_distance"], p["separation_weight"]),
             "alignment": rule(near, p["align_weight"]), "cohesion": rule(near, p["cohesion_weight"])}
    return {"world": world([1280, 720], "clamp", "in_turn", "single")}, {"boids": (doc["init"], flock)}


def sighted(doc):
    p = doc["params"]
    flock = {"max_speed": p["MAX_SPEED"], "separation": rule(p["SOCIAL_DISTANCE"], p["WEIGHT_SEPARATION"]),
             "cohesion": {**rule(50, p["WEIGHT_COHESION"]), "power": 0.75},
             "alignment": {**rule(20, p["WEIGHT_ALIGNMENT"]), "power": 0.5},
             "view": {"angle": 90, "distance": 300, "shape": "triangle"},
             "wall": {"weight": p["WEIGHT_FORCE_AGAINST_WALL"], "strength": 200}}
    return {"world": world([p["w"], p["h"]], "wrap", "together")}, {"boids": (doc["init"], flock)}


def steering_flock(p, weights, near):
    return {"max_speed": p["max_speed"], "max_force": p["max_force"], "separation": rule(near, weights["separation"]),
            "alignment": rule(near, weights["alignment"]), "cohesion": rule(near, weights["cohesion"])}


def steering(doc):
    p = doc["params"]
    update = "together" if doc["variant"] == "sync" else "in_turn"
    scene = {"world": world([p["width"], p["height"]], "jump" if p["edges"] else "open", update)}
    flocks = {}
    for name, init in doc["init"].items():
        own = p["predator"] if name == "predators" else p
        unruled = name == "predators" and doc["variant"] == "predator"
        weights = dict.fromkeys(p["weights"], 0) if unruled else p["weights"]
        flocks[name] = (init, steering_flock(own, weights, own["perception"]))
    if "obstacles" in doc:
        scene["obstacles"] = [{"center": [x, y], "radius": r, "reach": p["AVOID_RADIUS"],
                               "strength": p["MAX_AVOID_FORCE"], "law": "fade"} for x, y, r in doc["obstacles"]]
    if "predators" in flocks:
        hunt = {"from": "predators", "to": [name for name in flocks if name != "predators"], "kind": "hunt",
                "radius": p["predator"]["perception"], "force": 2 * p["predator"]["max_force"], "choose": "nearest"}
        if doc["variant"] == "ecosystem":
            hunt["delay"] = 1
            hunt["choose"] = {"closest": "nearest", "recorded": "random"}[doc["prey_rule"]]
        scene["relations"] = [hunt]
    return scene, flocks


CONVERT = {"nudge": nudge, "capped": capped, "blend": blend, "sighted": sighted, "steering": steering}
COLUMNS = {"x": "x", "y": "y", "vx": "vx", "vy": "vy", "phi": "heading", "v": "speed"}


def write_start(path, init):
    """One boid a line, under our names for the columns."""
    with open(path, "w", newline="") as out:
        print(",".join(COLUMNS[key] for key in init), file=out)
        for row in zip(*init.values()):
            print(",".join(repr(value) for value in row), file=out)


def write_scene(folder, doc, index):
    """The case as a scene with a start file a flock; returns the scene's path and the flocks' names and sizes."""
    model = MODELS[doc["model"]]
    scene, flocks = CONVERT[model](doc)
    scene["about"] = doc["case"]
    scene["world"]["index"] = index
    scene["flocks"] = []
    for name, (init, parameters) in flocks.items():
        start = "%s.csv" % name
        write_start(folder / start, init)
        variant = "as_intended" if doc.get("intended") else "as_written"
        scene["flocks"].append({"name": name, "model": model, "variant": variant,
                                "start": {"shape": "file", "path": start}, **parameters})
    path = folder / "scene.yaml"
    path.write_text(json.dumps(scene, indent=1))
    return path, {name: len(init["x"]) for name, (init, _) in flocks.items()}


def read_golden(doc):
    with gzip.open(DATA / doc["csv"], "rt", newline="") as file:
        return {(int(row["step"]), int(row["id"])): row for row in csv.DictReader(file)}


def read_run(path, sizes):
    """Ids run through the flocks in the golden files: those of a flock begin behind the ones before it."""
    first, begin = {}, 0
    for name, size in sizes.items():
        first[name] = begin
        begin += size
    with open(path, newline="") as file:
        return {(int(row["step"]), first[row["flock"]] + int(row["id"])): row for row in csv.DictReader(file)}


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def difference(doc, column, golden, ours):
    if doc["precision"] == "float32":
        golden, ours = single(golden), single(ours)
    apart = abs(golden - ours)
    size = {"000": ("WIDTH", "HEIGHT"), "003": ("w", "h")}.get(doc["model"])
    if apart and size and column in "xy":  # a tiny difference may put a boid on the other side of a wrapping edge
        apart = min(apart, abs(doc["params"][size["xy".index(column)]] - apart))
    return apart


def compare(doc, ours, steps, tolerance):
    """What is wrong first, or None."""
    golden = {key: row for key, row in read_golden(doc).items() if key[0] <= steps}
    for key, row in sorted(golden.items()):
        if key not in ours:
            return "step %d, boid %d is missing" % key
        for column in ("x", "y", "vx", "vy"):
            apart = difference(doc, column, float(row[column]), float(ours[key][column]))
            if not apart <= tolerance:
                return "step %d, boid %d: %s is %s instead of %s" % (*key, column, ours[key][column], row[column])
    last = max(key[0] for key in golden)
    if {key[1] for key in golden if key[0] == last} != {key[1] for key in ours if key[0] == last}:
        return "other boids than expected at step %d" % last
    return None


def run_case(volery, doc, index, steps, tolerance, folder):
    folder.mkdir(parents=True, exist_ok=True)
    scene, sizes = write_scene(folder, doc, index)
    out = folder / "out.csv"
    command = [volery, "run", str(scene), "--steps", str(steps), "-o", str(out), "--quiet"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return "exit status %d: %s" % (done.returncode, done.stderr.strip().replace("\n", "; "))
    return compare(doc, read_run(out, sizes), steps, tolerance)


def plan(doc):
    """The runs of a case: (index, steps, tolerance)."""
    model, best = MODELS[doc["model"]], doc["recommended"]
    strict = best["strict"] if model in EXACT else best
    runs = [("brute", strict["steps"], strict["tolerance"])]
    if CONVERT[model](doc)[0]["world"]["update"] == "together":
        runs.append(("grid", best["steps"], best["tolerance"]))
    return runs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("volery", help="the program")
    parser.add_argument("--model", help="only this model: " + ", ".join(CONVERT))
    parser.add_argument("--case", default="*", help="only cases of this pattern")
    parser.add_argument("--keep", type=pathlib.Path, help="leave scenes and runs in this folder")
    args = parser.parse_args()
    counts = {"PASS": 0, "FAIL": 0}

    def say(word, name, text):
        counts[word] += 1
        print("%s %s: %s" % (word, name, text), flush=True)

    with tempfile.TemporaryDirectory() as temporary:
        base = args.keep or pathlib.Path(temporary)
        for path in sorted(DATA.glob("*.json")):
            doc = json.loads(path.read_text())
            model = MODELS[doc["model"]]
            if args.model not in (None, model) or not fnmatch.fnmatch(doc["case"], args.case):
                continue
            for index, steps, tolerance in plan(doc):
                wrong = run_case(args.volery, doc, index, steps, tolerance, base / doc["case"] / index)
                asked = "%s, %s, %d steps, tolerance %g" % (model, index, steps, tolerance)
                say("FAIL" if wrong else "PASS", doc["case"], "%s: %s" % (asked, wrong) if wrong else asked)
    print("%(PASS)d passed, %(FAIL)d failed" % counts)
    return 1 if counts["FAIL"] or not counts["PASS"] else 0


if __name__ == "__main__":
    sys.exit(main())
