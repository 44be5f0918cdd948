#!/usr/bin/env python3
"""What the package costs besides the library: `python3 cost.py` prints the median of many, in microseconds."""
import statistics
import time

import volery
from volery._library import lib


def median(action, prepare=lambda: None, repeat=2000):
    """The median time of an action; what prepares it is not counted."""
    times = []
    for _ in range(repeat):
        prepare()
        begin = time.perf_counter_ns()
        action()
        times.append(time.perf_counter_ns() - begin)
    return statistics.median(times) / 1000


def main():
    world = volery.World("steering", threads=1, overrides={"boids.count": 0})
    flock = volery.World("default", threads=1)["birds"]
    core = flock._core

    def moved():
        core.generation += 1

    empty = median(lambda: None)
    in_c = median(lambda: lib.vol_world_step(world._core.world, 1), repeat=20000)
    print(f"a view after a step           {median(lambda: flock.position, moved) - empty:6.2f}")
    print(f"the same view again           {median(lambda: flock.position) - empty:6.2f}")
    print(f"view[0] of it                 {median(lambda v=flock.position: v[0]) - empty:6.2f}")
    print(f"step() of no boids            {median(world.step, repeat=20000) - empty:6.2f}")
    print(f"vol_world_step of no boids    {in_c - empty:6.2f}")


if __name__ == "__main__":
    main()
