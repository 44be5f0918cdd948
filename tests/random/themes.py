"""Combinations that chance alone makes too seldom: each brings together what made, or could make, two ways differ.

A scene has one of these themes or none; the maker (generate.py) asks for its size, its parts and its events.
"""
import struct

NAMES = ("sight", "corridor", "edges", "growth", "many_obstacles", "many_rows", "reach", "budget", "crowd",
         "far")
SHARE = 0.45  # of all scenes


def pick(r):
    return r.choice(NAMES) if r.random() < SHARE else None


def single(x, steps=0):
    """The single-precision number nearest to x, or so many above it."""
    bits = struct.unpack("<I", struct.pack("<f", x))[0]
    return struct.unpack("<f", struct.pack("<I", bits + steps))[0]


def size(m):
    """The world's sides where the theme depends on them, else None."""
    r = m.r
    if m.theme == "corridor":
        sides = [r.choice([4e11, 1e12, m.log(7, 12)])] + [m.short(m.log(1, 3)) for _ in range(m.dimensions - 1)]
        r.shuffle(sides)
        return sides
    if m.theme == "edges":  # single precision rounds the first ones up, the next ones down
        return [r.choice([100.3, 0.3, 1e6 / 3, 0.1, 100.7, 0.7, 2e6 / 3, 1e-3, 16777217.0, 16777219.0, 2e-5])
                for _ in range(m.dimensions)]
    if m.theme == "far":
        return [r.choice([1.0, 2.0, 0.5, 10.0, m.short(m.log(-2, 2))]) for _ in range(m.dimensions)]
    if m.theme == "many_rows":
        high = m.short(m.log(1, 3))
        return [high / 1000, high] + [high * r.choice([0.001, 1.0])] * (m.dimensions - 2)
    if m.theme in ("many_obstacles", "reach", "crowd"):
        return [m.short(m.log(1.3, 2.5)) for _ in range(m.dimensions)]
    return None


def on_edge(m, side):
    """A place on an edge of an axis, or the next numbers to it."""
    at = single(side)
    return m.r.choice([0.0, -0.0, side, at, single(side, 1), single(side, -1), side / 2, at / 2, 1e-40, -1e-40,
                       -1e-9, 1e-9, side + 1e-9 * side, -side])


def dress(m, scene):
    if m.theme is not None:
        globals()["dress_" + m.theme](m, scene, scene["flocks"])
    if m.world.get("boundary", "wrap") != "tile":
        m.world.pop("margin", None)


def dress_sight(m, scene, flocks):
    """Sight triangles without area, walls, and boids far from the origin."""
    if m.dimensions != 2:
        return
    sort_boids(m)
    for i, flock in enumerate(flocks):
        if m.chance(0.7):
            flock["count"] = m.counts[i] = m.r.randint(45, 150)
            flock["start"] = {"shape": "uniform"}
            if m.chance(0.5):  # in rows, and heading along them
                flock["start"] = {"shape": "grid", "spacing": m.scale / 15, "heading": m.r.choice([0, 90, 180, 45])}
            flock.pop("leader", None)
        kept = {key: flock[key] for key in ("name", "count", "start", "leader", "max_speed") if key in flock}
        flock.clear()
        flock.update(kept, model="sighted", view={})
        m.models[i] = "sighted"
        view = flock["view"]
        if m.chance(0.9):
            view["angle"] = m.r.choice([0, 360, 180, 1e-9, 359.999, 90])
        if m.chance(0.6):
            view["distance"] = m.r.choice([0, 0, m.scale, m.length()])
        if m.chance(0.7):
            view["shape"] = m.r.choice(["triangle", "triangle", "cone"])
        if m.chance(0.6):
            flock["wall"] = {"weight": m.plain(-1e6, 1e6, 1.0)}
        for rule in ("separation", "alignment", "cohesion"):
            flock[rule] = {"radius": m.length() if m.chance(0.3) else m.scale * m.log(-2, -0.7)}
    scene.pop("relations", None)


def dress_corridor(m, scene, flocks):
    """Boids fast enough to hit obstacles far away."""
    long = max(m.size)
    scene["obstacles"] = [m.make_obstacle() for _ in range(m.r.choice([2, 4, 8]))]
    for flock in flocks:
        flock["max_speed"] = min(1e9, m.short(long * m.log(-5, 0)))
        flock.setdefault("start", {"shape": "uniform"})
        if flock["start"]["shape"] != "file":
            flock["start"]["speed"] = min(1e9, m.short(flock["max_speed"]))
        flock["terms"] = [{"kind": "avoid_obstacles", "time": m.short(m.log(0, 3)), "width": m.length(),
                           "force": m.speed(0, 1e9)} for _ in range(m.r.choice([1, 2]))]


def dress_far(m, scene, flocks):
    """Obstacles so many worlds away that cells cannot be counted."""
    if m.chance(0.8):
        m.world.update({"images": True, "boundary": "wrap"})
    scene["obstacles"] = [m.make_obstacle() for _ in range(m.r.choice([2, 3, 5]))]
    for obstacle in scene["obstacles"]:
        obstacle["reach"] = m.short(m.scale * m.log(-1, 0.5))
        if "center" in obstacle:
            axis = m.r.randrange(m.dimensions)
            obstacle["center"][axis] = m.r.choice([-1, 1]) * m.r.choice([1e12, 2.0 ** m.r.randint(28, 39),
                                                                         m.log(8, 12)])


