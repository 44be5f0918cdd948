"""Makes random scenes: everything the language allows, with the edges of every range more often.

Scene number N of seed S is always the same. What parameters there are, and their ranges, comes from the tables that
`random_ways --tables` prints, so that a new parameter is covered as soon as it is in the table.
"""
import random

import themes


class Case:
    """A scene, the files it needs, and how it is run."""

    def __init__(self, number, steps, split, scene, files):
        self.number, self.steps, self.split, self.scene, self.files = number, steps, split, scene, files

    def copy(self, **changes):
        made = Case(self.number, self.steps, self.split, self.scene, self.files)
        made.__dict__.update(changes)
        made.split = min(made.split, made.steps)
        return made


class Maker:
    """Makes one scene. Lengths and speeds are mostly measured by the world: `scale` is its shortest side."""

    def __init__(self, tables, seed, number):
        self.tables, self.number = tables, number
        self.farthest = tables["farthest"]
        self.rows = {param["name"]: param for param in tables["params"]}
        self.fastest = self.rows["wind.velocity"]["most"]
        self.r = random.Random(seed * 1000003 + number)
        self.files = {}
        self.dimensions = 2 if self.r.random() < 0.65 else 3
        self.wild = self.r.random()  # how wild the numbers of this scene are
        self.theme = themes.pick(self.r)
        self.calm = 0.3 + 0.7 * self.r.random()  # how many parameters keep their defaults

    # --- numbers ---

    def chance(self, p):
        return self.r.random() < p

    def log(self, low, high):
        return 10 ** self.r.uniform(low, high)

    def short(self, x):
        """Mostly few digits, as people write them; sometimes all of them."""
        return x if self.chance(0.4) else float(f"{x:.3g}")

    def edge(self, least, most, usual):
        """A number at or near an edge of a range."""
        tiny = [5e-324, 1e-310, 1e-45, 1.2e-38, 1e-30, 1e-12, 1e-9, 1e-6]
        picks = [least, most, 0.0, -0.0, 1.0, -1.0, usual, self.r.choice(tiny), -self.r.choice(tiny),
                 2.0 ** self.r.randint(-30, 40), least + (most - least) * self.r.random(),
                 self.log(-9, 12), -self.log(-9, 12)]
        return min(max(self.r.choice(picks), least), most)

    def size_of_world(self):
        given = themes.size(self)
        if given is not None:
            return given
        kind = self.r.random()
        if kind < 0.62:
            low, high = 1.3, 3
        elif kind < 0.72:
            low, high = -6, 1
        elif kind < 0.82:
            low, high = 3, 6
        else:
            low, high = 6, 12
        first = self.log(low, high)
        least, most = self.rows["world.size"]["least"], self.rows["world.size"]["most"]
        size = []
        for _ in range(self.dimensions):
            other = first if self.chance(0.3) else first * self.log(-1, 1) if self.chance(0.8) else self.log(low, high)
            size.append(min(max(self.short(other), least), most))
        if self.chance(0.03):
            size[self.r.randrange(self.dimensions)] = self.r.choice([least, most, 0.1, 4e11, 1e11, 16777216.0])
        if self.chance(0.15):
            size = [max(1.0, float(round(x))) for x in size]
        return size

    def length(self, least=0.0, most=None, usual=50.0):
        """A distance or a speed: mostly a part of the world."""
        most = self.farthest if most is None else most
        kind = self.r.random()
        if kind < 0.12 * (0.3 + self.wild):
            return self.edge(least, most, usual)
        if kind < 0.25:
            x = usual
        elif kind < 0.75:
            x = self.short(self.scale * self.log(-2, 0))
        elif kind < 0.85:
            x = self.r.choice([0.0, self.scale, self.scale / 2, self.scale / 3, 2 * self.scale])
        else:
            x = self.short(self.scale * self.log(-5, 1))
        return min(max(x, least), most)

    def speed(self, least=0.0, most=None, usual=3.0):
        most = self.fastest if most is None else most
        kind = self.r.random()
        if kind < 0.10 * (0.3 + self.wild):
            return self.edge(least, most, usual)
        x = usual if kind < 0.3 else self.short(self.scale * self.log(-4, -1)) if kind < 0.92 else self.length(0, most)
        return min(max(x, least), most)

    def plain(self, least, most, usual):
        """A number without a unit: weights, powers, chances, angles."""
        kind = self.r.random()
        if kind < 0.12 * (0.3 + self.wild):
            return self.edge(least, most, usual)
        if most <= 360 and kind < 0.6:
            return self.short(self.r.uniform(least, most))
        x = usual if kind < 0.3 else self.short((usual or 1.0) * self.log(-2, 1)) if kind < 0.85 else self.short(
            self.r.uniform(-3, 3))
        return min(max(x, least), most)

    def number_for(self, unit, least, most, usual):
        if unit == "px":
            x = self.length(least, most, usual)
        elif unit in ("px/time", "px/time^2", "px^2/time"):
            x = self.speed(least, most, usual)
            x = -x if least < 0 and self.chance(0.5) else x
        else:
            x = self.plain(least, most, usual)
        return x

    def origin_of_world(self):
        """Where a world may begin: beside 0, some worlds away, or as far as single precision allows."""
        origin = []
        for side in self.size:
            kind = self.r.random()
            away = side * (self.r.uniform(-2, 2) if kind < 0.6 else self.r.uniform(-4090, 4090) if kind < 0.8 else
                           self.r.choice([-1.0, -0.5, 1.0, 4096.0, -4096.0, 1e-9, 0.0]))
            origin.append(min(max(self.short(away), -4096 * side, -self.farthest), 4096 * side, self.farthest - side))
        return origin

    def coordinate(self, axis):
        """A place on an axis, in the coordinates of the world."""
        along = self.along(axis)
        return along + self.origin[axis] if self.origin[axis] != 0 else along

    def along(self, axis):  # from the edge on: inside, on an edge, beside it, or far away
        side = self.size[axis]
        kind = self.r.random()
        if self.theme == "edges" and kind < 0.5:
            return themes.on_edge(self, side)
        if kind < 0.62:
            return self.short(side * self.r.random())
        if kind < 0.8:
            return self.r.choice([0.0, -0.0, side, side / 2, side / 3, side * (1 - 2 ** -24), side * (1 - 2 ** -53),
                                  side * 2 ** -24, 5e-324, 1e-40, 1e-9, float(round(side / 3))])
        if kind < 0.95:
            return self.short(side * self.r.uniform(-0.5, 1.5))
        return self.r.choice([-side, 2 * side, -1e-9, -5e-324, 1e-310, side * 100, -3.7 * side,
                              self.edge(-self.farthest, self.farthest, 0)])

    def place(self):
        return [min(max(self.coordinate(axis), -self.farthest), self.farthest) for axis in range(self.dimensions)]

    def velocity(self, most=None):
        kind = self.r.random()
        if kind < 0.12 and self.theme != "edges":
            return [0.0] * self.dimensions
        if self.theme == "edges" and kind < 0.7:
            return [self.r.choice([-1e-9, 1e-9, -1e-40, 1e-7, -1e-5, 0.0]) for _ in range(self.dimensions)]
        if kind < 0.2:
            return [self.r.choice([0.0, -0.0, 5e-324, -1e-9, 1e-40, -1e-40, 1.0, -1.0]) for _ in range(self.dimensions)]
        return [(1 if self.chance(0.5) else -1) * self.speed(0, most) for _ in range(self.dimensions)]

    # --- parameters of the table ---

    def value_of(self, param, model=None):
        usual = param["models"].get(model)
        usual = usual if isinstance(usual, (int, float)) else 1.0
        kind, least, most = param["type"], param["least"], param["most"]
        if param["random"] and self.chance(0.3):
            return "random"
        if kind == "real":
            return self.number_for(param["unit"], least, most, usual)
        if kind == "count":
            pick = self.r.choice([least, least + 1, most, 2, 5, 8, 32, 33, self.r.randint(1, 64)])
            return int(min(max(pick, least), most))
        if kind == "choice":
            return self.r.choice(param["choices"])
        if kind == "flag":
            return self.chance(0.5)
        if kind == "seed":
            return self.r.choice([0, 1, 2 ** 64 - 1, self.r.randrange(2 ** 64)])
        if kind == "vector":
            if param["name"] == "world.origin":
                return self.origin_of_world()
            if param["unit"] == "px/time":
                return self.velocity(most)
            if least < 0:
                return self.place()
            return [self.length(least, most, usual) for _ in range(self.dimensions)]
        if kind == "list":
            return [self.plain(least, most, 1.0) for _ in range(self.r.choice([2, 3, 5, 64]))]
        if kind == "mask":
            return self.mask()
        raise ValueError(f"the parameter {param['name']} is of a type the generator does not know: {kind}")

    def mask(self):
        """Which flocks something acts on: one, some, none of them or all."""
        return "all" if self.chance(0.2) else self.r.sample(self.names, self.r.randint(0, len(self.names)))

    def put(self, where, name, value):
        *groups, last = name.split(".")
        for group in groups:
            where = where.setdefault(group, {})
        where[last] = value

    def make_world(self):
        # The size first: it scales all the rest.
        self.size = self.size_of_world()
        self.scale = min(self.size)
        self.origin = self.origin_of_world() if self.chance(0.2) else [0.0] * self.dimensions
        sections = {"world": {"size": self.size}}
        if any(self.origin):
            sections["world"]["origin"] = self.origin
        grouped = {name: 0.75 if self.chance(0.15) else 0.02 for name in ("wind", "player")}  # alone they do little
        for param in self.tables["params"]:
            name = param["name"]
            section = name.split(".")[0]
            if not param["world"] or name in ("world.size", "world.origin", "world.margin"):
                continue
            often = {"world.boundary": 0.85, "world.precision": 0.5, "world.index": 0.6, "world.seed": 0.5}
            rarely = {"world.update": 0.2, "world.images": 0.3, "world.dt": 0.25}
            if self.chance(often.get(name, rarely.get(name, grouped.get(section, 0.12)))):
                self.put(sections, name, self.value_of(param))
        world = sections["world"]
        if world.get("images") and self.chance(0.9):
            world["boundary"] = "wrap"
        if world.get("update") in ("in_turn", "in_random_turn") and self.chance(0.95):
            world["index"] = self.r.choice(["auto", "brute"])
        if world.get("boundary") == "tile" and self.chance(0.8):
            world["margin"] = self.length(0, self.rows["world.margin"]["most"], 10.0)
        if "dt" in world and self.chance(0.7):
            world["dt"] = self.r.choice([0.5, 0.25, 1.0, 2.0, 0.1, 1 / 3])
        if "player" in sections or self.chance(0.15):
            player = sections.setdefault("player", {})
            if self.chance(0.7):
                player["path"] = self.timed_path()
            else:
                player["paths"] = [self.timed_path() for _ in range(self.r.choice([1, 2, 3, 64]))]
        self.world = world
        return sections

    def timed_path(self):
        steps = sorted(self.r.sample(range(0, 40), self.r.randint(1, 4)))
        return [[step] + self.place() for step in steps]

    def count_of(self):
        kind = self.r.random()
        if self.few:
            return self.r.choice([0, 1, 1, 2, 3])
        if kind < 0.03:
            return 0
        if kind < 0.62:
            return self.r.randint(1, 40)
        if kind < 0.92:
            return self.r.randint(41, 130)
        return self.r.randint(130, 400)

    def start_file(self, model):
        name = f"start-{self.number}-{len(self.files)}.csv"
        heading = self.dimensions == 2 and self.chance(0.4)
        header = "x,y,heading,speed" if heading else "x,y,vx,vy" if self.dimensions == 2 else "x,y,z,vx,vy,vz"
        rows = []
        spot = self.place()
        for _ in range(self.count_of() or 1):
            place = spot if self.chance(0.15) else self.place()
            if heading:
                rows.append(place + [self.plain(-720, 720, 90.0), self.speed()])
            else:
                rows.append(place + self.velocity())
        self.files[name] = [header] + rows
        return name, len(rows)

    def make_start(self, flock, model):
        shapes = self.rows["start.shape"]["choices"]
        shape = self.r.choice(shapes)
        start = {"shape": shape}
        uses = {"center": ("box", "disc", "grid", "ring"), "size": ("box",), "radius": ("disc", "ring"),
                "spacing": ("grid",)}
        if shape == "file":
            start["path"], count = self.start_file(model)
            if self.chance(0.5):
                flock.pop("count", None)
            else:
                flock["count"] = count
            self.counts.append(count)
            flock["start"] = start
            return
        self.counts.append(flock["count"])
        for param in self.tables["params"]:
            name = param["name"]
            if not name.startswith("start.") or name == "start.shape" or model not in param["models"]:
                continue
            key = name[6:]
            if (key not in uses or shape in uses[key]) and self.chance(0.6):
                value = self.value_of(param, model)
                if key == "radius" and self.chance(0.2):
                    value = self.r.choice([0.0, self.scale * 1e-9])
                if key == "whole":
                    value = self.chance(0.25)
                start[key] = value
        flock["start"] = start

    def make_flock(self, name):
        models = [m for m, dims in self.tables["models"].items() if self.dimensions in dims]
        model = self.r.choice(models)
        self.models.append(model)
        flock = {"name": name, "model": model, "count": self.count_of()}
        for param in self.tables["params"]:
            key = param["name"]
            if param["world"] or model not in param["models"] or key == "count" or key.startswith("start."):
                continue
            zone = param["unit"] == "px" or key == "max_speed"
            if self.chance(0.75 if zone else 1 - self.calm):
                self.put(flock, key, self.value_of(param, model))
        if self.chance(0.9):
            self.make_start(flock, model)
        else:
            self.counts.append(flock["count"])
        count = self.counts[-1]
        if count > 0 and self.chance(0.3):
            flock["leader"] = self.r.randrange(count)
        return flock

    # --- obstacles, relations, terms ---

    def field_value(self, field):
        kind, unit = field["type"], field["unit"]
        if kind == "real":
            if unit in ("", "degrees", "time"):
                return self.plain(field["least"], field["most"], {"": 1.0, "degrees": 60.0, "time": 10.0}[unit])
            if unit in ("px/time", "px/time^2"):
                return self.speed(field["least"], field["most"], 0.1) * (
                    -1 if field["least"] < 0 and self.chance(0.3) else 1)
            return self.length(field["least"], field["most"], 20.0)
        if kind == "whole":
            pick = self.r.choice([field["least"], field["most"], 0, 1, 2, 3, 7, self.r.randint(1, 40)])
            return int(min(max(pick, field["least"]), field["most"]))
        if kind == "flag":
            return self.chance(0.5)
        if kind == "vector":
            return self.place() if field["least"] < 0 else [self.length() for _ in range(self.dimensions)]
        if kind == "flock":
            return self.r.choice(self.names)
        if kind == "flow":
            count = [self.r.choice([2, 2, 3, 4]) for _ in range(self.dimensions)]
            total = 1
            for n in count:
                total *= n
            return {"count": count, "velocities": [self.velocity() for _ in range(total)]}
        if kind == "choice":
            return self.r.choice(field["choices"])
        if kind == "mask":
            return self.mask()
        raise ValueError(f"the field {field['name']} is of a type the generator does not know: {kind}")

    def points(self, count):
        points = [self.place() for _ in range(count)]
        if self.chance(0.1):
            points[-1] = list(points[0])
        return points

    def kind_of(self, name, made):
        """The shape of an obstacle, the kind of a relation or a term: what its other fields hang on."""
        return made[self.tables[name]["selector"]] if self.tables[name]["selector"] in made else None

    def used(self, name, field, made):
        return self.kind_of(name, made) in field["with"]

    def must(self, name, field, made):
        return field["with"][self.kind_of(name, made)]["needed"]

    def points_for(self, name, field, made):
        """As few as there may be, or some more."""
        fewest, most = (field["with"][self.kind_of(name, made)][end] for end in ("fewest", "most"))
        return self.points(fewest if fewest == most else self.r.choice([fewest, fewest + 1, fewest + 3]))

    def make_obstacle(self):
        fields = self.tables["obstacles"]["fields"]
        words = next(field for field in fields if field["name"] == "shape")["choices"]
        made = {"shape": self.r.choice(words if self.dimensions == 2 else [w for w in words if w != "polygon"])}
        for field in fields:
            if field["name"] in made or not self.used("obstacles", field, made):
                continue
            if field["type"] == "points":
                made[field["name"]] = self.points_for("obstacles", field, made)
            elif field["name"] == "law" or self.must("obstacles", field, made) or self.chance(0.6):
                made[field["name"]] = self.field_value(field)
        return made

    def make_relation(self):
        fields = self.tables["relations"]["fields"]
        by_name = {field["name"]: field for field in fields}
        sender = self.r.choice(self.names)
        others = [name for name in self.names if name != sender]
        to = self.r.sample(others, self.r.randint(1, len(others)))
        made = {"from": sender, "to": to[0] if len(to) == 1 and self.chance(0.5) else to,
                "kind": self.r.choice(by_name["kind"]["choices"])}
        for field in fields:
            if field["name"] not in made and self.used("relations", field, made) and self.chance(0.7):
                made[field["name"]] = self.field_value(field)
        headed = {name for name, model in zip(self.names, self.models) if model == "sighted"}
        if made["kind"] == "flock_with" and sender in headed and not headed.issuperset(to) and self.chance(0.95):
            made["kind"] = "avoid"
            made = {key: value for key, value in made.items() if key in ("from", "to", "kind", "radius")}
        if made.get("eat", 0) > self.scale and self.chance(0.8):
            made["eat"] = self.short(self.scale * 0.05)
        return made

    def make_term(self, flock, number):
        fields = self.tables["terms"]["fields"]
        by_name = {field["name"]: field for field in fields}
        kinds = list(by_name["kind"]["choices"])
        if len(self.names) == 1:
            kinds = [kind for kind in kinds if kind not in ("pursue", "evade")]
        made = {"kind": self.r.choice(kinds)}
        if self.chance(0.4):
            made["name"] = f"t{number}"
        for field in fields:
            if field["name"] in made or not self.used("terms", field, made):
                continue
            if field["type"] == "points":
                made[field["name"]] = self.points_for("terms", field, made)
            elif self.must("terms", field, made) or field["name"] == "point" or self.chance(0.6):
                made[field["name"]] = self.field_value(field)
        if "point" in made and self.chance(0.25):
            del made["point"]
            made["path"] = self.timed_path()
        if made["kind"] in ("pursue", "evade"):
            made["target"] = self.r.choice([name for name in self.names if name != flock["name"]])
        if made["kind"] in ("follow_flow", "wind") and self.chance(0.1):
            name = f"flow-{self.number}-{len(self.files)}.csv"
            self.files[name] = ["vx,vy" if self.dimensions == 2 else "vx,vy,vz"] + made["flow"]["velocities"]
            made["flow"] = {"count": made["flow"]["count"], "path": name}
        return made

    # --- events ---

    def settable(self, scene):
        """A dotted name and a value that an event may set."""
        kind = self.r.random()
        if kind < 0.3:
            live = [p for p in self.tables["params"] if p["world"] and p["live"] and p["name"] != "world.margin"]
            param = self.r.choice(live)
            if param["name"] == "world.size" and self.chance(0.7):
                return "world.size", [x * self.r.choice([0.5, 1.0, 2.0, 0.9]) for x in self.size]
            if param["name"] == "world.images" and self.world.get("boundary", "wrap") != "wrap":
                return "world.dt", 0.5
            if param["name"] == "world.boundary" and self.world.get("images"):
                return "world.dt", 0.25
            return param["name"], self.value_of(param)
        flock = self.r.choice(scene["flocks"])
        lists = [("obstacles", scene.get("obstacles", [])), ("relations", scene.get("relations", [])),
                 ("terms", flock.get("terms", []))]
        name, entries = self.r.choice(lists)
        if kind < 0.6 and entries:
            number = self.r.randrange(len(entries))
            entry = entries[number]
            fields = [f for f in self.tables[name]["fields"] if f["live"] and self.used(name, f, entry)]
            fields = [f for f in fields if not (f["type"] == "vector" and "path" in entry) and f["name"] != "target"]
            if fields:
                field = self.r.choice(fields)
                value = (self.points_for(name, field, entry) if field["type"] == "points" else
                         self.field_value(field))
                key = entry["name"] if "name" in entry and self.chance(0.5) else number
                return f"{flock['name']}.terms.{key}.{field['name']}" if name == "terms" else (
                    f"{name}.{number}.{field['name']}"), value
        live = [p for p in self.tables["params"] if not p["world"] and p["live"] and flock["model"] in p["models"]]
        param = self.r.choice(live)
        return f"{flock['name']}.{param['name']}", self.value_of(param, flock["model"])

    def make_event(self, scene, steps):
        event = {"at": self.r.choice([0, 1, self.r.randint(0, steps), self.r.randint(0, steps)])}
        which = self.r.randrange(len(self.names))
        name, count = self.names[which], self.counts[which]
        kind = self.r.choice(["add", "add", "remove", "gust", "player", "goal", "scatter", "blow", "set", "set", "set",
                              "leader"])
        if kind == "add":
            value = {"flock": name, "position": self.place(), "velocity": self.velocity()}
        elif kind == "remove":
            if not self.alive[which]:
                return None
            value = {"flock": name, "id": self.alive[which].pop(self.r.randrange(len(self.alive[which])))}
        elif kind == "gust":
            value = self.velocity()
        elif kind in ("player", "goal"):
            value = "none" if self.chance(0.3) else self.place()
        elif kind == "scatter":
            value = {"position": self.place()}
            if self.chance(0.6):
                value["strength"] = self.plain(-1e6, 1e6, 0.1)
        elif kind == "blow":
            value = {"position": self.place(), "radius": max(1e-9, self.length()), "velocity": self.velocity()}
        elif kind == "leader":
            left = self.alive[which]
            value = {"flock": name, "id": self.r.choice(left) if left and self.chance(0.8) else "none"}
        else:
            value = dict(self.settable(scene) for _ in range(self.r.choice([1, 1, 2])))
        event[kind] = value
        return event

    def make_events(self, scene, steps):
        self.alive = [list(range(count)) for count in self.counts]
        events = [self.make_event(scene, steps) for _ in range(self.r.choice([1, 1, 2, 3, 5]))]
        events = [event for event in events if event]
        # A leader that is gone by then would be refused.
        gone = {(e["remove"]["flock"], e["remove"]["id"]) for e in events if "remove" in e}
        return [e for e in events if "leader" not in e or (e["leader"]["flock"], e["leader"]["id"]) not in gone]

    # --- the whole ---

    def make_large(self, scene):
        """So many boids that workers share them; each sees few, or it would take too long."""
        flock = scene["flocks"][0]
        flock.pop("terms", None)
        everywhere = flock["model"] in ("cucker_smale", "dorsogna")  # each sees all
        flock["count"] = self.counts[0] = self.r.randint(1100, 1500) if everywhere else self.r.randint(4100, 6000)
        flock["start"] = {"shape": "uniform"}
        self.world["index"] = self.r.choice(["auto", "grid", "tree", "kdtree"])
        self.world.pop("update", None)
        for rule in ("separation", "alignment", "cohesion"):
            flock.setdefault(rule, {})["radius"] = self.scale * 0.03 * self.r.random()
        flock.setdefault("lattice", {})["range"] = self.scale * 0.03
        flock.pop("view", None)
        if flock["model"] == "sighted":
            flock["view"] = {"distance": self.scale * 0.03}

    def drop_unused(self, flock, table, group=""):
        """What a theme gave to all flocks, but this one's model has no use for."""
        for key in list(table):
            row = self.rows.get(group + key)
            if isinstance(table[key], dict) and row is None and key != "start":
                self.drop_unused(flock, table[key], group + key + ".")
                if not table[key]:
                    del table[key]
            elif row is not None and not row["world"] and flock["model"] not in row["models"]:
                if key == "max_speed":
                    flock["speed"] = max(table[key], self.rows["speed"]["least"])
                del table[key]

    def fit_to_model(self, flock):
        self.drop_unused(flock, flock)
        noise = flock.get("noise", {})
        if noise.get("kind") == "vectorial" and self.chance(0.9):
            if flock["model"] != "vicsek":
                noise["kind"] = "wrapped"
            elif noise.get("strength", 2) > 1:
                noise["strength"] = self.r.choice([0, 1, self.r.random()])

    def make(self):
        self.few = self.chance(0.2)
        flocks = self.r.choice([1, 1, 1, 2, 2, 3, 4])
        self.names = ["a", "b", "c", "d"][:flocks]
        scene = self.make_world()
        self.counts, self.models = [], []
        scene["flocks"] = [self.make_flock(name) for name in self.names]
        if flocks > 1 and self.chance(0.7):
            scene["relations"] = [self.make_relation() for _ in range(self.r.choice([1, 1, 2, 3, 5]))]
        if self.chance(0.35):
            scene["obstacles"] = [self.make_obstacle() for _ in range(self.r.choice([1, 1, 2, 4, 12]))]
        for flock in scene["flocks"]:
            if self.chance(0.3):
                flock["terms"] = [self.make_term(flock, i) for i in range(self.r.choice([1, 1, 2, 3, 6]))]
        themes.dress(self, scene)
        steps = self.r.randint(2, 12 if sum(self.counts) < 100 else 5)
        if self.theme is None and self.chance(0.01):
            self.make_large(scene)
            steps = 2
        for flock in scene["flocks"]:
            self.fit_to_model(flock)
        if sum(self.counts) < 20 and self.chance(0.3):
            steps = self.r.randint(14, 40)
        if self.chance(0.5):
            scene["events"] = self.make_events(scene, steps)
        more, cut = themes.events(self, steps)
        if more:
            if not self.chance(0.7):
                more = more + [e for e in scene.get("events", []) if "remove" not in e]
            scene["events"] = more
        if not scene.get("events"):
            scene.pop("events", None)
        if self.chance(0.1):
            scene["measure"] = {"radius": self.length(), "correlation_range": self.length()}
        events = [event["at"] for event in scene.get("events", [])]
        near = [min(at + d, steps) for at in events for d in (0, 1)]
        split = self.r.choice(near) if near and self.chance(0.6) else self.r.randint(0, steps)
        split = cut if cut is not None else split
        return Case(self.number, steps, split, scene, self.files)


def make_case(tables, seed, number):
    return Maker(tables, seed, number).make()
