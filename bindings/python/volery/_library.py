"""Finds and loads the library, refuses one that does not fit, and makes exceptions of its errors."""
from __future__ import annotations

import ctypes
import os
from typing import Any, Optional

from . import _abi, errors

VERSION = f"{_abi.VOL_VERSION_MAJOR}.{_abi.VOL_VERSION_MINOR}.{_abi.VOL_VERSION_PATCH}"
NAME = "libvolery_python.so"


def find() -> str:
    """The library's path: the environment variable VOLERY_LIBRARY, or the one that lies in the package."""
    return os.environ.get("VOLERY_LIBRARY") or os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)


def load(path: str) -> Any:
    """The library with its functions declared; ImportError, with a sentence, if it is not there or does not fit."""
    try:
        library = ctypes.CDLL(path)  # releases the interpreter lock during calls
    except OSError as reason:
        raise ImportError(f"volery: the library cannot be loaded: {reason}") from None
    try:
        library.vol_version.restype = ctypes.c_char_p
        version = library.vol_version().decode()
    except AttributeError:
        raise ImportError(f"volery: {path} is not a library of Volery: it has no vol_version") from None
    if version != VERSION:
        raise ImportError(f"volery: {path} has version {version}, and this package was made for {VERSION}; install "
                          "both from one build")
    for name, (result, arguments) in _abi.FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"volery: {path} has no function {name}: it was built from another source than this "
                              "package; install both from one build") from None
        function.restype, function.argtypes = result, arguments
    check_layouts(library, path)
    return library


def check_layouts(library: Any, path: str) -> None:
    """Defs know their size: the library says of each whether it is the one that it was compiled with."""
    for name in ("world", "flock", "obstacle", "relation", "term", "meter", "raster"):
        layout = getattr(_abi, f"vol_{name}_def")()
        size = ctypes.sizeof(layout)
        kind = [0] if name in ("flock", "term") else []
        if getattr(library, f"vol_{name}_def_init")(ctypes.byref(layout), *kind, size) != _abi.VOL_OK:
            raise ImportError(f"volery: {path} was compiled with another vol_{name}_def than the one of {size} bytes "
                              "that this package knows; install both from one build")


lib = load(find())


def text(value: Optional[bytes]) -> str:
    """A text of the library's."""
    return value.decode("utf-8", "replace") if value else ""


def check(result: int, error: "_abi.vol_error") -> None:
    """Raises what the library has refused."""
    if result != _abi.VOL_OK:
        name = text(lib.vol_result_name(result))
        raise errors.of_result(name, text(error.text) or f"the library failed: {name}", text(error.field))


def fault_error(fault: "_abi.vol_scene_fault") -> errors.Error:
    """The exception for a fault of the scene library."""
    said = text(fault.text)
    if fault.code == _abi.VOL_SCENE_FAILED and "memory" in said:
        return errors.OutOfMemory(said)
    if fault.code == _abi.VOL_SCENE_FAILED and "device" in said:
        return errors.DeviceFailed(said)
    return errors.SceneError(said, text(fault.key), text(fault.file), fault.line, fault.column)