def dress_edges(m, scene, flocks):
    """Boids on the edges that hardly move."""
    if m.chance(0.7):
        m.world["images"] = True
        m.world["boundary"] = "wrap"
    m.world.pop("precision", None) if m.chance(0.7) else None
    m.world.pop("update", None)
    for flock in flocks:
        if m.chance(0.6):
            flock["max_speed"] = m.r.choice([1e-9, 1e-7, 1e-40, 1e-3])


def dress_growth(m, scene, flocks):
    """Flocks that grow and shrink around the number of cells of their grid."""
    m.world.pop("update", None)
    m.world["index"] = m.r.choice(["grid", "grid", "auto", "tree"])
    for i, flock in enumerate(flocks):
        flock["count"] = m.counts[i] = m.r.choice([63, 64, 65, 127, 128, 200])
        flock["start"] = {"shape": "uniform"}
        flock.pop("leader", None)
        for rule in ("separation", "alignment", "cohesion"):
            flock.setdefault(rule, {})["radius"] = m.short(m.scale * m.log(-1.5, -0.7))


def dress_many_obstacles(m, scene, flocks):
    """More obstacles near a group than it is handed one by one."""
    law = m.r.choice([None, None, "hard"])
    scene["obstacles"] = []
    for _ in range(m.r.choice([130, 180])):
        made = {"shape": "circle", "center": [x * m.r.random() for x in m.size],
                "radius": m.short(m.scale * 0.02), "reach": m.short(m.scale * m.log(-1, 0))}
        if law is not None:
            made["law"] = law
            del made["reach"]
        scene["obstacles"].append(made)
    for i, flock in enumerate(flocks):
        limit_boids(m, i, flock, 60)
        if m.chance(0.4):
            flock["terms"] = [{"kind": "avoid_obstacles", "time": m.short(m.log(0, 2)), "width": m.length()}]


def dress_many_rows(m, scene, flocks):
    """Groups with candidates in more rows of cells than there is room to list."""
    m.world.pop("update", None)
    m.world["index"] = "grid"
    for i, flock in enumerate(flocks[:2]):
        flock["count"] = m.counts[i] = m.r.choice([300, 500]) if i == 1 or len(flocks) == 1 else 20
        flock["start"] = {"shape": "uniform"}
        flock.pop("leader", None)
        for rule in ("separation", "alignment", "cohesion"):
            flock.setdefault(rule, {})["radius"] = m.size[1] / 500
        flock.pop("view", None)
        if flock["model"] == "sighted":
            flock["view"] = {"distance": m.size[1] / 500}
    if len(flocks) > 1:
        scene["relations"] = [m.make_relation() for _ in range(2)]
        for relation in scene["relations"]:
            relation.update({"from": "a", "to": "b"})
            relation["radius"] = m.size[1] * m.r.choice([0.4, 1.0, 2.0])
            relation.pop("eat", None)
    else:
        flocks[0]["terms"] = [{"kind": "avoid_collision", "radius": m.size[1], "time": 5.0}]


def dress_reach(m, scene, flocks):
    """Images, and rules that reach about as far as indexes can serve: a half, a third of the world."""
    m.world.update({"images": True, "boundary": "wrap"})
    m.world.pop("update", None)
    for flock in flocks:
        for rule in ("separation", "alignment", "cohesion"):
            share = m.r.choice([0.5, 0.499, 0.498, 1 / 3, 0.333, 0.3, 0.25, 0.1])
            flock.setdefault(rule, {})["radius"] = m.r.choice(m.size) * share


def dress_budget(m, scene, flocks):
    """A budget that is used up to the last bit."""
    for flock in flocks:
        flock["steer"] = {"combine": "priority", "budget": m.r.choice([0.1, 0.0, m.speed(0, 1e9, 0.1)])}
        flock["terms"] = [m.make_term(flock, i) for i in range(m.r.choice([3, 5, 8]))]
        if m.chance(0.6):  # as many forces as fill it, then some that are nothing
            force, number = m.r.choice([0.1, 0.3, 1 / 3, 0.7, 1e-3]), m.r.randint(2, 7)
            flock["steer"]["budget"] = force * number
            flock["terms"] = [{"kind": "seek", "point": m.place(), "force": force} for _ in range(number)]
            flock["terms"] += [{"kind": "avoid_obstacles"}, {"kind": "wander", "weight": 0.0}]


def dress_crowd(m, scene, flocks):
    """So many pairs that workers are woken; obstacles and terms do so too."""
    flock = flocks[0]
    flock["count"] = m.counts[0] = m.r.choice([257, 300, 513])
    flock["start"] = {"shape": "uniform"}
    flock.pop("leader", None)


def sort_boids(m):
    """Not brute force, where every boid is a candidate of every other."""
    m.world.pop("update", None)
    m.world["index"] = m.r.choice(["auto", "grid", "tree", "kdtree"])


def limit_boids(m, i, flock, most):
    if m.counts[i] > most and flock.get("start", {}).get("shape") != "file":
        flock["count"] = m.counts[i] = most
        flock.pop("leader", None)


def events(m, steps):
    """Events of the theme, and the step at which runs are cut in two; None: any."""
    if m.theme != "growth":
        return [], None
    at = m.r.randint(0, steps - 1)
    made = []
    for _ in range(m.r.choice([1, 2, 5])):
        name = m.r.choice(m.names)
        made.append({"at": at, "add": {"flock": name, "position": m.place(), "velocity": m.velocity()}})
    if m.chance(0.3):
        which = m.r.randrange(len(m.names))
        made.append({"at": at, "remove": {"flock": m.names[which], "id": m.counts[which] - 1}})
    return made, min(at + m.r.choice([0, 1, 1, 2]), steps)
