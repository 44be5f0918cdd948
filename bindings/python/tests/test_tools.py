"""Sweeps, pictures, films, the program, help."""
import ast
import builtins
import csv
import glob
import inspect
import os
import pydoc
import re
import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest

import volery


@pytest.fixture
def without(monkeypatch):
    """Makes imports of some modules fail."""
    def forbid(*names):
        real = builtins.__import__

        def checked(name, *arguments, **options):
            if name.split(".")[0] in names:
                raise ImportError(name)
            return real(name, *arguments, **options)

        monkeypatch.setattr(builtins, "__import__", checked)
    return forbid


def test_a_sweep_is_that_of_the_program(program, tmp_path, without):
    without("pandas")
    path = tmp_path / "sweep.csv"
    program("sweep", "predators", "--over", "starlings.alignment.weight=0,2",
            "--over", "world.size=[500,400],[400,400]", "--set", "starlings.count=60", "--repeat", "2",
            "--steps", "25", "--every", "3", "--window", "14", "--measures", "polarisation,groups", "-o", str(path))
    rows = list(csv.DictReader(path.open()))
    table = volery.sweep("predators", {"starlings.alignment.weight": [0, 2], "world.size": [[500, 400], [400, 400]]},
                         overrides={"starlings.count": 60}, repeat=2, steps=25, every=3, window=14,
                         measures=["polarisation", "groups"], threads=2)
    assert table.columns == list(rows[0])
    assert len(table) == len(rows) == 8
    for said, row in zip(rows, table.rows()):
        for key, value in row.items():
            if key in ("status", "world.size"):
                continue
            assert float(said[key]) == pytest.approx(float(value), rel=1e-9, nan_ok=True), key


def test_a_sweep_over_keys_that_change_together_and_runs_that_fail(without):
    without("pandas")
    table = volery.sweep("steering", {("boids.count", "world.size"): [(5, [50, 50]), (-1, [60, 60])]}, steps=4, every=1,
                         measures=["boids"])
    assert list(table["boids_mean"])[0] == 5 and np.isnan(table["boids_mean"][1])
    assert table["status"][0] == "ok" and table["status"][1].startswith("failed: boids.count=-1: value")
    with pytest.raises(volery.WrongValue):
        volery.sweep("steering", {"boids.count": [1]}, steps=0)


