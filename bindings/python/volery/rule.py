"""Rules of the host's: functions that decide for batches of boids."""
from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Callable, Optional, Tuple

import numpy as np

from . import _abi
from ._core import Core
from ._library import lib, text
from .errors import Unsupported

__all__ = ["Batch", "Zone", "random"]


def random(seed: int, flock: int, id: int, step: int, purpose: int = 0) -> float:
    """A random number from 0 to below 1 that depends on its arguments alone: the same on every machine and thread.

    `purpose` (0 to 127) is yours, to draw several for one boid and step.
    """
    return lib.vol_random(seed, flock, id, step, purpose)


class Zone:
    """What each boid of a batch sees in one zone: sums over the neighbours that are in view and nearer than its radius.

    ``number`` of neighbours and the sum of their ``weight``, (N,); the sums of weight times ``offset`` (their position
    minus the boid's) and of weight times ``velocity``, (N, D).
    """

    __slots__ = ("number", "weight", "offset", "velocity")

    def __init__(self, words: list, at: int, count: int, dimensions: int) -> None:
        number, weight, offset, velocity = (at + field for field in _ZONE)
        self.number: np.ndarray = _rows(words, number, count, 1)[:, 0].copy()
        self.weight: np.ndarray = _rows(words, weight, count, 1)[:, 0].copy()
        self.offset: np.ndarray = _rows(words, offset, count, dimensions).copy()
        self.velocity: np.ndarray = _rows(words, velocity, count, dimensions).copy()


#: A single neighbour in ``batch.neighbours``, as it lies in the library's memory.
NEIGHBOUR = np.dtype([("flock", np.uint32), ("id", np.uint32), ("slot", np.uint32), ("distance", np.float64),
                      ("offset", np.float64, 3), ("velocity", np.float64, 3)], align=True)


class Batch:
    """Boids that a rule decides for, as NumPy arrays of doubles with a row for each: your own to keep.

    A rule is a function of a batch::

        def rule(batch):
            batch.acceleration -= 0.1 * batch.separation.offset

        world["birds"].rule = rule

    It reads ``id`` (N,), ``position``, ``velocity``, ``around`` (the acceleration that terms, relations, obstacles and
    players will add) and ``wind`` (the velocity that wind will add), all (N, D); the zones ``separation``,
    ``alignment`` and ``cohesion`` (:class:`volery.Zone`); with ``flock.rule_neighbours = K``, ``neighbour_count`` (N,)
    and ``neighbours`` (N, K), the nearest first, a structured array of ``flock``, ``id``, ``slot``, ``distance``,
    ``offset`` and ``velocity`` (3 numbers each; behind the last one distances are infinite, the rest 0); ``step``,
    ``seed``, ``dt``, ``size``, ``flock``, ``worker``.
    It changes ``acceleration`` (0 before) or ``wanted`` (the velocity before), or returns an acceleration. The next
    velocity is ``wanted + wind + (acceleration + around) * dt``, then limited.

    What it decides for a boid may depend on that boid's row alone: how boids are cut into batches differs with the
    number of threads and the machine. Then the bits are the same everywhere. Workers of the world call it, one at a
    time in Python. When it raises, ``step`` raises the same after the step in which that happened.
    """

    def __init__(self, batch: "_abi.vol_custom_batch", words: list) -> None:
        count, dimensions = batch.count, batch.dimensions
        self._count = count
        #: numbers of the world
        self.step: int = batch.step
        self.seed: int = batch.seed
        self.dt: float = batch.dt
        self.size: np.ndarray = np.array(batch.size[:dimensions])
        #: the flock's number in ``world.flocks``, and of the worker that asks
        self.flock: int = batch.flock
        self.worker: int = batch.worker
        ids = (ctypes.c_uint32 * count).from_address(words[_FIELDS["id"]])
        self.id: np.ndarray = np.array(ids, np.uint32)
        self.position: np.ndarray = _rows(words, _FIELDS["position"], count, dimensions).copy()
        self.velocity: np.ndarray = _rows(words, _FIELDS["velocity"], count, dimensions).copy()
        self.around: np.ndarray = _rows(words, _FIELDS["around"], count, dimensions).copy()
        self.wind: np.ndarray = _rows(words, _FIELDS["wind"], count, dimensions).copy()
        self.separation = Zone(words, _FIELDS["separation"], count, dimensions)
        self.alignment = Zone(words, _FIELDS["alignment"], count, dimensions)
        self.cohesion = Zone(words, _FIELDS["cohesion"], count, dimensions)
        self.neighbour_count, self.neighbours = _neighbours(words, count, batch.neighbours_most)
        #: what is decided
        self.acceleration: np.ndarray = np.zeros((count, dimensions))
        self.wanted: np.ndarray = self.velocity.copy()

    def __len__(self) -> int:
        return self._count

    def random(self, purpose: int = 0) -> np.ndarray:
        """A random number from 0 to below 1 for each boid, another one in each step, the same in every run."""
        draw, seed, flock, step = lib.vol_random, self.seed, self.flock, self.step
        return np.array([draw(seed, flock, id, step, purpose) for id in self.id.tolist()])

    def __repr__(self) -> str:
        return f"<Batch of {self._count} boids at step {self.step}>"


