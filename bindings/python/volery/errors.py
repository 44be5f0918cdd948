"""What goes wrong, as exceptions. Each has the text of the library or program that refused, and is also the built-in
exception that fits it, so that ``except ValueError`` works as expected."""
from __future__ import annotations

from typing import Optional

__all__ = ["Error", "WrongValue", "UnknownName", "Unsupported", "FixedValue", "OutOfMemory", "WrongData",
           "WrongLayout", "DeviceFailed", "SceneError", "StaleView", "WorldBusy", "ProgramError"]


class Error(Exception):
    """Something that Volery refused or could not do; ``str(error)`` is the library's own text.

    ``field`` is the dotted name of the parameter at fault, "" where there is none.
    """

    def __init__(self, text: str, field: str = "") -> None:
        super().__init__(text)
        self.field = field

    def __str__(self) -> str:  # KeyError and its kin would put quotes around the text
        return str(self.args[0])

    def __reduce__(self) -> tuple:
        return type(self), (self.args[0], self.field)


class WrongValue(Error, ValueError):
    """A value is not allowed: wrong type, out of range, not a number."""


class UnknownName(Error, LookupError):
    """There is no parameter, flock, model, boid or choice of that name."""


class Unsupported(Error, NotImplementedError):
    """The value is valid, but this build or machine cannot do it."""


class FixedValue(Error, ValueError):
    """The parameter cannot change once the world exists."""


class OutOfMemory(Error, MemoryError):
    """There was not enough memory; the world is as it was."""


class WrongData(Error, ValueError):
    """A saved state is damaged, of another version, or of another world."""


class WrongLayout(Error, ImportError):
    """The library was compiled with other headers than this package was made from."""


class DeviceFailed(Error, RuntimeError):
    """A device failed or was lost: the world is as it was when its boids were last read."""


class SceneError(Error, ValueError):
    """A scene is wrong: the text says where, and what is allowed.

    ``file``, ``line`` and ``column`` (both from 1; 0 where there is no such place) name the place.
    """

    def __init__(self, text: str, field: str = "", file: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(text, field)
        self.file, self.line, self.column = file, line, column

    def __reduce__(self) -> tuple:
        return type(self), (self.args[0], self.field, self.file, self.line, self.column)


class StaleView(Error, RuntimeError):
    """A view of boids was used after the world had stepped or changed: ask the flock for a new one."""


class WorldBusy(Error, RuntimeError):
    """The world is being stepped by another thread; a world is used by one thread at a time."""


class ProgramError(Error, RuntimeError):
    """The program ``volery`` is not there, or has failed; the text is what it said."""


# By the names that vol_result_name has for results.
BY_RESULT: dict = {"value": WrongValue, "name": UnknownName, "unsupported": Unsupported, "fixed": FixedValue,
                   "memory": OutOfMemory, "data": WrongData, "layout": WrongLayout, "device": DeviceFailed,
                   "busy": WorldBusy}


def of_result(name: str, text: str, field: Optional[str] = "") -> Error:
    """The exception for a result of the library."""
    return BY_RESULT.get(name, Error)(text, field or "")