def test_tables_are_pandas_where_it_is_installed(without, tmp_path, monkeypatch):
    made = []

    class Pandas:
        @staticmethod
        def DataFrame(columns):
            made.append(columns)
            return "a frame"

    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    assert volery.sweep("steering", {"boids.count": [3]}, steps=2, measures=["boids"]) == "a frame"
    assert made[0]["boids_mean"][0] == 3
    monkeypatch.delitem(sys.modules, "pandas")
    without("pandas")
    table = volery.Table({"a": [1, 2], "b": [0.5, 1e-9]})
    assert repr(table).split("\n")[0].split() == ["a", "b"] and "<th>a</th>" in table._repr_html_()
    table.to_csv(tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text().split() == ["a,b", "1,0.5", "2,1e-09"]


def test_progress_is_tqdms_where_it_is_installed(world, monkeypatch):
    bars = []

    class Bar:
        def __init__(self, total, unit):
            bars.append([total, unit, 0, "open"])

        def update(self, some=1):
            bars[-1][2] += some

        def close(self):
            bars[-1][3] = "closed"

    module = type(sys)("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", type(sys)("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    list(world.run(7, every=2, progress=True))
    volery.sweep("steering", {"boids.count": [3, 4]}, steps=2, measures=["boids"], progress=True)
    assert bars == [[7, "steps", 7, "closed"], [2, "runs", 2, "closed"]]


def pixels(png):
    """A PNG file of eight bits, red, green and blue without filters, as an array."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 3 * width)
    assert (rows[:, 0] == 0).all()
    return rows[:, 1:].reshape(height, width, 3)


def test_notebooks_show_a_picture_with_boids_where_they_are():
    world = volery.World({"world": {"size": [100, 50]}, "look": {"background": "black"},
                          "flocks": [{"model": "steering", "count": 0,
                                      "look": {"shape": "disc", "size": 6, "color": "red"}}]})
    world["boids"].add([[20, 10], [80, 40]])
    picture = pixels(world._repr_png_())
    assert picture.shape == (320, 640, 3)
    assert tuple(picture[64, 128]) == tuple(picture[256, 512]) == (255, 0, 0)
    assert picture[160, 320].sum() == 0
    red = (picture[..., 0] == 255).sum() / (640 * 320)
    assert red == pytest.approx(2 * np.pi * 9 / 5000, rel=0.1)


@pytest.mark.parametrize("name", ["default", "murmuration", "obstacles", "couzin", "dorsogna", "sighted"])
def test_every_kind_of_scene_has_a_picture(name):
    world = volery.World(name, threads=1)
    picture = pixels(world.picture(320).png)
    assert picture.shape[1] <= 320 and len(np.unique(picture.reshape(-1, 3), axis=0)) > 5


def test_very_many_boids_are_counted_into_pixels():
    world = volery.World("default", overrides={"birds.count": 70000})
    assert (pixels(world.picture(200).png).reshape(-1, 3).max(axis=1) > 60).mean() > 0.3


def test_obstacles_are_drawn():
    scene = {"world": {"size": [100, 100]}, "flocks": [{"model": "steering", "count": 0}], "obstacles": [
        {"center": [20, 20], "radius": 10}, {"shape": "box", "center": [70, 20], "size": [20, 10]},
        {"shape": "segment", "points": [[10, 60], [40, 60]], "radius": 2},
        {"shape": "polygon", "points": [[60, 60], [90, 60], [60, 90]]}]}
    picture = pixels(volery.World(scene).picture(100).png).max(axis=2)
    inside, outside = [(20, 20), (27, 20), (70, 20), (62, 17), (25, 60), (65, 65), (62, 85)], \
                      [(35, 20), (70, 28), (25, 65), (85, 85), (5, 5)]
    assert all(picture[y, x] > 0 for x, y in inside) and not any(picture[y, x] for x, y in outside)


def test_the_program_draws_and_films_what_the_world_is(world, tmp_path, program):
    world.step(5)
    world["boids"].add([400, 300], [0, 0])
    before = world.hash
    picture = world.plot(tmp_path / "a.png", "--size", "320x240")
    assert picture.size == (320, 240) and (tmp_path / "a.png").read_bytes() == picture.png
    world.plot(tmp_path / "a.svg")
    assert "<svg" in (tmp_path / "a.svg").read_text()
    assert world.film(tmp_path / "a.gif", 8, "--size", "160x120") == str(tmp_path / "a.gif")
    assert (tmp_path / "a.gif").read_bytes()[:4] == b"GIF8"
    assert world.hash == before and world.steps == 5
    with pytest.raises(volery.ProgramError, match="a.nonsense"):
        world.film(tmp_path / "a.nonsense", 3)


def test_without_the_program_pictures_are_our_own_and_films_say_what_is_missing(world, monkeypatch, tmp_path):
    monkeypatch.delenv("VOLERY_PROGRAM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert volery.program() is None
    world.plot(tmp_path / "b.png")
    assert (tmp_path / "b.png").read_bytes() == world.picture().png
    for use in (lambda: world.film("a.mp4"), lambda: world.plot("a.svg")):
        with pytest.raises(volery.ProgramError, match="the program volery is not installed"):
            use()
    custom = volery.World({"flocks": [{"model": "custom", "count": 3}]})
    custom["boids"].rule = lambda batch: None
    with pytest.raises(volery.Unsupported, match="rules"):
        custom.film("a.mp4")


def test_python_m_volery_is_the_program(program):
    hash_of = program("run", "steering", "--steps", "5")["hash"]
    said = subprocess.run([sys.executable, "-m", "volery", "run", "steering", "--steps", "5"], capture_output=True,
                          text=True, check=True)
    assert hash_of in said.stdout
    wrong = subprocess.run([sys.executable, "-m", "volery", "no-such-command"], capture_output=True, check=False)
    assert wrong.returncode == 2
    environment = {key: value for key, value in os.environ.items() if key != "VOLERY_PROGRAM"}
    missing = subprocess.run([sys.executable, "-m", "volery"], capture_output=True, text=True, check=False,
                             env={**environment, "PATH": "/nowhere"})
    assert missing.returncode == 127 and "the program is not installed" in missing.stderr


PACKAGE = os.path.dirname(volery.__file__)


def test_the_package_is_python_3_9():
    for path in glob.glob(os.path.join(PACKAGE, "*.py")):
        with open(path, encoding="utf-8") as file:
            ast.parse(file.read(), feature_version=(3, 9))


def public():
    """Everything that users see: functions, classes, their methods and properties."""
    for name in volery.__all__:
        thing = getattr(volery, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield name, thing
        if inspect.isclass(thing) and thing.__module__.startswith("volery"):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                    yield f"{name}.{member}", value


def test_everything_has_a_docstring_and_types():
    for name, thing in public():
        assert inspect.getdoc(thing), name
        function = thing.fget if isinstance(thing, property) else thing
        if inspect.isfunction(function):
            hints = function.__annotations__
            wanted = [p for p in inspect.signature(function).parameters if p != "self"] + ["return"]
            assert [p for p in wanted if p not in hints] == [], name
    assert os.path.exists(os.path.join(PACKAGE, "py.typed"))


def test_help_reads_well():
    text = pydoc.render_doc(volery, renderer=pydoc.plaintext)
    for part in ("the same bits on every machine", "world = volery.World(\"default\"", "class World", "class View",
                 "class StaleView", "sweep(scene", "load(path"):
        assert part in text, part
    assert "_abi" not in text.split("PACKAGE CONTENTS")[0]


def test_the_code_of_the_guide_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open(os.path.join(os.environ["VOLERY_SOURCE"], "docs", "python.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
    assert len(blocks) >= 2
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), {})


def test_the_version_is_the_librarys(program):
    assert volery.__version__ == program("info")["version"]
