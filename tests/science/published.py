"""Results that were measured by others and by programs independent of this one, with the band of each. A case may be
run in a short form: the standard error, from the variation between seeds or given with the published number, then still
is a fifth of the band or less."""
import math

from lab import mean, neighbours

# Polarisation by noise, 4 boids in a unit of area, speed 0.03, radius 1: middle and band.
NOISE = {
    40: {1: (0.95734, 0.002), 2: (0.83566, 0.004), 3: (0.65225, 0.006), 4: (0.4268, 0.008), 5: (0.2031, 0.005)},
    400: {1: (0.9473, 0.006), 2: (0.7971, 0.016), 3: (0.5633, 0.032), 4: (0.2790, 0.032), 5: (0.0686, 0.008)},
}
SIZE = {40: 3.1, 400: 10}

# Polarisation by noise with 400 boids, speed 0.5, by the heading that a boid moves along; neighbours at noise 2.
ADVANCE = {
    "old": ({2: (0.8091, 0.004), 3: (0.6016, 0.006), 4: (0.3255, 0.014)}, 25.3),
    "new": ({2: (0.8065, 0.004), 3: (0.5892, 0.006), 4: (0.1925, 0.014)}, 14.5),
}


def column(rows, name):
    return [float(row[name]) for row in rows]


def noise(lab, count, steps, skip, repeat):
    levels = NOISE[count]
    over = "boids.noise.strength=" + ",".join(map(str, levels))
    groups = lab.sweep("vicsek", [over], "polarisation", steps, skip, repeat, boids__count=count,
                       world__size=f"{SIZE[count]},{SIZE[count]}")
    for eta, (middle, band) in levels.items():
        value = mean(column(groups[(str(eta),)], "polarisation_mean"))
        lab.within(f"{count} boids, noise {eta}: polarisation", value, middle, band)


def advance(lab, steps, skip, repeat):
    settings = {"boids__count": 400, "world__size": "10,10", "boids__speed": 0.5, "boids__start__speed": 0.5}
    groups = lab.sweep("vicsek", ["boids.advance=old,new", "boids.noise.strength=2,3,4"], "polarisation", steps, skip,
                       repeat, **settings)
    for kind, (levels, around) in ADVANCE.items():
        for eta, (middle, band) in levels.items():
            value = mean(column(groups[(kind, str(eta))], "polarisation_mean"))
            lab.within(f"advance {kind}, noise {eta}: polarisation", value, middle, band)
        snapshots = lab.trajectory("vicsek", 2000, 500, every=100, boids__advance=kind, **settings)
        lab.within(f"advance {kind}, noise 2: neighbours", mean([neighbours(s, 10, 1) for s in snapshots]), around, 0.7)


def vectorial(lab, steps, skip):
    groups = lab.sweep("band", ["boids.noise.strength=0.58,0.60,0.64"], "polarisation", steps, skip, 1, every=10)
    value = {strength: column(rows, "polarisation_mean")[0] for (strength,), rows in groups.items()}
    lab.within("vectorial noise 0.58: polarisation", value["0.58"], 0.778, 0.02)
    lab.within("vectorial noise 0.60: polarisation", value["0.60"], 0.749, 0.02)
    lab.between("vectorial noise 0.64: polarisation", value["0.64"], 0, 0.06)


def structure(snapshot, size):
    """The largest of |sum e^(-ik.x)|^2 / N over wave vectors up to three waves along each side."""
    largest = 0
    for nx in range(4):
        for ny in range(-3, 4):
            if (nx, ny) > (0, 0):
                phases = [2 * math.pi * (nx * b[0] + ny * b[1]) / size for b in snapshot]
                wave = math.fsum(map(math.cos, phases)) ** 2 + math.fsum(map(math.sin, phases)) ** 2
                largest = max(largest, wave / len(snapshot))
    return largest


def travelling_band(lab):
    """The band itself: after 3,000 steps it is there with noise 0.60 and not with 0.64."""
    for strength, low, high in ((0.60, 1500, 8192), (0.64, 0, 100)):
        snapshot = lab.trajectory("band", 1, 2999, every=2, boids__noise__strength=strength)[-1]
        lab.between(f"vectorial noise {strength}: structure", structure(snapshot, 64), low, high)


def fluctuations(lab, steps, skip):
    for name, strength, low, high in (("noise 1", 1, 0.75, 0.88), ("full noise", 2 * math.pi, 0.46, 0.52)):
        groups = lab.sweep("band", [f"boids.noise.strength={strength}"], "fluctuation", steps, skip, 1, every=20,
                           boids__noise__kind="angular")
        value = column(list(groups.values())[0], "fluctuation_mean")[0]
        lab.between(f"{name}: exponent of number fluctuations", value, low, high)


# Width of the zone of orientation, and what it makes of the fish: ranges of the mean over seeds.
STATES = {
    0: ("swarm", {"polarisation": (0.13, 0.24), "milling": (0.13, 0.27), "nearest_mean": (1.74, 1.80)}),
    2.5: ("torus", {"polarisation": (0.13, 0.29), "milling": (0.717, 0.787)}),
    5: ("parallel", {"polarisation": (0.998, 0.9995), "milling": (0, 0.05)}),
}


