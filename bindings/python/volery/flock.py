"""Flocks of a world."""
from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Callable, Iterable, Optional

import numpy as np

from . import _abi
from ._core import Core, point
from ._library import lib, text
from .errors import UnknownName, WrongValue
from .rule import install as install_rule
from .view import View

__all__ = ["Flock", "HIT"]

#: What queries return: a structured array of these, `flock` being a number in ``world.flocks``.
HIT = np.dtype([("flock", np.uint32), ("id", np.uint32), ("slot", np.uint32), ("distance", np.float64)])

_view = lib.vol_flock_view
_char = ctypes.c_char


class Flock:
    """Boids with one model and one set of parameters: ``world["birds"]``.

    ``len(flock)`` is how many there are now. ``position``, ``velocity`` and ``id`` are views of the library's memory
    (:class:`volery.View`), which raise once the world has moved on.
    """

    __slots__ = ("_core", "number", "name", "_cache", "_known")

    def __init__(self, core: Core, number: int, name: str) -> None:
        self._core, self.number, self.name = core, number, name
        self._cache: dict = {}
        self._known = -1

    # --- Views ---

    def _seen(self) -> Any:
        """The library's view of the boids, asked for once after each change."""
        core = self._core
        if self._known != core.generation or core.lock.locked():
            self._cache = {"view": _view(core.pointer(), self.number)}
            self._known = core.generation
        return self._cache["view"]

    def _numbers(self, name: str) -> View:
        seen = self._seen()
        view = self._cache.get(name)
        if view is None:
            core, columns = self._core, getattr(seen, name)
            first, count, dimensions = columns[0] or 0, seen.count, core.dimensions
            apart = columns[1] - first if count else core.dtype.itemsize * count
            view = self._cache[name] = self._made(name, first, (count, dimensions), core.dtype,
                                                  (core.dtype.itemsize, apart))
        return view

    def _made(self, name: str, address: int, shape: tuple, dtype: np.dtype, strides: Optional[tuple] = None) -> View:
        if shape[0] == 0:
            array = np.empty(shape, dtype)
        else:
            size = dtype.itemsize * shape[0] + (strides[1] * (shape[1] - 1) if strides else 0)
            array = np.ndarray(shape, dtype, (_char * size).from_address(address), 0, strides)
        array.flags.writeable = False
        return View(array, array, self._core, f"{self.name}.{name}")

    @property
    def position(self) -> View:
        """Where the boids are: (N, D) numbers, without a copy."""
        return self._numbers("position")

    @property
    def velocity(self) -> View:
        """Their velocities: (N, D) numbers, without a copy."""
        return self._numbers("velocity")

    @property
    def previous(self) -> View:
        """Where they were before the last step: (N, D) numbers, without a copy; ``keep_previous`` must be True."""
        if not self._seen().previous[0] and len(self):
            raise WrongValue(f"flock '{self.name}' does not keep where its boids were: set keep_previous to True",
                             "keep_previous")
        return self._numbers("previous")

    @property
    def keep_previous(self) -> bool:
        """Whether ``previous`` is kept; can be set."""
        return self._definition().previous

    @keep_previous.setter
    def keep_previous(self, keep: bool) -> None:
        definition = self._definition()
        definition.previous = bool(keep)
        self._core.call(lib.vol_flock_set_def, self.number, byref(definition))

    @property
    def id(self) -> View:
        """Their ids, (N,): boid i of ``position`` and ``velocity`` is ``id[i]``. Ids are never used again."""
        seen = self._seen()
        view = self._cache.get("id")
        if view is None:
            address = ctypes.cast(seen.id, ctypes.c_void_p).value or 0
            view = self._cache["id"] = self._made("id", address, (seen.count,), np.dtype(np.uint32))
        return view

    @property
    def order(self) -> np.ndarray:
        """Slots by ascending id, an array of its own: ``flock.position[flock.order]`` is sorted by id."""
        slots = lib.vol_flock_order(self._core.pointer(), self.number)
        return np.ctypeslib.as_array(slots, (len(self),)).copy() if len(self) else np.empty(0, np.uint32)

    @property
    def speed(self) -> np.ndarray:
        """Their speeds, (N,): computed, an array of its own."""
        velocity = self.velocity._fresh().astype(np.float64)
        return np.sqrt((velocity * velocity).sum(axis=1))

    @property
    def heading(self) -> np.ndarray:
        """The directions of their velocities in the plane of x and y, in degrees from the x axis towards the y axis,
        from 0 to below 360, (N,): computed, an array of its own. 0 for a boid that stands."""
        velocity = self.velocity._fresh().astype(np.float64)
        return np.degrees(np.arctan2(velocity[:, 1], velocity[:, 0])) % 360.0

    def slot(self, id: int) -> int:
        """Where the boid with that id is in the views, until the world moves on."""
        slot = lib.vol_flock_slot(self._core.pointer(), self.number, id)
        if slot == _abi.VOL_NONE:
            raise UnknownName(f"flock '{self.name}' has no boid with the id {id}", "id")
        return slot

    def __len__(self) -> int:
        return self._seen().count

    # --- Changes ---

    def add(self, position: Any, velocity: Any = None, *, heading: Any = None, speed: Any = None) -> np.ndarray:
        """Adds boids while the world runs, and returns their ids.

        `position` and `velocity` have a row of D numbers for each; a single row is one boid. Without a velocity they
        stand. In 2D `heading` (degrees) and `speed` may take its place. All are added, or none.
        """
        core = self._core
        positions = _rows(position, core.dimensions, "position")
        count = len(positions)
        first = ctypes.c_uint32()
        if heading is not None or speed is not None:
            if velocity is not None or heading is None or speed is None:
                raise WrongValue("give new boids either a velocity, or a heading and a speed", "velocity")
            numbers = [np.ascontiguousarray(np.broadcast_to(np.asarray(n, np.float64), count))
                       for n in (heading, speed)]
            core.call(lib.vol_flock_add_heading, self.number, count, _doubles(positions), _doubles(numbers[0]),
                      _doubles(numbers[1]), byref(first))
        else:
            velocities = np.zeros_like(positions) if velocity is None else _rows(velocity, core.dimensions, "velocity")
            if velocities.shape != positions.shape:
                velocities = np.ascontiguousarray(np.broadcast_to(velocities, positions.shape))
            core.call(lib.vol_flock_add, self.number, count, _doubles(positions), _doubles(velocities), byref(first))
        return np.arange(first.value, first.value + count, dtype=np.uint32)

    def remove(self, ids: Any) -> None:
        """Removes boids by their ids: one, or many. An id that does not exist is an error, and none is removed."""
        array = _ids(ids)
        self._core.call(lib.vol_flock_remove, self.number, array.size, _wholes(array))

    def set_positions(self, ids: Any, position: Any) -> None:
        """Puts boids elsewhere between two steps: a row of D numbers for each id; a single row is for all of them."""
        self._set_rows(lib.vol_flock_set_positions, ids, position, "position")

    def set_velocities(self, ids: Any, velocity: Any) -> None:
        """Gives boids other velocities, in the same way. Where the model has one speed for all they keep it."""
        self._set_rows(lib.vol_flock_set_velocities, ids, velocity, "velocity")

    def set_headings(self, ids: Any, heading: Any, speed: Any = None) -> None:
        """Turns boids to headings (degrees), one for each or one for all; without a speed each keeps its own. 2D."""
        array = _ids(ids)
        given = [None if n is None else np.ascontiguousarray(np.broadcast_to(np.asarray(n, np.float64), array.size))
                 for n in (heading, speed)]
        self._core.call(lib.vol_flock_set_headings, self.number, array.size, _wholes(array),
                        *[None if n is None else _doubles(n) for n in given])

    def _set_rows(self, call: Any, ids: Any, values: Any, what: str) -> None:
        array, rows = _ids(ids), _rows(values, self._core.dimensions, what)
        if len(rows) not in (1, array.size):
            raise WrongValue(f"{what}: there are {array.size} ids and {len(rows)} rows of numbers; allowed is a row "
                             "for each, or one for all", what)
        rows = np.ascontiguousarray(np.broadcast_to(rows, (array.size, self._core.dimensions)))
        self._core.call(call, self.number, array.size, _wholes(array), _doubles(rows))

    def set(self, key: str, value: Any) -> None:
        """Changes a parameter between two steps: ``birds.set("cohesion.weight", 2)``. docs/parameters.md has them."""
        self._core.set(f"{self.name}.{key}", value)

    def get(self, key: str) -> Any:
        """A parameter as it is now: a number, a word, a list."""
        return read_value(self._core.get(f"{self.name}.{key}"))

    @property
    def model(self) -> str:
        """The name of its model, such as "steering"."""
        return text(lib.vol_model_name(self._definition().model))

    @property
    def leader(self) -> Optional[int]:
        """The id of its leader, or None; can be set."""
        leader = lib.vol_flock_leader(self._core.pointer(), self.number)
        return None if leader == _abi.VOL_NONE else leader

    @leader.setter
    def leader(self, id: Optional[int]) -> None:
        self._core.call(lib.vol_flock_set_leader, self.number, _abi.VOL_NONE if id is None else id)

    def _definition(self) -> "_abi.vol_flock_def":
        definition = _abi.vol_flock_def()
        lib.vol_flock_read_def(self._core.pointer(), self.number, byref(definition), ctypes.sizeof(definition))
        return definition

    # --- Rules of the host's ---

    @property
    def rule(self) -> Optional[Callable]:
        """A function that decides for the boids, batch by batch, in place of the model: see :class:`volery.Batch`.

        For flocks of the model ``custom``. None: the model decides by itself.
        """
        rule = self._core.rules.get(self.number)
        return rule[1] if rule else None

    @rule.setter
    def rule(self, decide: Optional[Callable]) -> None:
        install_rule(self._core, self.number, self.name, self._definition(), decide)

    @property
    def rule_neighbours(self) -> int:
        """So many single neighbours at most a rule is shown, the nearest ones (``batch.neighbours``): 0 to 64, set it
        before the rule or after."""
        return self._definition().rule.neighbours

    @rule_neighbours.setter
    def rule_neighbours(self, most: int) -> None:
        definition = self._definition()
        definition.rule.neighbours = int(most)
        self._core.call(lib.vol_flock_set_def, self.number, byref(definition))

    @property
    def undecided(self) -> int:
        """How many decisions the rule did not make, over all boids and steps: it failed, or gave no finite number."""
        return lib.vol_flock_undecided(self._core.pointer(), self.number)

    # --- Queries ---

    def near(self, at: Any, radius: float) -> np.ndarray:
        """The boids nearer to a point than `radius`, nearest first: a structured array of ``HIT``."""
        return self._hits(lib.vol_query_near, point(self._core, at, "point"), radius)

    def neighbours(self, id: int, radius: float) -> np.ndarray:
        """The other boids nearer than `radius` to the one with that id, nearest first."""
        return self._hits(lib.vol_query_neighbours, id, radius)

    def box(self, low: Any, high: Any) -> np.ndarray:
        """The boids with low <= position <= high on every axis, by ascending id."""
        return self._hits(lib.vol_query_box, point(self._core, low, "low"), point(self._core, high, "high"))

    def nearest(self, at: Any, count: int = 1) -> np.ndarray:
        """The `count` boids nearest to a point, however far away, nearest first."""
        room = min(int(count), len(self))
        hits, found = (_abi.vol_hit * max(room, 1))(), ctypes.c_size_t()
        self._core.ask(lib.vol_query_nearest, self.number, point(self._core, at, "point"), room, hits, byref(found))
        return self._array_of(hits, min(found.value, room))

    def ray(self, origin: Any, direction: Any, length: float, radius: float) -> Optional[np.ndarray]:
        """The first boid that a ray of that length and radius meets, as one ``HIT``, or None."""
        hit = _abi.vol_hit()
        self._core.ask(lib.vol_query_ray, self.number, point(self._core, origin, "origin"),
                       point(self._core, direction, "direction"), length, radius, byref(hit))
        return None if hit.id == _abi.VOL_NONE else self._array_of([hit], 1)[0]

    def _hits(self, query: Any, *arguments: Any) -> np.ndarray:
        found = ctypes.c_size_t()
        self._core.ask(query, self.number, *arguments, None, 0, byref(found))
        room = found.value
        hits = (_abi.vol_hit * max(room, 1))()
        if room:
            self._core.ask(query, self.number, *arguments, hits, room, byref(found))
        return self._array_of(hits, room)

    def _array_of(self, hits: Iterable, count: int) -> np.ndarray:
        array = np.zeros(count, HIT)
        array["flock"] = self.number
        for row, hit in zip(array, hits):
            row["id"], row["slot"], row["distance"] = hit.id, hit.slot, hit.distance
        return array

    def __repr__(self) -> str:
        return f"<Flock '{self.name}': {len(self)} boids, model {self.model}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flock) and self._core is other._core and self.number == other.number

    def __hash__(self) -> int:
        return hash((id(self._core), self.number))


def read_value(said: str) -> Any:
    """A parameter's text as what it is."""
    import json

    try:
        return json.loads(said)
    except ValueError:
        return said


def _rows(values: Any, dimensions: int, what: str) -> np.ndarray:
    rows = np.atleast_2d(np.ascontiguousarray(values, dtype=np.float64))
    if rows.ndim != 2 or rows.shape[1] != dimensions:
        raise WrongValue(f"{what}: {dimensions} numbers for each boid are needed in this world, not an array of shape "
                         f"{np.shape(values)}", what)
    return rows


def _ids(ids: Any) -> np.ndarray:
    numbers = np.atleast_1d(np.asarray(ids))
    if numbers.size and (numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() > 0xFFFFFFFF):
        raise WrongValue("ids are whole numbers from 0 to 4294967295", "id")
    return np.ascontiguousarray(numbers, np.uint32)


def _wholes(array: np.ndarray) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_uint32))


def _doubles(array: np.ndarray) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
