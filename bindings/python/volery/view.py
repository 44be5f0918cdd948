"""Views: the boids of a flock as they lie in the library's memory."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from .errors import StaleView

if TYPE_CHECKING:
    from ._core import Core

__all__ = ["View"]

# What of an array only describes it, or makes a new one. All else (data, ctypes, flat, base) would hand out the memory.
_PROPERTIES = frozenset(["T", "shape", "dtype", "ndim", "size", "itemsize", "nbytes", "strides", "real", "imag"])
_METHODS = frozenset(name for name in dir(np.ndarray) if not name.startswith("_") and name != "setflags"
                     and callable(getattr(np.ndarray, name)))


class View(NDArrayOperatorsMixin):
    """Numbers of all boids of a flock, without a copy, until the world steps or changes.

    A view is used like a read-only NumPy array: ``view[3]``, ``view[:, 0]``, ``view.mean(axis=0)``, ``view + 1``,
    ``np.linalg.norm(view, axis=1)``. Slices of it are views too. It keeps the world alive.

    After the world has stepped, or boids were added or removed, the memory holds something else. A view then raises
    :class:`volery.StaleView` in whatever way it is used: ask the flock for a new one. A plain array could not notice,
    so nothing here hands one out over the same memory: ``view.copy()`` and ``np.asarray(view)`` copy, and the copy is
    yours to keep.

    Boids lie in the order that is best for speed, another one after each step: ``flock.id`` says which boid is where,
    ``flock.order`` sorts by id.
    """

    __slots__ = ("_array", "_root", "_core", "_generation", "_name")

    def __init__(self, array: np.ndarray, root: np.ndarray, core: "Core", name: str) -> None:
        self._array, self._root, self._core, self._name = array, root, core, name
        self._generation = core.generation

    def _fresh(self) -> np.ndarray:
        """The array itself, if it still is what it was."""
        if self._generation != self._core.generation:
            raise StaleView(f"this view of {self._name} is stale: the world has stepped or changed since it was taken; "
                            "take it again from the flock, or keep a .copy()")
        return self._array

    def _used(self, use: Callable[[], Any]) -> Any:
        """The result of a use, which may let other threads run: meanwhile the world does not change."""
        readers = self._core.readers
        readers.append(None)
        try:
            return self._wrapped(use())
        finally:
            readers.pop()

    def _wrapped(self, result: Any) -> Any:
        """Results that lie in the same memory are views as this one; all others are as they are."""
        if isinstance(result, np.ndarray):
            base: Any = result
            while base is not None:
                if base is self._root:
                    view = View(result, self._root, self._core, self._name)
                    view._generation = self._generation
                    return view
                base = getattr(base, "base", None)
        elif isinstance(result, (list, tuple)) and type(result) in (list, tuple):
            return type(result)(self._wrapped(part) for part in result)
        return result

    @property
    def stale(self) -> bool:
        """Whether the world has stepped or changed since the view was taken."""
        return self._generation != self._core.generation

    @property
    def flags(self) -> Any:
        """As of an array: ``view.flags.writeable`` is False."""
        return self._fresh().flags

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        if copy is False:
            raise ValueError("a view of boids cannot be an array without a copy: the array would not notice that the "
                             "world has stepped")
        return self._used(lambda: np.array(self._fresh(), dtype=dtype))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return self._used(lambda: getattr(ufunc, method)(*_plain(inputs), **_plain(kwargs)))

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return self._used(lambda: function(*_plain(args), **_plain(kwargs)))

    def __getattr__(self, name: str) -> Any:
        if name in _PROPERTIES:
            return self._wrapped(getattr(self._fresh(), name))
        if name in _METHODS:
            def method(*args: Any, **kwargs: Any) -> Any:
                return self._used(lambda: getattr(self._fresh(), name)(*_plain(args), **_plain(kwargs)))
            return method
        raise AttributeError(f"a view of boids has no attribute '{name}'; a .copy() is an array with all of them")

    def __dir__(self) -> list:
        return sorted({*super().__dir__(), *_PROPERTIES, *_METHODS})

    def __getitem__(self, key: Any) -> Any:
        return self._used(lambda: self._fresh()[_plain(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        raise ValueError("a view of boids is read-only: flock.add, flock.remove and flock.set change a flock")

    def __len__(self) -> int:
        return len(self._fresh())

    def __iter__(self) -> Iterator:
        return (self[i] for i in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return _plain(value) in self._fresh()

    def __float__(self) -> float:
        return float(self._fresh())

    def __int__(self) -> int:
        return int(self._fresh())

    def __bool__(self) -> bool:
        return bool(self._fresh())

    def __reduce__(self) -> tuple:
        return np.array, (self._fresh().copy(),)  # what is pickled or deep-copied is an array of its own

    def __repr__(self) -> str:
        if self.stale:
            return f"<stale view of {self._name}>"
        return repr(self._array).replace("array(", "View(", 1)

    def __str__(self) -> str:
        return repr(self) if self.stale else str(self._array)

    def __format__(self, form: str) -> str:
        return format(self._fresh(), form)

    __hash__ = None  # type: ignore[assignment]


def _plain(value: Any) -> Any:
    """Views in arguments as the arrays they are."""
    if isinstance(value, View):
        return value._fresh()
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(_plain(part) for part in value)
    if type(value) is dict:
        return {key: _plain(part) for key, part in value.items()}
    return value
