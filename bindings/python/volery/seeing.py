"""What is where in a world, whatever flock it is of, and what has happened: queries and events."""
from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Iterable, List, NamedTuple, Optional, Union

import numpy as np

from . import _abi
from ._core import Core, point
from ._library import lib
from .errors import UnknownName, WrongValue
from .flock import HIT, Flock

__all__ = ["Seeing", "Events", "ObstacleHit", "EVENT"]

#: What ``Events.read`` returns: a structured array of these. ``kind`` is one of KINDS by its number, ``flock`` and
#: ``other_flock`` are numbers in ``world.flocks``; 2**32 - 1 is none.
EVENT = np.dtype([("step", np.uint64), ("kind", np.uint32), ("flock", np.uint32), ("id", np.uint32),
                  ("other_flock", np.uint32), ("other", np.uint32), ("region", np.uint32), ("position", np.float64, 3)])

KINDS = {"born": _abi.VOL_EVENT_BORN, "died": _abi.VOL_EVENT_DIED, "entered": _abi.VOL_EVENT_ENTERED,
         "left": _abi.VOL_EVENT_LEFT}

Flocks = Union[None, str, int, Iterable[Union[str, int]]]


class ObstacleHit(NamedTuple):
    """An obstacle that was found."""

    obstacle: int  #: its number
    distance: float  #: from the point, below 0 inside; along the ray
    point: np.ndarray  #: the nearest place of its surface, or where the ray meets it
    normal: np.ndarray  #: there, away from the obstacle


class Seeing:
    """What ``World`` can be asked about all that is in it, and told to watch."""

    __slots__ = ()
    _core: Core

    def _numbers(self, flocks: Flocks) -> List[int]:
        names = [flocks] if isinstance(flocks, (str, int)) else flocks
        known = self._core.names
        if names is None:
            return list(range(len(known)))
        numbers = [known.index(name) if name in known else name for name in names]
        for number in numbers:
            if not isinstance(number, (int, np.integer)) or not 0 <= number < len(known):
                raise UnknownName(f"the world has no flock {number!r}; it has: {', '.join(known)}", str(number))
        return [int(number) for number in numbers]

    def _list(self, flocks: Flocks) -> tuple:
        numbers = self._numbers(flocks)
        return (_abi.vol_flock * max(len(numbers), 1))(*numbers), len(numbers)

    def _found(self, query: Any, flocks: Flocks, *arguments: Any) -> np.ndarray:
        found = ctypes.c_size_t()
        self._core.ask(query, *self._list(flocks), *arguments, None, 0, byref(found))
        hits = (_abi.vol_hit * max(found.value, 1))()
        if found.value:
            self._core.ask(query, *self._list(flocks), *arguments, hits, found.value, byref(found))
        return _hits(hits, found.value)

    def near(self, at: Any, radius: float, flocks: Flocks = None) -> np.ndarray:
        """The boids of some flocks (None: of all) nearer to a point than `radius`, nearest first: a structured array
        with the fields ``flock`` (a number in ``flocks``), ``id``, ``slot`` (the place in the flock's views) and
        ``distance``."""
        return self._found(lib.vol_query_near_any, flocks, point(self._core, at, "point"), radius)

    def box(self, low: Any, high: Any, flocks: Flocks = None) -> np.ndarray:
        """The boids of some flocks with low <= position <= high on every axis, by flock, then by id."""
        return self._found(lib.vol_query_box_any, flocks, point(self._core, low, "low"),
                           point(self._core, high, "high"))

    def nearest(self, at: Any, count: int = 1, flocks: Flocks = None) -> np.ndarray:
        """The `count` boids of some flocks nearest to a point, however far away, nearest first."""
        hits, found = (_abi.vol_hit * max(int(count), 1))(), ctypes.c_size_t()
        self._core.ask(lib.vol_query_nearest_any, *self._list(flocks), point(self._core, at, "point"), int(count), hits,
                       byref(found))
        return _hits(hits, min(found.value, int(count)))

    def ray(self, origin: Any, direction: Any, length: float, radius: float = 0,
            flocks: Flocks = None) -> Union[None, np.ndarray, ObstacleHit]:
        """The first that a ray meets of all: a boid nearer to it than `radius`, as one ``HIT``, or an obstacle, as an
        ``ObstacleHit``; None where there is neither."""
        boid, obstacle = _abi.vol_hit(), _abi.vol_obstacle_hit()
        self._core.ask(lib.vol_query_ray_any, *self._list(flocks), point(self._core, origin, "origin"),
                       point(self._core, direction, "direction"), length, radius, byref(boid), byref(obstacle))
        return _hits([boid], 1)[0] if boid.id != _abi.VOL_NONE else self._obstacle(obstacle)

    def obstacle(self, at: Any) -> Optional[ObstacleHit]:
        """The obstacle whose surface is nearest to a point; None where there are no obstacles."""
        hit = _abi.vol_obstacle_hit()
        self._core.ask(lib.vol_query_obstacle, point(self._core, at, "point"), byref(hit))
        return self._obstacle(hit)

    def obstacle_ray(self, origin: Any, direction: Any, length: float) -> Optional[ObstacleHit]:
        """The first obstacle that a ray meets, or None."""
        hit = _abi.vol_obstacle_hit()
        self._core.ask(lib.vol_query_obstacle_ray, point(self._core, origin, "origin"),
                       point(self._core, direction, "direction"), length, byref(hit))
        return self._obstacle(hit)

    def _obstacle(self, hit: Any) -> Optional[ObstacleHit]:
        if hit.obstacle == _abi.VOL_NONE:
            return None
        numbers = self._core.dimensions
        return ObstacleHit(hit.obstacle, hit.distance, np.array(hit.point[:numbers]), np.array(hit.normal[:numbers]))

    # --- Events ---

    def watch(self, *kinds: str, room: int = 65536) -> "Events":
        """Begins to keep events of these kinds (none named: of all), the last `room` of them; whoever was reading
        begins anew. The kinds are "born", "died", "entered" and "left"; regions are named by ``watch_ball`` and
        ``watch_box``."""
        for kind in kinds:
            if kind not in KINDS:
                raise UnknownName(f"there is no kind of event '{kind}'; there are: {', '.join(KINDS)}", kind)
        wanted = sum(KINDS[kind] for kind in set(kinds or KINDS))
        self._core.call(lib.vol_world_watch, wanted, int(room), 0)
        return Events(self._core)

    def watch_ball(self, region: int, center: Any, radius: float, flocks: Flocks = None) -> None:
        """Makes a region (a number from 0 to 31), or changes it: the boids of some flocks nearer to a point than
        `radius`."""
        some = (None, 0) if flocks is None else self._list(flocks)
        self._core.call(lib.vol_world_watch_ball, region, *some, point(self._core, center, "center"), radius)

    def watch_box(self, region: int, low: Any, high: Any, flocks: Flocks = None) -> None:
        """The same for a box, edges included."""
        some = (None, 0) if flocks is None else self._list(flocks)
        self._core.call(lib.vol_world_watch_box, region, *some, point(self._core, low, "low"),
                        point(self._core, high, "high"))

    def unwatch(self, region: int) -> None:
        """Takes a region away, without events."""
        self._core.call(lib.vol_world_unwatch, region)

    def region_count(self, region: int, flock: Union[str, int, Flock]) -> int:
        """How many boids of the flock were in the region behind the last step."""
        number = flock.number if isinstance(flock, Flock) else self._numbers(flock)[0]
        return lib.vol_world_region_count(self._core.pointer(), region, number)


