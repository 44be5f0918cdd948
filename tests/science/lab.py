"""What the tests of published results share: running the program, statistics of what it writes, checks with a band."""
import csv
import io
import math
import pathlib
import subprocess

SCENES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "science"


class Lab:
    """Runs scenes of docs/science and counts checks. `wrong` are overrides that are to make checks fail."""

    def __init__(self, volery, wrong=()):
        self.volery = volery
        self.wrong = list(wrong)
        self.checks = 0
        self.failed = 0

    def call(self, command, scene, options, settings):
        words = [self.volery, command, str(SCENES / (scene + ".yaml")), "--quiet", "--threads", "1", *options]
        for key, value in settings.items():
            words += ["--set", f"{key}={value}"]
        for override in self.wrong:
            words += ["--set", override]
        result = subprocess.run(words, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {result.stderr}")
        return csv.DictReader(io.StringIO(result.stdout))

    def measure(self, scene, names, steps, skip, every=1, seed=1, **settings):
        """Columns of measures after `skip` steps, as lists of numbers, the step among them."""
        options = ["--measure", "-", "--measures", names, "--steps", str(skip + steps), "--from", str(skip + every),
                   "--every", str(every), "--seed", str(seed)]
        rows = list(self.call("run", scene, options, keys(settings)))
        return {name: [float(row[name]) for row in rows] for name in rows[0]}

    def trajectory(self, scene, steps, skip=0, every=1, seed=1, **settings):
        """Snapshots, each a list of tuples (position and velocity)."""
        options = ["-o", "-", "--steps", str(skip + steps), "--from", str(skip), "--every", str(every),
                   "--seed", str(seed)]
        snapshots = {}
        for row in self.call("run", scene, options, keys(settings)):
            names = ["x", "y", "z", "vx", "vy", "vz"] if "z" in row else ["x", "y", "vx", "vy"]
            snapshots.setdefault(row["step"], []).append(tuple(float(row[name]) for name in names))
        return list(snapshots.values())

    def sweep(self, scene, over, names, steps, skip, repeat, every=5, seed=1, **settings):
        """Rows of a sweep, grouped by the values of what is swept (`over` is a list of KEY=VALUES)."""
        options = ["--measures", names, "--steps", str(skip + steps), "--window", str(steps), "--every", str(every),
                   "--repeat", str(repeat), "--seed", str(seed), "-o", "-"]
        for values in over:
            options += ["--over", values]
        groups = {}
        for row in self.call("sweep", scene, options, keys(settings)):
            if row["status"] != "ok":
                raise RuntimeError(f"{scene}: a run of the sweep: {row['status']}")
            groups.setdefault(tuple(row[values.split("=")[0]] for values in over), []).append(row)
        return groups

    def say(self, good, text):
        self.checks += 1
        self.failed += 0 if good else 1
        print(("ok      " if good else "FAILED  ") + text, flush=True)

    def within(self, what, value, middle, band):
        self.say(abs(value - middle) <= band, f"{what}: {value:.6g}, expected {middle:.6g} +- {band:.3g}")

    def between(self, what, value, low, high):
        self.say(low <= value <= high, f"{what}: {value:.6g}, expected {low:.6g} to {high:.6g}")

    def by_error(self, what, value, error, expected, most):
        """Within four standard errors of what is expected. An error above `most` could hide a difference: it fails."""
        good = abs(value - expected) <= 4 * error and error <= most
        self.say(good, f"{what}: {value:.6g}, standard error {error:.2g} (at most {most:.2g}), expected {expected:.6g}")


def keys(settings):
    """Python's names of settings as keys: boids__noise__strength is boids.noise.strength."""
    return {name.replace("__", "."): value for name, value in settings.items()}


def mean(values):
    return math.fsum(values) / len(values)


def error_of_mean(values):
    """The standard error if values are independent."""
    middle = mean(values)
    return math.sqrt(math.fsum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))


def batches(values, count=40):
    """Mean and standard error of numbers that follow each other in time, by the means of `count` parts."""
    size = len(values) // count
    parts = [mean(values[i * size:(i + 1) * size]) for i in range(count)]
    return mean(values), error_of_mean(parts)


def autocorrelation(values, lag):
    middle = mean(values)
    off = [v - middle for v in values]
    return math.fsum(a * b for a, b in zip(off, off[lag:])) / math.fsum(a * a for a in off)


def neighbours(snapshot, size, radius):
    """Mean number of others within the radius in a periodic square, pair by pair."""
    pairs = 0
    for i, a in enumerate(snapshot):
        for b in snapshot[:i]:
            dx = abs(a[0] - b[0])
            dy = abs(a[1] - b[1])
            dx = min(dx, size - dx)
            dy = min(dy, size - dy)
            pairs += dx * dx + dy * dy <= radius * radius
    return 2 * pairs / len(snapshot)
