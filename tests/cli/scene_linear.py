#!/usr/bin/env python3
"""Large scenes are read and printed in a time that goes with their size: scene_linear.py VOLERY

Each scene has so many parts that a reader which goes through all of them for each one would need minutes. The processor
time that a reading may take is limited to about ten times what it needs on one core: no clock is read. What is printed
is read again and printed the same."""
import os
import resource
import subprocess
import sys
import tempfile

SECONDS = 20  # of processor time
FLOCKS = "flocks: [{name: a, model: steering, count: 3}, {name: b, model: nudge, count: 3}]\n"
WORLD = "world: {size: [1000, 1000]}\n"


def named_flocks(count):
    return "flocks:\n" + "".join(f"- {{name: f{i}, model: steering, count: 1}}\n" for i in range(count))


def unnamed_flocks(count):
    return "flocks:\n" + "- {model: nudge, count: 1}\n" * count


def obstacles(count):
    return FLOCKS + "obstacles:\n" + "".join(
        f"- {{shape: circle, center: [{i % 1000}, {i // 100}], radius: 2, reach: 3}}\n" for i in range(count))


def polygons(count):
    return FLOCKS + "obstacles:\n" + "".join(
        f"- {{shape: polygon, points: [[{i % 999}, 5], [{i % 999 + 3}, 5], [{i % 999}, 9]], reach: 3}}\n"
        for i in range(count))


def relations(count):
    kinds = "flee", "hunt, delay: 1", "avoid", "hunt"
    return named_flocks(100) + "relations:\n" + "".join(
        f"- {{from: f{i % 99}, to: f{i % 99 + 1}, kind: {kinds[i % 4]}, radius: 9}}\n" for i in range(count))


def terms(count):
    """Of few flocks, with priorities that fall, so that none is in its place."""
    lists = ["".join(f"  - {{kind: seek, name: t{i}, point: [{i % 1000}, 5], priority: {1000 - i % 1000}}}\n"
                     for i in range(count // 2))] * 2
    return "flocks:\n" + "".join(f"- name: f{f}\n  model: steering\n  count: 3\n  terms:\n{text}"
                                 for f, text in enumerate(lists))


def add_events(count):
    return FLOCKS + "events:\n" + "".join(
        f"- {{at: {count - i}, add: {{flock: b, position: [{i % 1000}, 5], velocity: [1, 0]}}}}\n"
        for i in range(count))


def remove_events(count):
    return f"flocks: [{{name: a, model: nudge, count: {count}}}]\nevents:\n" + "".join(
        f"- {{at: 0, remove: {{flock: a, id: {i}}}}}\n" for i in range(count))


def set_events(count):
    """Of terms by name and number, obstacles and flocks, each of many."""
    part = count // 4
    seeks = "".join(f"  - {{kind: seek, name: t{i}, point: [{i % 1000}, 5]}}\n" for i in range(part))
    circles = "".join(f"- {{shape: circle, center: [{i % 1000}, {i // 100}], radius: 2}}\n" for i in range(part))
    events = "".join(f"- {{at: {i % 7}, set: {{f0.terms.t{i}.weight: 2, f0.terms.{i}.weight: 3, "
                     f"obstacles.{i}.radius: 3, f{i % 100}.cohesion.weight: 2}}}}\n" for i in range(part))
    first = f"flocks:\n- name: f0\n  model: steering\n  count: 1\n  terms:\n{seeks}"
    others = "".join(f"- {{name: f{i}, model: steering, count: 1}}\n" for i in range(1, 100))
    return f"{first}{others}obstacles:\n{circles}events:\n{events}"


def events_of_a_run(count):
    """One a step, behind one that places the player and one that sets dt, which hold for all steps."""
    return FLOCKS + "events:\n- {at: 0, player: [5, 5]}\n- {at: 0, set: {world.dt: 0.5}}\n" + "".join(
        f"- {{at: {i}, gust: [{i % 3 - 1}, 0]}}\n" for i in range(count))


SCENES = [(named_flocks, 40000), (unnamed_flocks, 40000), (obstacles, 100000), (polygons, 60000), (relations, 100000),
          (terms, 90000), (add_events, 150000), (remove_events, 150000), (set_events, 80000),
          (events_of_a_run, 150000)]


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def check(volery, folder, make, count):
    path = os.path.join(folder, make.__name__ + ".yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(WORLD + make(count))
    run = [volery, "run", path, "--threads", "1"]
    printed = subprocess.run([*run, "--print-scene"], capture_output=True, preexec_fn=limited)
    if printed.returncode == 0 and len(printed.stdout) < 16 * 1024 * 1024:  # more is no scene
        again = subprocess.run([volery, "run", "-", "--print-scene"], input=printed.stdout, capture_output=True,
                               preexec_fn=limited)
        if again.returncode != 0 or again.stdout != printed.stdout:
            print(f"{make.__name__}: printed, read and printed again it is another scene: "
                  f"{again.stderr.decode()[:300]}")
            return False
    steps = {remove_events: 1, events_of_a_run: count}.get(make, 0)
    stepped = subprocess.run([*run, "--steps", str(steps), "--quiet", "-o", "/dev/null"], capture_output=True,
                             preexec_fn=limited)
    for result in (printed, stepped):
        if result.returncode != 0:
            print(f"{make.__name__}: {count} of them: exit code {result.returncode} (below 0: more than {SECONDS} s of "
                  f"processor time, or a crash): {result.stderr.decode()[:300]}")
            return False
    print(f"{make.__name__}: {count} of them")
    return True


def main():
    volery = os.path.realpath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        return 0 if all([check(volery, folder, make, count) for make, count in SCENES]) else 1


if __name__ == "__main__":
    sys.exit(main())