class Events:
    """A reader of the events of a world: each has a place of its own in the list, and begins with what comes next.

        >>> events = world.watch("died")
        >>> world.step(100)
        >>> for event in events.read():
        ...     print(event["step"], event["flock"], event["id"], event["position"])
    """

    __slots__ = ("_core", "_cursor", "lost")

    def __init__(self, core: Core) -> None:
        self._core = core
        self._cursor = ctypes.c_uint64(lib.vol_world_event_count(core.pointer()))
        self.lost = 0  #: how many came and went before they were read, in all

    def read(self, room: int = 4096) -> np.ndarray:
        """The events since the last reading: a structured array of ``EVENT``, in the order in which they happened.
        ``position`` has three numbers, the third being 0 in a flat world."""
        if room < 1:
            raise WrongValue(f"room is {room}; allowed is a whole number from 1 on", "room")
        parts, buffer, lost = [np.zeros(0, EVENT)], (_abi.vol_event * room)(), ctypes.c_uint64()
        while True:
            count = lib.vol_world_read_events(self._core.pointer(), byref(self._cursor), buffer, room, byref(lost))
            self.lost += lost.value
            if count == 0:
                return np.concatenate(parts)
            part = np.zeros(count, EVENT)
            for row, event in zip(part, buffer):
                row["position"] = event.position[:]
                for name in EVENT.names[:-1]:
                    row[name] = getattr(event, name)
            parts.append(part)


def _hits(hits: Any, count: int) -> np.ndarray:
    array = np.zeros(count, HIT)
    for row, hit in zip(array, hits):
        row["flock"], row["id"], row["slot"], row["distance"] = hit.flock, hit.id, hit.slot, hit.distance
    return array
