"""Vicsek's model where everything is known exactly: one boid alone, all boids neighbours of all, and noise that forgets
every heading. S is the mean cosine of a turn: sin(eta/2) / (eta/2) for angular noise eta."""
import math

from lab import autocorrelation, batches, error_of_mean, mean, neighbours

SPEED = 0.03
BOX = 3.1


def mean_cosine(eta):
    return math.sin(eta / 2) / (eta / 2)


def displacement(s, steps):
    """Mean squared displacement after some steps, in squared lengths of a step."""
    return steps * (1 + s) / (1 - s) - 2 * s * (1 - s ** steps) / (1 - s) ** 2


def vectorial_cosine(strength, parts=20000):
    """Mean cosine between a heading e and e + strength times a random unit vector, by the midpoint rule."""
    angles = [2 * math.pi * (i + 0.5) / parts for i in range(parts)]
    return mean([(1 + strength * math.cos(a)) / math.hypot(1 + strength * math.cos(a), strength * math.sin(a))
                 for a in angles])


def path(lab, steps, **settings):
    """Positions and unit headings of a boid that is alone in an open world."""
    boids = [snapshot[0] for snapshot in lab.trajectory("vicsek", steps, boids__count=1, world__boundary="open",
                                                       world__images="false", **settings)]
    half = len(boids[0]) // 2
    return [b[:half] for b in boids], [tuple(v / SPEED for v in b[half:]) for b in boids]


def check_path(lab, name, places, headings, s):
    cosines = {}
    for lag in (1, 2, 5, 10):
        cosines[lag] = [math.fsum(a * b for a, b in zip(u, w)) for u, w in zip(headings, headings[lag:])]
        lab.by_error(f"{name}: mean cosine of the turn in {lag} steps", *batches(cosines[lag]), s ** lag, 0.01)
    for lag in (1, 2, 5, 20):
        squares = [math.dist(a, b) ** 2 / SPEED ** 2 for a, b in zip(places, places[lag:])]
        expected = displacement(s, lag)
        value, error = batches(squares)
        error = max(error, 1e-9)  # the length of one step is exact but for rounding
        lab.by_error(f"{name}: mean squared displacement in {lag} steps", value, error, expected, 0.03 * expected)


def lone_boid(lab):
    eta = 2
    places, headings = path(lab, 40000, boids__noise__strength=eta)
    check_path(lab, "flat", places, headings, mean_cosine(eta))
    turns = [math.atan2(u[0] * w[1] - u[1] * w[0], u[0] * w[0] + u[1] * w[1]) for u, w in zip(headings, headings[1:])]
    lab.by_error("flat: mean turn", mean(turns), error_of_mean(turns), 0, 0.01)
    lab.by_error("flat: mean squared turn", mean([t * t for t in turns]), error_of_mean([t * t for t in turns]),
                 eta ** 2 / 12, 0.01)
    lab.between("flat: largest turn", max(abs(t) for t in turns), 0.999 * eta / 2, eta / 2 + 1e-9)
    lag = max(abs(autocorrelation(turns, k)) for k in (1, 2, 3))
    lab.within("flat: correlation of turns that follow each other", lag, 0, 4 / math.sqrt(len(turns)))

    moved = max(math.dist([SPEED * u for u in before], [b - a for a, b in zip(p, q)])
                for before, p, q in zip(headings, places, places[1:]))
    lab.within("advance old: a step goes along the heading before it", moved, 0, 1e-9)
    places, headings = path(lab, 2000, boids__noise__strength=eta, boids__advance="new")
    moved = max(math.dist([SPEED * u for u in after], [b - a for a, b in zip(p, q)])
                for after, p, q in zip(headings[1:], places, places[1:]))
    lab.within("advance new: a step goes along the heading after it", moved, 0, 1e-9)

    space = {"world__size": "3,3,3", "boids__noise__strength": eta}
    check_path(lab, "space", *path(lab, 40000, **space), mean_cosine(eta))


def lone_boid_vectorial(lab):
    vectorial = {"boids__noise__kind": "vectorial", "boids__noise__strength": 0.7}
    check_path(lab, "vectorial", *path(lab, 40000, **vectorial), vectorial_cosine(0.7))


def check_moments(lab, name, polarisation, expected_square):
    squares = [p * p for p in polarisation]
    lab.by_error(f"{name}: mean square of the polarisation", mean(squares), error_of_mean(squares), expected_square,
                 0.02 * expected_square)
    most = max(abs(autocorrelation(polarisation, lag)) for lag in (1, 2, 3))
    lab.within(f"{name}: correlation of steps", most, 0, 4 / math.sqrt(len(squares)))


def all_to_all(lab):
    for count, eta in ((2, 2), (40, 2), (40, 5)):
        run = lab.measure("vicsek", "polarisation", 12000, 10, boids__count=count, boids__noise__strength=eta,
                          boids__alignment__radius=1000, world__boundary="open", world__images="false")
        s = mean_cosine(eta)
        check_moments(lab, f"{count} boids, noise {eta}", run["polarisation"], s * s + (1 - s * s) / count)


def full_noise(lab):
    count = 40
    noise = {"boids__noise__strength": 2 * math.pi, "boids__speed": 0.5, "boids__start__speed": 0.5}
    p = lab.measure("vicsek", "polarisation", 40000, 10, **noise)["polarisation"]
    check_moments(lab, "full noise", p, 1 / count)
    lab.by_error("full noise: mean polarisation", mean(p), error_of_mean(p),
                 math.sqrt(math.pi / (4 * count)) * (1 + 1 / (16 * count)), 0.001)
    square = mean([v ** 2 for v in p])
    fourth = [v ** 4 / (3 * square ** 2) for v in p]
    # The error of the square, of which the cumulant has two, comes in against that of the fourth power.
    ratio = mean(fourth)
    error = error_of_mean([f - 2 * ratio * v * v / square for f, v in zip(fourth, p)])
    lab.by_error("full noise: Binder cumulant", 1 - ratio, error, 1 / 3 + 1 / (3 * count), 0.01)
    around = [neighbours(s, BOX, 1) for s in lab.trajectory("vicsek", 10000, 1000, every=20, **noise)]
    lab.by_error("full noise: neighbours", *batches(around), (count - 1) * math.pi / BOX ** 2, 0.05)
