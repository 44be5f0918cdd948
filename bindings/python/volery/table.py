"""Tables, statistics of series, and progress bars: by pandas and tqdm where they are installed."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

import numpy as np

__all__ = ["Table", "statistics", "table"]


class Table(Mapping):
    """Columns of equal length by their names: what a table is where pandas is not installed.

    ``table["polarisation"]`` is a NumPy array, ``table.columns`` the names, ``table.rows()`` the rows as dicts.
    """

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = {name: np.asarray(values) for name, values in columns.items()}

    def __getitem__(self, name: str) -> np.ndarray:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(next(iter(self._columns.values()))) if self._columns else 0

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return list(self._columns)

    def rows(self) -> Iterator[Dict[str, Any]]:
        """Row by row."""
        for row in zip(*self._columns.values()):
            yield dict(zip(self._columns, row))

    def to_csv(self, path: Any, index: bool = False) -> None:
        """Writes the table as CSV."""
        import csv

        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(self.columns)
            writer.writerows(list(row.values()) for row in self.rows())

    def _cells(self, most: int = 12) -> List[List[str]]:
        return [[f"{value:.6g}" if isinstance(value, float) else str(value) for value in row.values()]
                for _, row in zip(range(most), self.rows())]

    def __repr__(self) -> str:
        rows = [self.columns, *self._cells()]
        widths = [max(map(len, column)) for column in zip(*rows)]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
        more = [f"... {len(self)} rows"] if len(self) > len(rows) - 1 else []
        return "\n".join(lines + more)

    def _repr_html_(self) -> str:
        from html import escape

        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
                       for row in self._cells(30))
        return f"<table><tr>{head}</tr>{body}</table><p>{len(self)} rows</p>"


def table(columns: Mapping[str, Any]) -> Any:
    """A pandas.DataFrame where pandas is installed, else a :class:`Table`."""
    try:
        import pandas
    except ImportError:
        return Table(columns)
    return pandas.DataFrame(dict(columns))


def statistics(series: Any, every: float = 1, boids: Optional[float] = None) -> Dict[str, float]:
    """What a series of measured values tells: mean, sd, error, tau, binder and, given `boids`, susceptibility.

    ``error`` is the standard error of the mean by the autocorrelation time ``tau`` (in steps, where values are `every`
    steps apart): docs/sweeping.md has the formulas. Values that are not finite are left out.
    """
    values = np.asarray(series, np.float64)
    values = values[np.isfinite(values)]
    found = dict.fromkeys(["mean", "sd", "error", "tau", "binder", "susceptibility"], float("nan"))
    if values.size == 0:
        return found
    variance, second = float(values.var()), float((values**2).mean())
    found["mean"], found["sd"] = float(values.mean()), variance**0.5
    if second > 0:
        found["binder"] = 1 - float((values**4).mean()) / (3 * second * second)
    if boids is not None:
        found["susceptibility"] = boids * variance
    if values.size > 1:
        tau = _tau(values - found["mean"])
        found["error"] = (2 * tau * variance / values.size)**0.5
        found["tau"] = every * tau if variance > 0 else float("nan")
    return found


def _tau(off: np.ndarray) -> float:
    """The integrated autocorrelation time of values about their mean: Sokal's window, Wolff's correction."""
    number, variance = off.size, float((off * off).mean())
    tau, lag = 0.5, 0
    if not variance > 0:
        return 0.5
    while lag < number // 2 and (lag == 0 or lag < 5 * tau):
        lag += 1
        tau += float((off[:-lag] * off[lag:]).mean()) / variance
    return max(tau * (1 + (2 * lag + 1) / number), 0.5)


class _NoBar:
    def update(self, some: int = 1) -> None:
        """Nothing is shown."""

    def close(self) -> None:
        """Nothing was shown."""


def progress_bar(wanted: bool, total: int, unit: str) -> Union[_NoBar, Any]:
    """A bar of tqdm's where it is wanted and installed."""
    if wanted:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return _NoBar()
        return tqdm(total=total, unit=unit)
    return _NoBar()
