"""A scene and its world as the library has them, shared by the World, its flocks and their views: it lives until the
last of these is gone. Nothing here refers back to them, so reference counting alone frees it."""
from __future__ import annotations

import ctypes
import os
import threading
import time
from ctypes import byref
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _abi
from ._library import check, fault_error, lib, text
from .errors import WorldBusy, WrongValue

# Signals are seen between calls of the library: none takes much longer than this, in seconds.
PATIENCE = 0.05

BUSY = "the world is being stepped by another thread; a world is used by one thread at a time"

_step = lib.vol_scene_run


def value_text(value: Any) -> str:
    """A value as a scene has it: numbers, words, lists and maps. JSON is YAML."""
    import json

    if isinstance(value, str):
        return value
    return json.dumps(value, default=_plain_value)


def _plain_value(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if hasattr(value, "__array__"):
        return np.asarray(value).tolist()
    if isinstance(value, (Mapping, Sequence)):
        return dict(value) if isinstance(value, Mapping) else list(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise WrongValue(f"a {type(value).__name__} cannot be a value of a scene; allowed are numbers, texts, lists and "
                     "dicts")


def overrides_array(overrides: Mapping[str, Any]) -> Tuple[Any, int]:
    """Overrides for the scene library, which names them by key and value in its messages."""
    array = (_abi.vol_scene_override * max(len(overrides), 1))()
    for entry, (key, value) in zip(array, overrides.items()):
        if not isinstance(key, str):
            raise WrongValue(f"the key {key!r} of an override is not a text")
        entry.key, entry.value = key.encode(), value_text(value).encode()
    return array, len(overrides)


def open_scene(name: str, scene_text: Optional[str], directory: Optional[str], overrides: Mapping[str, Any]) -> Any:
    """The scene of a name or path, or of a text."""
    fault = _abi.vol_scene_fault()
    array, count = overrides_array(overrides)
    if scene_text is None:
        scene = lib.vol_scene_open(os.fsencode(name), array, count, byref(fault))
    else:
        data = scene_text.encode()
        place = None if directory is None else os.fsencode(directory)
        scene = lib.vol_scene_open_text(os.fsencode(name), place, data, len(data), array, count, byref(fault))
    if not scene:
        raise fault_error(fault)
    return scene


class Core:
    """A world with its scene. `generation` grows whenever views of before are no longer valid."""

    def __init__(self, scene: Any, threads: int, device: Optional[str], fast: bool) -> None:
        self.scene = scene
        self.world: Any = None
        self.generation = 0
        self.lock = threading.Lock()  # held during a call that another one must not meet
        self.readers: List[None] = []  # an entry for each use of a view that is under way
        self.touched: Dict[str, None] = {}  # parameters that were changed by hand, in order
        self.clock: Optional[Tuple[int, float]] = None  # a step and its time, since when dt was set by hand
        self.meters: Dict[Any, Any] = {}
        self.rules: Dict[int, Tuple[Any, Callable]] = {}
        self.rule_errors: List[BaseException] = []
        self.fault = _abi.vol_scene_fault()
        self.device = device.encode() if device is not None else None
        where = _abi.vol_scene_where(threads=threads, device=self.device, fast=fast)
        world = ctypes.c_void_p()
        if not lib.vol_scene_make_world_on(scene, byref(where), byref(world), byref(self.fault)):
            raise fault_error(self.fault)
        self.world = world
        definition = self.definition()
        self.dimensions = definition.dimensions
        self.seed = definition.seed
        self.dtype = np.dtype(np.float64 if definition.precision == _abi.VOL_PRECISION_DOUBLE else np.float32)
        self.names = [text(lib.vol_scene_flock_name(scene, i)) for i in range(lib.vol_scene_flock_count(scene))]

    def __del__(self) -> None:
        for meter in getattr(self, "meters", {}).values():
            lib.vol_meter_destroy(meter)
        if getattr(self, "world", None):
            lib.vol_world_destroy(self.world)
        if getattr(self, "scene", None):
            lib.vol_scene_close(self.scene)

    def definition(self) -> "_abi.vol_world_def":
        """What the world is now."""
        definition = _abi.vol_world_def()
        lib.vol_world_read_def(self.pointer(), byref(definition), ctypes.sizeof(definition))
        return definition

    def pointer(self) -> Any:
        """The world, unless another thread is stepping or changing it."""
        if self.lock.locked():
            raise WorldBusy(BUSY)
        return self.world

    def take(self, changes: bool) -> None:
        """Takes the lock for a call; if it changes the world, views are stale then."""
        if changes and self.readers:
            raise WorldBusy("a view of the world is being read by another thread; a world is used by one thread at a "
                            "time")
        if not self.lock.acquire(False):
            raise WorldBusy(BUSY)
        if changes:
            self.generation += 1

    def call(self, function: Any, *arguments: Any) -> None:
        """A function of the library that takes the world first and an error last, and changes it."""
        self._call(True, function, arguments)

    def ask(self, function: Any, *arguments: Any) -> None:
        """The same for a function that changes nothing."""
        self._call(False, function, arguments)

    def _call(self, changes: bool, function: Any, arguments: Tuple) -> None:
        error = _abi.vol_error()
        self.take(changes)
        try:
            result = function(self.world, *arguments, byref(error))
        finally:
            self.lock.release()
        check(result, error)

    def step(self, steps: int) -> None:
        """So many steps with their events. The interpreter lock is released meanwhile."""
        self.take(True)
        try:
            if steps == 1:
                right = _step(self.scene, self.world, 1, self.fault)
            else:
                right = self._step_patiently(steps)
        finally:
            self.lock.release()
        if self.rule_errors:
            errors, self.rule_errors[:] = list(self.rule_errors), []
            raise errors[0]
        if not right:
            raise fault_error(self.fault)

    def _step_patiently(self, steps: int) -> bool:
        """In pieces, between which the interpreter sees signals; with rules of the host's one by one, so that one that
        fails is seen at once."""
        piece, left = 1, steps
        while left > 0:
            piece = min(piece, left)
            begin = time.perf_counter()
            if not _step(self.scene, self.world, piece, self.fault):
                return False
            left -= piece
            if self.rule_errors:
                return True
            if not self.rules and time.perf_counter() - begin < PATIENCE / 2:
                piece *= 2
        return True

    def snapshot(self) -> bytes:
        """The moving state as bytes."""
        pointer = self.pointer()
        buffer = ctypes.create_string_buffer(lib.vol_snapshot_size(pointer))
        lib.vol_snapshot_write(pointer, buffer)
        return buffer.raw

    def resume(self, state: bytes, name: Optional[str]) -> None:
        """Restores a snapshot, and catches up with events before it."""
        called = None if name is None else os.fsencode(name)
        self.take(True)
        try:
            right = lib.vol_scene_resume(self.scene, self.world, called, state, len(state), byref(self.fault))
        finally:
            self.lock.release()
        if not right:
            raise fault_error(self.fault)

    def get(self, key: str) -> str:
        """A parameter as text."""
        room = ctypes.create_string_buffer(4096)
        self.ask(lib.vol_world_get, key.encode(), room, len(room))
        return text(room.value)

    def set(self, key: str, value: Any) -> None:
        """Changes a parameter by its dotted name."""
        now = self.time()
        self.call(lib.vol_world_set, key.encode(), value_text(value).encode())
        self.touched[key] = None
        if key == "world.dt":
            self.clock = (lib.vol_world_steps(self.world), now)

    def time(self) -> float:
        """The time that has passed in the world."""
        steps = lib.vol_world_steps(self.pointer())
        if self.clock:
            return self.clock[1] + (steps - self.clock[0]) * self.definition().dt
        return lib.vol_scene_time(self.scene, steps)

    def meter(self, measures: int, options: Tuple[Tuple[str, Any], ...]) -> Any:
        """A meter for these measures (bits), kept for the next time."""
        key = (measures, options)
        if key not in self.meters:
            definition = _abi.vol_meter_def()
            ctypes.memmove(byref(definition), lib.vol_scene_meter_def(self.scene), ctypes.sizeof(definition))
            definition.measures = measures
            for name, value in options:
                _set_field(definition, name, value)
            meter = ctypes.c_void_p()
            self.ask(lib.vol_meter_create, byref(definition), byref(meter))
            self.meters[key] = meter
        return self.meters[key]


def _set_field(definition: Any, name: str, value: Any) -> None:
    *path, last = name.split(".")
    for part in path:
        definition = getattr(definition, part)
    if isinstance(value, tuple):
        for i, number in enumerate(value):
            getattr(definition, last)[i] = number
    else:
        setattr(definition, last, value)


def point(core: Core, values: Any, what: str) -> Any:
    """As many doubles as the world has dimensions."""
    numbers = np.ascontiguousarray(values, dtype=np.float64)
    if numbers.shape != (core.dimensions,):
        raise WrongValue(f"{what}: {core.dimensions} numbers are needed in this world, not an array of shape "
                         f"{numbers.shape}", what)
    return numbers.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
