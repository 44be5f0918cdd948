"""Worlds: scenes that run."""
from __future__ import annotations

import ctypes
import os
from ctypes import byref
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

import numpy as np

from . import _abi
from ._core import Core, open_scene, point, value_text
from ._library import check, lib, text
from .errors import UnknownName, WrongValue
from .flock import Flock, read_value
from .picture import Picture
from .seeing import Seeing
from .table import progress_bar, table

__all__ = ["World", "Frame", "measures", "scenes"]

Scene = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def scenes() -> Dict[str, str]:
    """The built-in scenes: names, and a line about each."""
    found, number = {}, 0
    while (name := lib.vol_scene_builtin_name(number)) is not None:
        found[text(name)] = text(lib.vol_scene_builtin_about(number))
        number += 1
    return found


def measures() -> Dict[str, str]:
    """What ``world.measure`` can measure: names, and a sentence about each."""
    found, number = {}, 0
    while row := lib.vol_measure_at(number):
        found[text(row.contents.name)] = text(row.contents.help)
        number += 1
    return found


def _is_text(scene: str) -> bool:
    """Is it the text of a scene, not a name or a path?"""
    return "\n" in scene or ": " in scene or scene.lstrip().startswith("{")


class World(Seeing):
    """A space with flocks in it, made from a scene.

    `scene` is the name of a built-in scene (``volery.scenes()``), the path of a file, the text of a scene, or a dict of
    the same form. `overrides` change keys of it by their dotted names. `seed` is where everything random comes from.
    `threads` is how many to compute with (0: one for each processor), `device` where ("gpu", "auto", a part of a name):
    the bits are the same for all of them, but for ``fast=True`` on a device.

        >>> import volery
        >>> world = volery.World("default", seed=7, overrides={"birds.count": 500})
        >>> world.step(100)
        >>> world["birds"].position.shape
        (500, 2)

    A world is used by one thread at a time; different worlds may be used by different threads at once, and run side by
    side: the interpreter lock is released while a world steps.
    """

    def __init__(self, scene: Scene = "default", *, seed: Optional[int] = None, threads: int = 0,
                 overrides: Optional[Mapping[str, Any]] = None, device: Optional[str] = None,
                 fast: bool = False) -> None:
        changes: Dict[str, Any] = dict(overrides or {})
        if seed is not None:
            changes["world.seed"] = seed
        self._changes, self._threads, self._device, self._fast = changes, threads, device, fast
        if isinstance(scene, Mapping):
            opened = open_scene("dict", value_text(scene), None, changes)
        elif isinstance(scene, str) and _is_text(scene):
            opened = open_scene("text", scene, None, changes)
        else:
            name = os.fspath(scene)
            opened = open_scene("./-" if name == "-" else name, None, None, changes)
        self._begin(opened)

    def _begin(self, opened: Any) -> None:
        self._core = Core(opened, self._threads, self._device, self._fast)
        self._flocks = {name: number for number, name in enumerate(self._core.names)}

    # --- Flocks ---

    def __getitem__(self, name: Union[str, int]) -> Flock:
        """A flock by its name or number."""
        if isinstance(name, (int, np.integer)) and 0 <= name < len(self._core.names):
            return Flock(self._core, int(name), self._core.names[int(name)])
        if name not in self._flocks:
            known = ", ".join(self._core.names)
            raise UnknownName(f"the world has no flock {name!r}; it has: {known}", str(name))
        return Flock(self._core, self._flocks[str(name)], str(name))

    def __iter__(self) -> Iterator[Flock]:
        return (self[number] for number in range(len(self._core.names)))

    def __len__(self) -> int:
        """How many boids there are, in all flocks."""
        return sum(len(flock) for flock in self)

    def __contains__(self, name: object) -> bool:
        return name in self._flocks

    def __bool__(self) -> bool:
        return True

    @property
    def flocks(self) -> List[str]:
        """The names of its flocks, in order."""
        return list(self._core.names)

    # --- Time ---

    def step(self, steps: int = 1) -> None:
        """Moves all boids on by so many steps, with the scene's events. Views taken before are stale then."""
        if steps < 0:
            raise WrongValue(f"steps: {steps} is not allowed; allowed is a whole number from 0", "steps")
        if steps:
            self._core.step(steps)

    def run(self, steps: int, every: int = 1, progress: bool = False) -> Iterator["Frame"]:
        """Steps, and gives a :class:`Frame` after every `every` steps and after the last one.

            for frame in world.run(1000, every=10):
                print(frame.step, frame.measure("polarisation"))

        With ``progress=True`` a bar shows how far it is, where tqdm is installed.
        """
        if steps < 0 or every < 1:
            raise WrongValue(f"steps={steps}, every={every}: allowed are whole numbers from 0 and from 1", "every")
        bar = progress_bar(progress, steps, "steps")
        try:
            while steps > 0:
                some = min(every, steps)
                self._core.step(some)
                steps -= some
                bar.update(some)
                yield Frame(self)
        finally:
            bar.close()

    def record(self, *names: str, steps: int, every: int = 1, flock: Optional[str] = None,
               progress: bool = False) -> Any:
        """Measures while it steps: a table with ``step``, ``time`` and a column for each measure, from now on.

        ``volery.statistics(table["polarisation"])`` tells mean, error and autocorrelation time of a column.
        """
        names = names or tuple(measures())
        rows: List[List[float]] = []

        def row() -> None:
            values = self.measure(*names, flock=flock)
            rows.append([self.steps, self.time, *(values.values() if isinstance(values, dict) else [values])])

        row()
        for _ in self.run(steps, every, progress):
            row()
        columns = list(zip(*rows))
        return table({"step": np.array(columns[0], np.int64), "time": np.array(columns[1]),
                      **{name: np.array(column) for name, column in zip(names, columns[2:])}})

    @property
    def steps(self) -> int:
        """How many steps the world has made."""
        return lib.vol_world_steps(self._core.pointer())

    @property
    def time(self) -> float:
        """The time that has passed in it: steps times dt, as it was in each."""
        return self._core.time()

    # --- What it is ---

    @property
    def dimensions(self) -> int:
        """2 or 3."""
        return self._core.dimensions

    @property
    def size(self) -> np.ndarray:
        """The length of each side."""
        return np.array(self._core.definition().size[:self._core.dimensions])

    @property
    def origin(self) -> np.ndarray:
        """Where the world begins on each axis: it goes from `origin` to `origin + size`."""
        return np.array(self._core.definition().origin[:self._core.dimensions])

    @property
    def seed(self) -> int:
        """Where everything random comes from."""
        return self._core.seed

    @property
    def dt(self) -> float:
        """The time that a step takes in it."""
        return self._core.definition().dt

    @property
    def device(self) -> str:
        """Where it is computed: "cpu", or the name of a device."""
        return text(lib.vol_world_device(self._core.pointer()))

    @property
    def threads(self) -> int:
        """How many threads compute it."""
        return lib.vol_world_workers(self._core.pointer())

    @property
    def hash(self) -> str:
        """A number for the whole state, as the program prints it: equal states have equal hashes on every machine."""
        return f"{lib.vol_world_hash(self._core.pointer()):016x}"

    @property
    def about(self) -> str:
        """The scene's line about itself."""
        return text(lib.vol_scene_about(self._core.scene))

    @property
    def scene(self) -> str:
        """The scene as text with all effective parameters, as it was at step 0: YAML that reads back to the same."""
        length = ctypes.c_size_t()
        printed = lib.vol_scene_print(self._core.scene, byref(length))
        try:
            return ctypes.string_at(printed, length.value).decode()
        finally:
            lib.vol_scene_free(printed)

    def set(self, key: str, value: Any) -> None:
        """Changes a parameter between two steps by its dotted name: ``world.set("birds.cohesion.weight", 2)``."""
        self._core.set(key, value)

    def get(self, key: str) -> Any:
        """A parameter as it is now, by its dotted name: a number, a word, a list."""
        return read_value(self._core.get(key))

    # --- What can be done to it ---

    def scatter(self, center: Any, strength: float = 0.1) -> None:
        """Pushes every boid away from a point: v += strength (position - center)."""
        self._core.call(lib.vol_world_scatter, point(self._core, center, "center"), strength)

    def gust(self, velocity: Any) -> None:
        """Adds to the velocity of every boid in the next step, before the speed limit."""
        self._core.call(lib.vol_world_gust, point(self._core, velocity, "velocity"))

    def blow(self, center: Any, radius: float, velocity: Any) -> None:
        """Wind at a place: v += velocity (1 - (distance / radius)^2) within the radius."""
        self._core.call(lib.vol_world_blow, point(self._core, center, "center"), radius,
                        point(self._core, velocity, "velocity"))

    # --- Measures and queries ---

    def measure(self, *names: str, flock: Optional[str] = None, radius: Optional[float] = None
                ) -> Union[float, Dict[str, float]]:
        """Measures all boids, or one flock: ``world.measure("polarisation")`` is a number, several names (or none: all
        of ``volery.measures()``) are a dict. `radius` is that of groups. A measure that is not defined is nan."""
        wanted = [self._measure_number(name) for name in names] if names else range(_abi.VOL_MEASURE_COUNT)
        options = (("radius", float(radius)),) if radius is not None else ()
        meter = self._core.meter(sum(1 << number for number in set(wanted)), options)
        self._read(meter, flock)
        values = {text(lib.vol_measure_name(number)): lib.vol_meter_value(meter, number) for number in wanted}
        return values[names[0]] if len(names) == 1 else values

    def curve(self, kind: str, flock: Optional[str] = None, **options: Any) -> Any:
        """A measure that is a function: "nearest" (histogram of distances to the nearest), "groups" (sizes),
        "correlation" (of velocity fluctuations) or "fluctuation" (of numbers in boxes). A table of ``x``, ``y`` and
        ``number``. `bins` and `range` are those of "nearest" and "correlation"."""
        kinds = {"nearest": (_abi.VOL_CURVE_NEAREST, _abi.VOL_MEASURE_NEAREST_MEAN),
                 "groups": (_abi.VOL_CURVE_GROUPS, _abi.VOL_MEASURE_GROUPS),
                 "correlation": (_abi.VOL_CURVE_CORRELATION, _abi.VOL_MEASURE_CORRELATION_LENGTH),
                 "fluctuation": (_abi.VOL_CURVE_FLUCTUATION, _abi.VOL_MEASURE_FLUCTUATION)}
        if kind not in kinds:
            raise UnknownName(f"there is no curve {kind!r}; there are: {', '.join(kinds)}", kind)
        number, needed = kinds[kind]
        meter = self._core.meter(1 << needed, tuple((f"{kind}.{key}", value) for key, value in sorted(options.items())))
        self._read(meter, flock)
        curve = lib.vol_meter_curve(meter, number)
        return table({name: np.array(np.ctypeslib.as_array(getattr(curve, name), (curve.count,))) if curve.count
                      else np.empty(0) for name in ("x", "y", "number")})

    def density(self, cells: Any, flock: Optional[str] = None) -> np.ndarray:
        """How dense boids are, in boids per area or volume: an array with `cells` (a number for each axis), x first."""
        wanted = tuple(int(n) for n in np.broadcast_to(cells, self.dimensions))
        meter = self._core.meter(1 << _abi.VOL_MEASURE_BOIDS, (("density.cells", wanted),))
        self._read(meter, flock)
        density = lib.vol_meter_density(meter)
        values = np.ctypeslib.as_array(density.value, tuple(reversed(wanted)))
        return values.T.copy()

    def _read(self, meter: Any, flock: Optional[str]) -> None:
        number = _abi.VOL_NONE if flock is None else self[flock].number
        self._core.pointer()
        error = _abi.vol_error()
        check(lib.vol_meter_read(meter, number, byref(error)), error)

    @staticmethod
    def _measure_number(name: str) -> int:
        number = lib.vol_measure_find(name.encode())
        if number == _abi.VOL_MEASURE_COUNT:
            raise UnknownName(f"there is no measure '{name}'; there are: {', '.join(measures())}", name)
        return number

    # --- Saving ---

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the state to a file: ``world.load`` and ``volery run SCENE --load`` go on from it, bit for bit."""
        write_whole(path, self._core.snapshot())

    def load(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Goes on from a state that was saved of the same scene."""
        with open(path, "rb") as file:
            self._core.resume(file.read(), os.fspath(path))

    def __getstate__(self) -> Dict[str, Any]:
        length = ctypes.c_size_t()
        scene = self._core.scene
        self._core.pointer()
        source = lib.vol_scene_text(scene, byref(length))
        return {
            "name": text(lib.vol_scene_name(scene)), "directory": text(lib.vol_scene_directory(scene)),
            "text": text(source[:length.value]), "changes": self._changes, "threads": self._threads,
            "device": self._device, "fast": self._fast, "state": self._core.snapshot(), "clock": self._core.clock,
            "set": [(key, self._core.get(key)) for key in self._core.touched],
            "leaders": [flock.leader for flock in self],
            "rules": {number: rule[1] for number, rule in self._core.rules.items()},
            "kept": [(flock.rule_neighbours, flock.keep_previous) for flock in self],
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._changes, self._threads = state["changes"], state["threads"]
        self._device, self._fast = state["device"], state["fast"]
        self._begin(open_scene(state["name"], state["text"], state["directory"], self._changes))
        self._core.resume(state["state"], None)
        for key, value in state["set"]:
            self.set(key, value)
        self._core.clock = state["clock"]
        for flock, leader in zip(self, state["leaders"]):
            flock.leader = leader
        for flock, (neighbours, previous) in zip(self, state["kept"]):
            if neighbours or previous:
                flock.rule_neighbours, flock.keep_previous = neighbours, previous
        for number, rule in state["rules"].items():
            self[number].rule = rule

    def copy(self) -> "World":
        """Another world in the same state, which goes on by itself."""
        other = World.__new__(World)
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "World":
        return self.copy()

    # --- Pictures ---

    def picture(self, width: int = 640) -> Picture:
        """A picture of the boids as they are now, drawn by the package itself; notebooks show it."""
        from .picture import draw

        return draw(self._core, [(flock.position._fresh(), flock.velocity._fresh(), flock.id._fresh())
                                 for flock in self], width)

    def plot(self, path: Union[None, str, "os.PathLike[str]"] = None, *options: str) -> Picture:
        """A picture of the world as it is now, drawn by the program where it is installed, else as ``picture``.

        `path` is where to write it (.png; with the program .svg and .pdf too), `options` are those of ``volery
        render``, such as ``"--size", "1920x1080"``.
        """
        from .program import render

        return render(self, 0, path, options)

    def film(self, path: Union[str, "os.PathLike[str]"], steps: int = 300, *options: str) -> str:
        """Films the next `steps` steps by the program, which must be installed: .mp4, .webm, .gif or .webp.

        The world itself stays where it is. `options` are those of ``volery render``. Returns the path.
        """
        from .program import film

        return film(self, steps, path, options)

    def _repr_png_(self) -> bytes:
        return self.picture().png

    def __repr__(self) -> str:
        flocks = ", ".join(f"{len(flock)} {flock.name} ({flock.model})" for flock in self)
        name = text(lib.vol_scene_name(self._core.scene))
        return f"<World '{name}': step {self.steps}, {flocks or 'no flocks'}>"


class Frame:
    """A world at a step of ``world.run``, until the next one is asked for. ``frame.step`` is the step's number."""

    __slots__ = ("world", "step", "time")

    def __init__(self, world: World) -> None:
        self.world, self.step, self.time = world, world.steps, world.time

    def __getitem__(self, name: Union[str, int]) -> Flock:
        return self.world[name]

    def __iter__(self) -> Iterator[Flock]:
        return iter(self.world)

    def __len__(self) -> int:
        return len(self.world)

    @property
    def hash(self) -> str:
        """As ``World.hash``."""
        return self.world.hash

    def measure(self, *names: str, **options: Any) -> Union[float, Dict[str, float]]:
        """As ``World.measure``."""
        return self.world.measure(*names, **options)

    def __repr__(self) -> str:
        return f"<Frame {self.step} of {self.world!r}>"


def write_whole(path: Union[str, "os.PathLike[str]"], data: bytes) -> None:
    """Writes a file that is the old or the new one at any moment."""
    temporary = f"{os.fspath(path)}.{os.getpid()}.part"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
