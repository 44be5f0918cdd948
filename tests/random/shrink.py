"""Makes a scene that differs as small as it gets: the smallest that still differs in the same way."""
import copy


def paths_of(node, at=()):
    """Every place in a scene, the largest parts first."""
    yield at
    if isinstance(node, dict):
        for key in node:
            yield from paths_of(node[key], at + (key,))
    elif isinstance(node, list):
        for i in range(len(node)):
            yield from paths_of(node[i], at + (i,))


def look_up(node, path):
    for key in path:
        node = node[key]
    return node


def without(scene, path):
    made = copy.deepcopy(scene)
    del look_up(made, path[:-1])[path[-1]]
    return made


def having(scene, path, value):
    made = copy.deepcopy(scene)
    look_up(made, path[:-1])[path[-1]] = value
    return made


def simpler_numbers(value):
    """Numbers to try in place of one, the simplest first."""
    if isinstance(value, bool):
        return [False] if value else []
    if isinstance(value, int):
        return [x for x in (0, 1, 2, value // 2, value * 3 // 4, value - 1) if 0 <= x < value]
    tries = [0.0, 1.0, 10.0, 100.0, -1.0, float(round(value)) if abs(value) < 1e15 else value, float(f"{value:.1g}"),
             float(f"{value:.2g}"), float(f"{value:.4g}")]
    weight = len(repr(value))
    return [x for i, x in enumerate(tries) if x != value and len(repr(x)) < weight]


class Shrinker:
    def __init__(self, case, answer, checker, kind_of, only_of, tries):
        self.case, self.answer, self.checker, self.tries = case, answer, checker, tries
        self.kind_of, self.kind, self.only = kind_of, kind_of(answer), only_of(answer)

    def attempt(self, **changes):
        """Takes the change if it still differs in the same way."""
        if self.tries <= 0:
            return False
        self.tries -= 1
        case = self.case.copy(**changes)
        answer = self.checker.ask(case, self.only)
        if not answer.startswith("differs") or self.kind_of(answer) != self.kind:
            return False
        self.case, self.answer = case, answer
        return True

    def fewer_steps(self):
        better = False
        for steps in (1, 2, 3, self.case.steps // 2, self.case.steps - 1):
            if 0 < steps < self.case.steps and self.attempt(steps=steps):
                better = True
                break
        for split in (0, 1, self.case.steps - 1):
            if split < self.case.split and self.attempt(split=split):
                better = True
                break
        return better

    def fewer_parts(self):
        better = False
        for path in list(paths_of(self.case.scene)):
            try:
                if not path or not isinstance(look_up(self.case.scene, path[:-1]), (dict, list)):
                    continue
                look_up(self.case.scene, path)
            except (KeyError, IndexError, TypeError):
                continue
            better = self.attempt(scene=without(self.case.scene, path)) or better
        return better

    def fewer_boids(self):
        """Counts by halves, rows of files in pieces."""
        better = False
        for name, rows in list(self.case.files.items()):
            piece = max(1, len(rows) // 2)
            while piece >= 1:
                at = 1
                while at < len(self.case.files[name]) and len(self.case.files[name]) > 2:
                    rows = self.case.files[name]
                    kept = rows[:at] + rows[at + piece:]
                    if len(kept) > 1 and self.attempt(files={**self.case.files, name: kept}):
                        better = True
                    else:
                        at += piece
                piece //= 2
        return better

    def simpler_values(self):
        better = False
        for path in list(paths_of(self.case.scene)):
            try:
                value = look_up(self.case.scene, path)
            except (KeyError, IndexError, TypeError):
                continue
            if not isinstance(value, (int, float)):
                continue
            for simple in simpler_numbers(value):
                if self.attempt(scene=having(self.case.scene, path, simple)):
                    better = True
                    break
        return better

    def simpler_rows(self):
        better = False
        for name in list(self.case.files):
            for i in range(1, len(self.case.files[name])):
                for k in range(len(self.case.files[name][i])):
                    for simple in simpler_numbers(self.case.files[name][i][k]):
                        rows = copy.deepcopy(self.case.files[name])
                        rows[i][k] = simple
                        if self.attempt(files={**self.case.files, name: rows}):
                            better = True
                            break
        return better

    def drop_files(self):
        text = repr(self.case.scene)
        self.case = self.case.copy(files={name: rows for name, rows in self.case.files.items() if name in text})


def shrink(case, answer, checker, kind_of, only_of, tries):
    s = Shrinker(case, answer, checker, kind_of, only_of, tries)
    # Where a start file has the boids, `count` beside it would have to follow its rows.
    for i, flock in enumerate(case.scene["flocks"]):
        if flock.get("start", {}).get("shape") == "file" and "count" in flock:
            s.attempt(scene=without(s.case.scene, ("flocks", i, "count")))
    better = True
    while better and s.tries > 0:
        better = False
        for way in (s.fewer_steps, s.fewer_parts, s.fewer_boids, s.simpler_values, s.simpler_rows):
            better = way() or better
            s.drop_files()
    return s.case, s.answer