def couzin_states(lab, repeat):
    for width, (name, ranges) in STATES.items():
        groups = lab.sweep("couzin", [f"fish.alignment.radius={1 + width}"], "polarisation,milling,nearest_mean,groups",
                           1000, 4000, repeat, every=10, fish__cohesion__radius=15 + width)
        rows = list(groups.values())[0]
        for measure, (low, high) in ranges.items():
            lab.between(f"{name}: {measure}", mean(column(rows, measure + "_mean")), low, high)
        if name == "torus":
            lab.between("torus: least milling of all seeds", min(column(rows, "milling_mean")), 0.62, 1)


def couzin_hysteresis(lab, seeds):
    """Widths from 0 to 6 and back in steps of a quarter, 1,000 steps each, of which the last 500 count."""
    for seed in range(1, seeds + 1):
        run = lab.measure("couzin_loop", "polarisation,milling", 50000, 0, every=10, seed=seed)
        levels = [{} for _ in range(50)]
        for k, level in enumerate(levels):
            part = slice(k * 100 + 50, k * 100 + 100)
            level.update(p=mean(run["polarisation"][part]), m=mean(run["milling"][part]))
        up, down = levels[:25], levels[:24:-1]  # both from width 0 to 6
        for at in (2, 2.5):
            i = int(4 * at)
            lab.between(f"seed {seed}, widening, {at}: milling", up[i]["m"], 0.55, 1)
            lab.between(f"seed {seed}, widening, {at}: polarisation", up[i]["p"], 0, 0.5)
            lab.between(f"seed {seed}, narrowing, {at}: polarisation", down[i]["p"], 0.95, 1)
        lab.between(f"seed {seed}, widening, 5: polarisation", up[20]["p"], 0.99, 1)
        lab.between(f"seed {seed}, widening, 0.25: polarisation", up[1]["p"], 0, 0.4)
        lab.between(f"seed {seed}, narrowing, 0: polarisation", down[0]["p"], 0, 0.5)


def lattice(lab, repeat):
    groups = lab.sweep("lattice", ["agents.start.radius=40"], "nearest_mean,groups,speed", 50, 2950, repeat, every=10)
    rows = groups[("40",)]
    lab.within("lattice: groups, at most of all seeds", max(column(rows, "groups_mean")), 1, 0)
    lab.between("lattice: nearest distance, mean of all seeds", mean(column(rows, "nearest_mean_mean")), 6.5, 6.7)
    lab.between("lattice: nearest distance, least of all seeds", min(column(rows, "nearest_mean_mean")), 6.4, 6.75)
    lab.between("lattice: speed, mean of all seeds", mean(column(rows, "speed_mean")), 0, 0.1)


def threshold(lab):
    """Two boids that leave one place at a relative speed of 1; a measured speed and distance are half of the pair's."""
    couplings = ["boids.coupling.power=0.5,1", "boids.coupling.strength=0.4,0.5,0.6,0.7,0.8,1"]
    groups = lab.sweep("pair", couplings, "speed,gyration", 1, 19999, 1, every=1)
    for (power, coupling), rows in groups.items():
        speed, apart = column(rows, "speed_mean")[0], 2 * column(rows, "gyration_mean")[0]
        k = float(coupling)
        reached = math.asinh(apart) if power == "0.5" else math.atan(apart)
        lab.within(f"power {power}, coupling {k}: speed at the distance reached", speed, 0.5 - k * reached / 2, 1e-6)
        if power == "1" and k < 2 / math.pi:
            lab.between(f"power 1, coupling {k}: speed that is left", speed, 0.5 - k * math.pi / 4, 0.5)
            lab.between(f"power 1, coupling {k}: distance", apart, 10, 1000)
        else:
            end = math.sinh(1 / k) if power == "0.5" else math.tan(1 / k)
            lab.within(f"power {power}, coupling {k}: distance at rest", apart, end, 1e-4 * end)


def mill_and_ring(lab):
    rows = list(lab.sweep("mill", ["boids.count=100"], "rotation_abs,gyration", 200, 1800, 2).values())[0]
    lab.between("mill: rotation either way", mean(column(rows, "rotation_abs_mean")), 0.9, 1)
    lab.between("mill: radius of gyration", mean(column(rows, "gyration_mean")), 1.74, 1.86)
    ring = lab.trajectory("mill", 0, 3000, boids__count=100, boids__repulsion="{strength: 0.25, length: 1}")[0]
    centre = [mean([boid[axis] for boid in ring]) for axis in (0, 1)]
    radii = [math.dist(boid[:2], centre) for boid in ring]
    lab.within("ring: mean radius", mean(radii), 0.84773, 0.001)
    lab.within("ring: widest minus narrowest", max(radii) - min(radii), 0, 0.01)
    lab.within("ring: speed", mean([math.hypot(*boid[2:]) for boid in ring]), math.sqrt(3.2), 0.001)


def topological(lab, repeat):
    """With six nearest neighbours order hardly depends on the density; within a radius it does."""
    groups = lab.sweep("vicsek", ["boids.neighbours.count=0,6", "boids.count=50,100,800"], "polarisation", 1000, 500,
                       repeat, world__size="10,10", boids__speed=0.5, boids__start__speed=0.5)
    p = {where: mean(column(rows, "polarisation_mean")) for where, rows in groups.items()}
    for count in (50, 100, 800):
        lab.between(f"six nearest of {count} boids: polarisation", p[("6", str(count))], 0.7, 0.79)
    lab.between("by a radius: polarisation of 800 less that of 50", p[("0", "800")] - p[("0", "50")], 0.12, 0.3)