# Fields of a batch that are addresses, in words of the struct: quicker than a pointer object of ctypes for each.
_WORD = ctypes.sizeof(ctypes.c_void_p)
_WORDS = ctypes.c_size_t * (ctypes.sizeof(_abi.vol_custom_batch) // _WORD)
_FIELDS = {name: getattr(_abi.vol_custom_batch, name).offset // _WORD
           for name in ("id", "position", "velocity", "around", "wind", "separation", "alignment", "cohesion",
                        "neighbour_count", "neighbours", "acceleration", "wanted")}
_ZONE = [getattr(_abi.vol_custom_zone, name).offset // _WORD for name in ("number", "weight", "offset", "velocity")]


def _rows(words: list, at: int, count: int, dimensions: int) -> np.ndarray:
    """The arrays of the library whose addresses are the words from `at` on, as the columns of one array: they are
    equally far apart."""
    first = words[at]
    apart = words[at + 1] - first if dimensions > 1 else 0
    if dimensions > 2 and words[at + 2] - words[at + 1] != apart:
        raise RuntimeError("the arrays of a batch are not equally far apart")
    room = (ctypes.c_char * (abs(apart) * (dimensions - 1) + 8 * count)).from_address(first)
    return np.ndarray((count, dimensions), np.float64, room, 0, (8, apart))


def _neighbours(words: list, count: int, most: int) -> Tuple[np.ndarray, np.ndarray]:
    """How many single neighbours each boid has, and these, as arrays of their own."""
    if most == 0:
        return np.zeros(count, np.uint32), np.zeros((count, 0), NEIGHBOUR)
    counts = np.array((ctypes.c_uint32 * count).from_address(words[_FIELDS["neighbour_count"]]), np.uint32)
    room = (ctypes.c_char * (count * most * NEIGHBOUR.itemsize)).from_address(words[_FIELDS["neighbours"]])
    neighbours = np.ndarray((count, most), NEIGHBOUR, room).copy()
    behind = np.arange(most) >= counts[:, None]
    neighbours[behind] = np.zeros((), NEIGHBOUR)
    neighbours["distance"][behind] = np.inf
    return counts, neighbours


def install(core: Core, number: int, name: str, definition: "_abi.vol_flock_def", decide: Optional[Callable]) -> None:
    """Gives a flock a rule, or takes it away."""
    if decide is not None and definition.model != _abi.VOL_MODEL_CUSTOM:
        raise Unsupported(f"flock '{name}' has the model {text(lib.vol_model_name(definition.model))}; a rule of your "
                          "own needs the model custom", f"{name}.model")
    errors = core.rule_errors  # not the core itself, which holds what is made here

    def called(_user: Any, pointer: Any) -> bool:
        try:
            if errors:
                return False
            raw = pointer.contents
            words = _WORDS.from_address(ctypes.addressof(raw))[:]
            batch = Batch(raw, words)
            given = decide(batch)  # type: ignore[misc]
            if given is False:
                return False
            count, dimensions = raw.count, raw.dimensions
            force = batch.acceleration if given is None or given is True else given
            _rows(words, _FIELDS["acceleration"], count, dimensions)[:] = force
            _rows(words, _FIELDS["wanted"], count, dimensions)[:] = batch.wanted
            return True
        except BaseException as reason:  # whatever it is, it belongs to who called step
            errors.append(reason)
            return False

    callback = _abi.vol_decide(called) if decide is not None else _abi.vol_decide()
    definition.rule.decide = callback
    core.call(lib.vol_flock_set_def, number, byref(definition))
    core.rules.pop(number, None)
    if decide is not None:
        core.rules[number] = (callback, decide)
