"""The program ``volery``, where it is installed: pictures and films are its work."""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Union

from .errors import ProgramError, Unsupported
from .picture import Picture

if TYPE_CHECKING:
    from .world import World

__all__ = ["plot", "program"]


def program() -> Optional[str]:
    """The path of the program: the environment variable VOLERY_PROGRAM, or beside what is installed with this package,
    or in PATH; None if it is nowhere."""
    given = os.environ.get("VOLERY_PROGRAM")
    if given:
        return given
    prefix = os.path.dirname(os.path.abspath(__file__))
    for _ in range(4):  # PREFIX/lib/python3/dist-packages/volery
        prefix = os.path.dirname(prefix)
    beside = os.path.join(prefix, "bin", "volery")
    return beside if os.access(beside, os.X_OK) else shutil.which("volery")


def call(*arguments: str) -> str:
    """Runs the program; what it says, or ProgramError with that."""
    found = program()
    if found is None:
        raise ProgramError("the program volery is not installed: `make install` puts it where it is found, and the "
                           "environment variable VOLERY_PROGRAM may name it")
    result = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise ProgramError((result.stderr or result.stdout).strip() or f"volery ended with {result.returncode}")
    return result.stdout


def render(world: "World", steps: int, path: Union[None, str, "os.PathLike[str]"], options: Sequence[str]) -> Picture:
    """A picture by the program, or without it by the package."""
    if program() is None:
        if path is not None and not os.fspath(path).endswith(".png") or options:
            call()  # only the program can do that: says that it is not there
        picture = world.picture()
    else:
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "picture.png")
            recording = _recording(world, steps, folder)
            call("render", recording, "-o", out, "--quiet", *options)
            if path is not None and not os.fspath(path).endswith(".png"):
                call("render", recording, "-o", os.fspath(path), "--quiet", *options)
            with open(out, "rb") as file:
                picture = Picture(file.read())
    if path is not None and os.fspath(path).endswith(".png"):
        picture.save(path)
    return picture


def film(world: "World", steps: int, path: Union[str, "os.PathLike[str]"], options: Sequence[str]) -> str:
    """A film of the next steps."""
    if world._core.rules:
        raise Unsupported("the program cannot run rules that are written in Python: films of them cannot be made")
    with tempfile.TemporaryDirectory() as folder:
        call("render", _recording(world, steps, folder), "-o", os.fspath(path), "--quiet", *options)
    return os.fspath(path)


def _recording(world: "World", steps: int, folder: str) -> str:
    """The world's state and its next steps as a recording, which the program can draw."""
    scene, state = os.path.join(folder, "scene.yaml"), os.path.join(folder, "now.state")
    recording = os.path.join(folder, "run.vol")
    with open(scene, "w", encoding="utf-8") as file:
        file.write(world.scene)
    world.save(state)
    sets: List[Any] = []
    for key in world._core.touched:
        sets += ["--set", f"{key}={world._core.get(key)}"]
    call("run", scene, "--load", state, "--steps", str(steps), "--record", recording, "--quiet", *sets)
    return recording


def plot(data: Any, path: Union[None, str, "os.PathLike[str]"] = None, *options: str) -> Picture:
    """Draws a table of ``World.record`` or ``volery.sweep`` by ``volery plot``, which must be installed.

        volery.plot(table, "order.png", "--y", "polarisation", "--bars", "error")

    `options` are those of ``volery plot``; docs/plotting.md has them. `path` is where to write it: .png, .svg or .pdf.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "table.csv"), os.path.join(folder, "plot.png")
        data.to_csv(source, index=False)
        call("plot", source, "-o", out, *options)
        if path is not None:
            call("plot", source, "-o", os.fspath(path), *options)
        with open(out, "rb") as file:
            return Picture(file.read())
