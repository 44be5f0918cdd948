"""Trajectories in H5MD: what the program records, as arrays; and that the file keeps to the convention."""
import os
import subprocess

import numpy as np
import pytest

import volery

pytestmark = pytest.mark.check
h5py = pytest.importorskip("h5py")

SCENE = """
world: {size: [200, 100], boundary: wrap, images: true}
flocks:
  - {name: birds, model: steering, count: 20}
  - {name: hawks, model: steering, count: 2}
events:
  - {at: 3, add: {flock: birds, position: [1, 2], velocity: [1, 0]}}
  - {at: 6, remove: {flock: birds, id: 4}}
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("h5")
    (folder / "scene.yaml").write_text(SCENE)
    command = [os.environ["VOLERY_PROGRAM"], "run", "scene.yaml", "--steps", "8", "--every", "2", "-o", "run.h5"]
    out = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if "HDF5" in out.stderr and out.returncode:
        pytest.skip("the program was built without HDF5")
    assert out.returncode == 0, out.stderr
    return folder / "run.h5"


def test_load_gives_arrays_and_the_scene_that_made_them(path):
    trajectory = volery.load(path)
    assert trajectory.flocks == ["birds", "hawks"] and len(trajectory) == 5
    assert list(trajectory.step) == [0, 2, 4, 6, 8] and list(trajectory.time) == [0, 2, 4, 6, 8]
    world = trajectory.world(threads=1)
    for frame, step in enumerate(trajectory.step):
        world.step(int(step) - world.steps)
        for recorded in trajectory:
            flock = world[recorded.name]
            here = recorded.id[frame] >= 0
            np.testing.assert_array_equal(recorded.id[frame][here], flock.id[flock.order])
            np.testing.assert_array_equal(recorded.position[frame][here], flock.position[flock.order])
            np.testing.assert_array_equal(recorded.velocity[frame][here], flock.velocity[flock.order])
            assert np.isnan(recorded.position[frame][~here]).all()
            assert recorded.observables["polarisation"][frame] == pytest.approx(
                world.measure("polarisation", flock=recorded.name))
    birds = trajectory["birds"]
    assert birds.position.shape == (5, 21, 2) and birds.boundary == ["periodic"] * 2
    assert birds.edges[0].tolist() == [200, 100] and len(birds) == 5
    assert trajectory.seed == 1 and trajectory.version == volery.__version__
    assert "birds" in repr(trajectory) and "5 frames" in repr(birds)


def test_other_files_are_refused(tmp_path, path):
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["numbers"] = [1, 2]
    with pytest.raises(volery.WrongData, match="other.h5 is not a trajectory"):
        volery.load(tmp_path / "other.h5")
    with pytest.raises(OSError):
        volery.load(tmp_path / "nothing.h5")
    with pytest.raises(volery.UnknownName, match="has no flock 'cows'; it has: birds, hawks"):
        volery.load(path)["cows"]


def test_without_h5py_load_says_what_is_missing(path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "h5py", None)
    with pytest.raises(ImportError, match="python3-h5py"):
        volery.load(path)


def test_the_file_keeps_to_the_convention_of_h5md(path):
    """The parts of H5MD 1.1 that readers rely on."""
    with h5py.File(path, "r") as file:
        assert list(file["h5md"].attrs["version"]) == [1, 1]
        assert "name" in file["h5md/author"].attrs
        assert {"name", "version"} <= set(file["h5md/creator"].attrs)
        for flock in file["particles"].values():
            assert flock["box"].attrs["dimension"] == 2
            assert [_text(edge) for edge in flock["box"].attrs["boundary"]] == ["periodic", "periodic"]
            for element in ("position", "velocity", "id", "box/edges"):
                group = flock[element]
                frames = group["value"].shape[0]
                assert group["step"].shape == group["time"].shape == (frames,)
                assert group["step"].dtype.kind in "iu" and group["time"].dtype.kind == "f"
            assert flock["position/step"] == flock["velocity/step"]  # one dataset by hard links
        assert set(file["observables/birds"]) >= {"polarisation", "mean_speed"}
        for element in file["observables"].values():  # MDAnalysis takes all that is here for elements
            assert element["value"].shape == element["step"].shape == element["time"].shape == (5,)


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def test_mdanalysis_reads_it_where_it_is_installed(path, tmp_path):
    analysis = pytest.importorskip("MDAnalysis")
    space = tmp_path / "space.h5md"
    subprocess.run([os.environ["VOLERY_PROGRAM"], "run", "couzin", "--steps", "4", "-o", str(tmp_path / "space.h5")],
                   check=True, capture_output=True)
    os.rename(tmp_path / "space.h5", space)
    ours = volery.load(space)
    flock = next(iter(ours))
    universe = analysis.Universe.empty(flock.position.shape[1], trajectory=False)
    universe.load_new(str(space), format="H5MD", convert_units=False)
    assert len(universe.trajectory) == len(ours)
    for frame, state in enumerate(universe.trajectory):
        np.testing.assert_allclose(state.positions, flock.position[frame], rtol=1e-6)
