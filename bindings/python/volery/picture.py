"""Pictures of worlds for notebooks, drawn with NumPy alone. ``World.plot`` has the program draw them with all looks."""
from __future__ import annotations

import ctypes
import os
import struct
import zlib
from ctypes import byref
from typing import Any, List, Tuple, Union

import numpy as np

from . import _abi
from ._core import Core
from ._library import lib

__all__ = ["Picture"]

_SIDES = 3  # samples along each side of a pixel
_LEAST = 4.5  # pixels that a boid is long at least
_MANY = 60000  # more boids than this are counted into pixels, not drawn one by one


class Picture:
    """A picture as the bytes of a PNG file; notebooks show it, ``save`` writes it."""

    def __init__(self, png: bytes) -> None:
        #: the file's bytes
        self.png = png

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height in pixels."""
        return struct.unpack(">II", self.png[16:24])  # type: ignore[return-value]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes it to a file."""
        from .world import write_whole

        write_whole(path, self.png)

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return "<Picture of {} x {} pixels>".format(*self.size)


def png(pixels: np.ndarray) -> bytes:
    """Rows of (red, green, blue) from 0 to 255 as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, 3 * width)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9))
            + chunk(b"IEND", b""))


class Camera:
    """From the world to pixels: a flat world as it is, a space seen from above one of its corners."""

    def __init__(self, core: Core, width: int, positions: List[np.ndarray]) -> None:
        definition = core.definition()
        look = core.scene.contents.look
        self.dimensions = core.dimensions
        low, high = np.zeros(self.dimensions), np.array(definition.size[:self.dimensions])
        everywhere = [p for p in positions if len(p)]
        self.open = definition.boundary == _abi.VOL_BOUNDARY_OPEN
        if self.open and everywhere:  # no edges: what the boids fill, with room around
            ends = [(np.nanmin(p, axis=0), np.nanmax(p, axis=0)) for p in everywhere]
            low, high = np.min([e[0] for e in ends], axis=0), np.max([e[1] for e in ends], axis=0)
            room = np.maximum((high - low).max() * 0.06, 1e-9)
            low, high = low - room, high + room
        self.middle = (low + high) / 2
        self.corners = np.array(np.meshgrid(*zip(low, high), indexing="ij")).reshape(self.dimensions, -1).T
        self.rows = np.eye(2)
        if self.dimensions == 3:
            turn, tilt = np.radians(28), np.radians(24)
            self.rows = np.array([[np.cos(turn), 0, -np.sin(turn)],
                                  [-np.sin(turn) * np.sin(tilt), np.cos(tilt), -np.cos(turn) * np.sin(tilt)]])
        if look.y_up:
            self.rows[1] *= -1
        flat = (self.corners - self.middle) @ self.rows.T
        extent = np.maximum(np.ptp(flat, axis=0), 1e-9) * (1.06 if self.dimensions == 3 else 1)
        width = int(min(width, max(1, 640 * extent[0] / extent[1])))
        self.scale = width / extent[0]
        self.size = np.array([width, max(1, round(extent[1] * self.scale))])

    def place(self, points: np.ndarray) -> np.ndarray:
        """Points of the world as columns and rows of the picture."""
        return (np.asarray(points, np.float64) - self.middle) @ self.rows.T * self.scale + self.size / 2

    def direct(self, vectors: np.ndarray) -> np.ndarray:
        """Directions of the world in the picture."""
        return np.asarray(vectors, np.float64) @ self.rows.T


def draw(core: Core, flocks: List[Tuple[np.ndarray, np.ndarray, np.ndarray]], width: int) -> Picture:
    """The boids of all flocks (positions, velocities, ids), and obstacles."""
    scene = core.scene.contents
    camera = Camera(core, width, [positions for positions, _, _ in flocks])
    ground = _rgb(scene.look.background)
    dark = ground @ [0.3, 0.59, 0.11] < 0.5
    ink = ground + (0.16 if dark else -0.16)
    canvas = np.broadcast_to(ground, (camera.size[1], camera.size[0], 3)).copy()
    _obstacles(core, camera, canvas, ink)
    if camera.dimensions == 3 and not camera.open:
        _box(camera, canvas, ink)
    for number, (positions, velocities, ids) in enumerate(flocks):
        look = scene.flocks[number].look
        right = np.isfinite(positions).all(axis=1) & np.isfinite(velocities).all(axis=1)
        at, along = camera.place(positions[right]), camera.direct(velocities[right])
        colors = _colors(look, np.asarray(velocities[right], np.float64), along, ids[right], dark)
        if len(at) > _MANY:
            _dots(canvas, at, colors)
        else:
            shape = look.shape
            length = look.size * (1 if shape == _abi.VOL_SCENE_SHAPE_DOT else camera.scale)
            directed = shape in (_abi.VOL_SCENE_SHAPE_TRIANGLE, _abi.VOL_SCENE_SHAPE_ARROW, _abi.VOL_SCENE_SHAPE_FISH)
            _boids(canvas, at, along, colors, max(length, _LEAST), directed)
    return Picture(png((np.clip(canvas, 0, 1) * 255 + 0.5).astype(np.uint8)))


def _rgb(color: Any) -> np.ndarray:
    return np.array([color.red, color.green, color.blue]) / 255


def _hues(turns: np.ndarray, dark: bool) -> np.ndarray:
    """Colours all round, alike in lightness: OKLab to sRGB."""
    lightness, chroma = (0.78, 0.13) if dark else (0.58, 0.14)
    a, b = chroma * np.cos(2 * np.pi * turns), chroma * np.sin(2 * np.pi * turns)
    cones = np.stack([lightness + 0.3963377774 * a + 0.2158037573 * b, lightness - 0.1055613458 * a - 0.0638541728 * b,
                      lightness - 0.0894841775 * a - 1.2914855480 * b], axis=-1)**3
    light = cones @ np.array([[4.0767416621, -1.2684380046, -0.0041960863],
                              [-3.3077115913, 2.6097574011, -0.7034186147],
                              [0.2309699292, -0.3413193965, 1.7076147010]])
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light**(1 / 2.4) - 0.055)


def _colors(look: Any, velocities: np.ndarray, along: np.ndarray, ids: np.ndarray, dark: bool) -> np.ndarray:
    rule = look.color.rule
    if rule == _abi.VOL_SCENE_COLOR_HEADING:
        return _hues(np.arctan2(along[:, 1], along[:, 0]) / (2 * np.pi) + 0.08, dark)
    if rule == _abi.VOL_SCENE_COLOR_RANDOM:
        return _hues(ids * 0.6180339887 % 1, dark)
    if rule in (_abi.VOL_SCENE_COLOR_SPEED, _abi.VOL_SCENE_COLOR_DENSITY):
        speed = np.sqrt((velocities**2).sum(axis=1))
        return _hues(0.75 - 0.45 * speed / max(float(speed.max(initial=0)), 1e-300), dark)
    return np.broadcast_to(_rgb(look.color), (len(ids), 3))


def _blend(canvas: np.ndarray, pixels: np.ndarray, colors: np.ndarray, cover: np.ndarray) -> None:
    """Colours into pixels (numbers along the rows), each as far as it covers the pixel."""
    count = canvas.shape[0] * canvas.shape[1]
    weight = np.bincount(pixels, cover, count)
    flat = canvas.reshape(count, 3)
    there = weight > 0
    share = np.minimum(weight[there], 1)[:, None]
    mean = np.stack([np.bincount(pixels, cover * colors[:, c], count)[there] for c in range(3)], axis=1)
    flat[there] = flat[there] * (1 - share) + mean / weight[there][:, None] * share


def _boids(canvas: np.ndarray, at: np.ndarray, along: np.ndarray, colors: np.ndarray, length: float,
           directed: bool) -> None:
    """Triangles along the velocities, or discs, with soft edges."""
    height, width, _ = canvas.shape
    reach = int(np.ceil(length)) + 1
    steps = np.arange(-reach, reach + 1)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    inner = (np.arange(_SIDES) + 0.5) / _SIDES
    samples = np.stack(np.meshgrid(inner, inner), axis=-1).reshape(-1, 2)
    for begin in range(0, len(at), max(1, 400000 // len(grid))):
        part = slice(begin, begin + max(1, 400000 // len(grid)))
        cells = np.floor(at[part]).astype(int)[:, None, :] + grid
        off = cells - at[part][:, None, :]
        speed = np.sqrt((along[part]**2).sum(axis=1, keepdims=True))
        ahead = np.where(speed > 0, along[part] / np.maximum(speed, 1e-300), [1.0, 0.0])
        cover = np.zeros(off.shape[:2])
        for sample in samples:
            x, y = off[..., 0] + sample[0], off[..., 1] + sample[1]
            forth = (x * ahead[:, :1] + y * ahead[:, 1:]) / length
            side = np.abs(y * ahead[:, :1] - x * ahead[:, 1:]) / length
            cover += (forth > -0.4) & (side < 0.3 * (1 - forth) / 1.4) if directed else forth**2 + side**2 < 0.25
        cover /= len(samples)
        seen = (cover > 0) & (cells >= 0).all(axis=2) & (cells < [width, height]).all(axis=2)
        pixels = (cells[..., 1] * width + cells[..., 0])[seen]
        _blend(canvas, pixels, np.broadcast_to(colors[part][:, None, :], (*cover.shape, 3))[seen], cover[seen])


def _dots(canvas: np.ndarray, at: np.ndarray, colors: np.ndarray) -> None:
    """Boids that are too many to be drawn one by one: each covers a part of its pixel, by how many there are."""
    height, width, _ = canvas.shape
    cells = np.floor(at).astype(int)
    seen = (cells >= 0).all(axis=1) & (cells < [width, height]).all(axis=1)
    pixels = cells[seen, 1] * width + cells[seen, 0]
    number = np.bincount(pixels, minlength=width * height)
    full = max(float(np.percentile(number[number > 0], 95)), 1.0) if len(pixels) else 1.0
    _blend(canvas, pixels, colors[seen], np.full(len(pixels), 1 / full))


def _box(camera: Camera, canvas: np.ndarray, ink: np.ndarray) -> None:
    """The edges of a space."""
    corners = camera.place(camera.corners)
    height, width, _ = canvas.shape
    for i in range(8):
        for axis in (1, 2, 4):
            if not i & axis:
                line = np.linspace(corners[i], corners[i | axis], 2000).astype(int)
                line = line[(line >= 0).all(axis=1) & (line < [width, height]).all(axis=1)]
                canvas[line[:, 1], line[:, 0]] = ink


def _obstacles(core: Core, camera: Camera, canvas: np.ndarray, ink: np.ndarray) -> None:
    """Obstacles of flat worlds; in a space balls."""
    height, width, _ = canvas.shape
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    pixels = np.stack([x, y], axis=-1)
    for number in range(lib.vol_obstacle_count(core.pointer())):
        if not lib.vol_obstacle_exists(core.world, number):
            continue
        definition = _abi.vol_obstacle_def()
        lib.vol_obstacle_read_def(core.world, number, byref(definition), ctypes.sizeof(definition))
        distance = _distance(camera, definition, pixels)
        if distance is not None:
            cover = np.clip(definition.radius * camera.scale - distance + 0.5, 0, 1)[..., None]
            canvas[:] = canvas * (1 - cover) + ink * cover


def _distance(camera: Camera, definition: Any, pixels: np.ndarray) -> Any:
    """How far pixels are from the core of an obstacle; None for what is not drawn."""
    dimensions = camera.dimensions
    center = camera.place(np.array(definition.center[:dimensions]))
    if definition.shape == _abi.VOL_OBSTACLE_CIRCLE:
        return np.sqrt(((pixels - center)**2).sum(axis=-1))
    if dimensions == 3:
        return None
    if definition.shape == _abi.VOL_OBSTACLE_BOX:
        beyond = np.maximum(np.abs(pixels - center) - np.array(definition.size[:2]) / 2 * camera.scale, 0)
        return np.sqrt((beyond**2).sum(axis=-1))
    points = np.ctypeslib.as_array(definition.points, (definition.point_count, 3))[:, :2]
    corners = camera.place(points)
    closed = definition.shape == _abi.VOL_OBSTACLE_POLYGON
    distance, inside = np.full(pixels.shape[:2], np.inf), np.zeros(pixels.shape[:2], bool)
    for a, b in zip(corners, np.roll(corners, -1, axis=0) if closed else corners[1:]):
        side = b - a
        part = np.clip(((pixels - a) @ side) / max(float(side @ side), 1e-300), 0, 1)[..., None]
        distance = np.minimum(distance, np.sqrt(((pixels - a - part * side)**2).sum(axis=-1)))
        if closed:
            above = (pixels[..., 1] < a[1]) != (pixels[..., 1] < b[1])
            with np.errstate(divide="ignore", invalid="ignore"):
                inside ^= above & (pixels[..., 0] < a[0] + (pixels[..., 1] - a[1]) * side[0] / side[1])
    return np.where(inside, 0, distance)
