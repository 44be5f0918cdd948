"""Trajectories that ``volery run SCENE -o run.h5`` has recorded: H5MD, by h5py."""
from __future__ import annotations

import os
from typing import Any, Dict, Iterator, List, Union

import numpy as np

from .errors import UnknownName, WrongData
from .world import World

__all__ = ["Recorded", "Trajectory", "load"]


class Recorded:
    """The boids of a flock in all frames, in id order. Frames with fewer boids are filled with nan, and with the id
    -1."""

    def __init__(self, name: str, group: Any, observables: Any, whole: Any) -> None:
        self.name = name
        #: (frames, N, D)
        self.position: np.ndarray = whole(group["position/value"])
        #: (frames, N, D)
        self.velocity: np.ndarray = whole(group["velocity/value"])
        #: (frames, N)
        self.id: np.ndarray = whole(group["id/value"])
        #: (frames,): steps and times
        self.step: np.ndarray = np.asarray(group["position/step"])
        self.time: np.ndarray = np.asarray(group["position/time"])
        #: (frames, D): the sides of the world
        self.edges: np.ndarray = np.asarray(group["box/edges/value"])
        #: of each axis: "periodic" or "none"
        self.boundary: List[str] = [_text(value) for value in group["box"].attrs["boundary"]]
        #: measured in each frame: polarisation, mean_speed
        self.observables: Dict[str, np.ndarray] = {
            key: np.asarray(element["value"]) for key, element in observables.items() if hasattr(element, "keys")}

    def __len__(self) -> int:
        """How many frames there are."""
        return len(self.step)

    def __repr__(self) -> str:
        return f"<Recorded '{self.name}': {len(self)} frames of {self.position.shape[1]} boids>"


class Trajectory:
    """A recorded run: ``trajectory["birds"].position`` has frames, boids and axes. ``scene`` is the scene's text, and
    ``world()`` the world at step 0 that was run."""

    def __init__(self, path: str, file: Any, whole: Any) -> None:
        self.path = path
        particles, observables = file["particles"], file.get("observables", {})
        self._flocks = {name: Recorded(name, particles[name], observables.get(name, {}), whole) for name in particles}
        parameters = file["parameters"]
        #: the scene as text, the seed, and the version of Volery that recorded
        self.scene: str = _text(parameters["scene"][()])
        self.seed: int = int(parameters["seed"][()])
        self.version: str = _text(parameters["version"][()])

    @property
    def flocks(self) -> List[str]:
        """The names of the flocks."""
        return list(self._flocks)

    @property
    def step(self) -> np.ndarray:
        """The steps of the frames."""
        return next(iter(self._flocks.values())).step

    @property
    def time(self) -> np.ndarray:
        """Their times."""
        return next(iter(self._flocks.values())).time

    def world(self, **options: Any) -> World:
        """The world at step 0, from the scene in the file; options as of :class:`volery.World`."""
        return World(self.scene, **options)

    def __getitem__(self, name: str) -> Recorded:
        if name not in self._flocks:
            raise UnknownName(f"{self.path} has no flock {name!r}; it has: {', '.join(self._flocks)}", name)
        return self._flocks[name]

    def __iter__(self) -> Iterator[Recorded]:
        return iter(self._flocks.values())

    def __len__(self) -> int:
        """How many frames there are."""
        return len(self.step)

    def __repr__(self) -> str:
        return f"<Trajectory '{self.path}': {len(self)} frames of {', '.join(self._flocks)}>"


def load(path: Union[str, "os.PathLike[str]"]) -> Trajectory:
    """Reads a trajectory in H5MD as arrays, with its scene. Needs h5py (Debian: python3-h5py)."""
    try:
        import h5py
    except ImportError:
        raise ImportError("volery.load needs h5py (Debian: python3-h5py; pip install h5py)") from None
    name = os.fspath(path)
    with h5py.File(name, "r") as file:
        if "h5md" not in file or "particles" not in file or "parameters" not in file:
            raise WrongData(f"{name} is not a trajectory of Volery's: it needs the groups h5md, particles and "
                            "parameters")
        return Trajectory(name, file, np.asarray)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
