"""Sweeps: a scene for all combinations of some values, measured."""
from __future__ import annotations

import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from .errors import Error, WrongValue
from .table import progress_bar, statistics, table
from .world import Scene, World, measures as all_measures

__all__ = ["sweep"]

_MASK = 2**64 - 1
_STATISTICS = (("mean", "sd"), ("error", "tau", "binder", "susceptibility"))


def run_seed(seed: int, combination: int, repetition: int) -> int:
    """The seed of a run, as docs/sweeping.md has it."""
    mixed = (seed + ((combination << 32 | repetition) + 1) * 0x9E3779B97F4A7C15) & _MASK
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
    return mixed ^ mixed >> 31


def sweep(scene: Scene, over: Mapping[Union[str, Tuple[str, ...]], Sequence[Any]], *, steps: int = 1000,
          repeat: int = 1, measures: Optional[Sequence[str]] = None, window: Optional[int] = None, every: int = 10,
          seed: Optional[int] = None, overrides: Optional[Mapping[str, Any]] = None, threads: int = 0,
          progress: bool = False) -> Any:
    """Runs a scene for all combinations of values, with a seed of its own for each run, on all processors.

        table = volery.sweep("vicsek", {"boids.noise.strength": [1, 2, 3, 4, 5]}, steps=500, repeat=3,
                             measures=["polarisation"])

    `over` has the values of each key; a tuple of keys changes together: ``{("boids.count", "world.size"): [(40, [3,
    3]), (400, [10, 10])]}``. Measured are the last step and every `every`-th before it, as far back as `window` (half
    of the steps unless given). The table has a row for each run: ``run``, ``combination``, ``repetition``, ``seed``,
    ``status`` ("ok", or "failed: " and the reason), the keys, and of each measure ``_mean``, ``_sd``, ``_error``,
    ``_tau``, ``_binder`` and ``_susceptibility``: a pandas.DataFrame where pandas is installed. The runs are those of
    ``volery sweep``, bit for bit.
    """
    names = list(measures) if measures is not None else [n for n in all_measures() if not n.startswith("center_")]
    window = steps - steps // 2 if window is None else window
    if steps < 1 or repeat < 1 or every < 1 or window < 1:
        raise WrongValue("steps, repeat, every and window are whole numbers from 1", "steps")
    keys = [key for group in over for key in ((group,) if isinstance(group, str) else group)]
    plan = [_values(over, chosen) for chosen in itertools.product(*over.values())]
    base = World(scene, seed=seed, threads=1, overrides=overrides)
    runs = [(combination, repetition) for combination in range(len(plan)) for repetition in range(repeat)]
    bar = progress_bar(progress, len(runs), "runs")

    def one(run: Tuple[int, int]) -> Dict[str, Any]:
        combination, repetition = run
        own = plan[combination].get("world.seed", run_seed(base.seed, combination, repetition))
        row: Dict[str, Any] = {"combination": combination, "repetition": repetition, "seed": own, "status": "ok",
                               **{key: plan[combination][key] for key in keys}}
        try:
            changes = {**(overrides or {}), "world.seed": own, **plan[combination]}
            row.update(_measured(World(scene, threads=1, overrides=changes), names, steps, window, every))
        except Error as reason:
            row["status"] = f"failed: {reason}"
        bar.update()
        return row

    try:
        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            rows = list(pool.map(one, runs))
    finally:
        bar.close()
    return _collected(rows, keys, names, base.flocks)


def _values(over: Mapping, chosen: Tuple) -> Dict[str, Any]:
    """The values of each key in one combination."""
    values: Dict[str, Any] = {}
    for group, value in zip(over, chosen):
        if isinstance(group, str):
            values[group] = value
        elif len(group) == len(value):
            values.update(zip(group, value))
        else:
            raise WrongValue(f"{'/'.join(group)}: {len(group)} values are needed, not {value!r}")
    return values


def _measured(world: World, names: List[str], steps: int, window: int, every: int) -> Dict[str, float]:
    """The columns of one run."""
    parts: List[Optional[str]] = [None, *(world.flocks if len(world.flocks) > 1 else [])]
    series: Dict[Tuple[Optional[str], str], List[float]] = {(part, name): [] for part in parts for name in names}
    boids: Dict[Optional[str], List[int]] = {part: [] for part in parts}
    back = min(window - 1, steps) // every * every  # the first measured state is so many steps before the last
    for some in [steps - back, *[every] * (back // every)]:
        world.step(some)
        for part in parts:
            values = world.measure(*names, flock=part)
            for name in names:
                series[part, name].append(values[name] if isinstance(values, dict) else values)
            boids[part].append(len(world) if part is None else len(world[part]))
    cells = {}
    for (part, name), values in series.items():
        prefix = f"{part}.{name}" if part else name
        for statistic, value in statistics(values, every, float(np.mean(boids[part]))).items():
            cells[f"{prefix}_{statistic}"] = value
    return cells


def _collected(rows: List[Dict[str, Any]], keys: List[str], names: List[str], flocks: List[str]) -> Any:
    """The rows as a table, with the columns in the order of `volery sweep`."""
    parts = [name for name in names] + ([f"{flock}.{name}" for flock in flocks for name in names]
                                        if len(flocks) > 1 else [])
    columns = ["combination", "repetition", "seed", "status", *keys]
    columns += [f"{part}_{statistic}" for group in _STATISTICS for part in parts for statistic in group]
    filled: Dict[str, Any] = {"run": np.arange(len(rows))}
    for column in columns:
        values = [row.get(column, float("nan")) for row in rows]
        if column == "seed":
            filled[column] = np.array(values, np.uint64)
        elif any(isinstance(value, (list, tuple, dict)) for value in values):
            cells = np.empty(len(values), object)
            cells[:] = values
            filled[column] = cells
        else:
            filled[column] = np.array(values)
    return table(filled)
