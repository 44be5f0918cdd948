"""Volery: flocks of boids in two and three dimensions, the same bits on every machine.

    import volery

    world = volery.World("default", seed=7, overrides={"birds.cohesion.weight": 2})
    world.step(100)

    birds = world["birds"]
    birds.position                       # (N, 2) numbers of the library's memory, not a copy
    birds.add([[100, 100]], [[1, 0]])    # one more boid; views taken before are stale now
    birds.set("cohesion.weight", 1)

    world.hash                           # as `volery run default` prints it
    world.measure("polarisation")
    world.near((640, 360), 50)           # boids within 50 of a point

    for frame in world.run(1000, every=10):
        print(frame.step, frame["birds"].speed.mean())

A scene is the name of a built-in one (`volery.scenes()`), a file, its text, or a dict. Everything that the library
refuses is an exception with its own text (`volery.Error` and below). docs/python.md is the guide.

Classes:    World, Flock, View, Frame, Batch, Zone, Picture, Table, Trajectory, and the exceptions
Functions:  scenes, measures, sweep, statistics, plot, load, random, program
"""
try:
    import numpy as _numpy  # noqa: F401
except ImportError:
    raise ImportError("volery needs NumPy (Debian: python3-numpy; pip install numpy)") from None

from . import errors
from ._library import VERSION as __version__
from .errors import *  # noqa: F401,F403
from .flock import Flock
from .h5md import Recorded, Trajectory, load
from .picture import Picture
from .program import plot, program
from .rule import Batch, Zone, random
from .seeing import Events, ObstacleHit
from .sweep import sweep
from .table import Table, statistics
from .view import View
from .world import Frame, World, measures, scenes

__all__ = ["World", "Flock", "View", "Frame", "Batch", "Zone", "Picture", "Table", "Trajectory", "Recorded", "Events",
           "ObstacleHit", "scenes", "measures", "sweep", "statistics", "load", "plot", "random", "program",
           "__version__", *errors.__all__]
