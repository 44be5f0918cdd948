"""Every refusal of the library is an exception with its text."""
import ctypes
import pickle

import pytest

import volery
from volery import _abi, _library, errors


def test_every_result_of_the_library_has_an_exception_of_its_own():
    names = [_library.text(_library.lib.vol_result_name(number)) for number in range(1, _abi.VOL_RESULT_COUNT)]
    assert set(names) == set(errors.BY_RESULT)
    for number, name in enumerate(names, 1):
        error = _abi.vol_error(result=number, field=b"birds.count", text=b"what was said")
        with pytest.raises(errors.BY_RESULT[name]) as caught:
            _library.check(number, error)
        assert str(caught.value) == "what was said" and caught.value.field == "birds.count"
        assert isinstance(caught.value, volery.Error)
    assert len(set(errors.BY_RESULT.values())) == len(names)


def test_exceptions_are_the_builtin_ones_that_fit():
    for own, builtin in ((volery.WrongValue, ValueError), (volery.UnknownName, LookupError),
                         (volery.OutOfMemory, MemoryError), (volery.SceneError, ValueError),
                         (volery.Unsupported, NotImplementedError), (volery.StaleView, RuntimeError)):
        assert issubclass(own, builtin) and issubclass(own, volery.Error)


def said_by_library(call, *arguments):
    """What the library itself says to a call that it refuses."""
    error = _abi.vol_error()
    assert call(*arguments, ctypes.byref(error)) != _abi.VOL_OK
    return error.text.decode()


def test_refused_calls_raise_with_the_librarys_text(world, boids):
    lib, pointer = _library.lib, world._core.world
    for use, arguments, kind in [
        (lambda: world.set("boids.cohesion.weight", "much"), (b"boids.cohesion.weight", b"much"), volery.WrongValue),
        (lambda: world.set("boids.cohesion.wieght", 1), (b"boids.cohesion.wieght", b"1"), volery.UnknownName),
        (lambda: boids.set("max_speed", -1), (b"boids.max_speed", b"-1"), volery.WrongValue),
        (lambda: boids.set("max_speed", float("nan")), (b"boids.max_speed", b"NaN"), volery.WrongValue),
        (lambda: boids.set("count", 5), (b"boids.count", b"5"), volery.FixedValue),
        (lambda: world.set("world.seed", 5), (b"world.seed", b"5"), volery.FixedValue),
        (lambda: world.set("cows.count", 5), (b"cows.count", b"5"), volery.UnknownName),
    ]:
        with pytest.raises(kind) as caught:
            use()
        assert str(caught.value) == said_by_library(lib.vol_world_set, pointer, *arguments)
        assert caught.value.field
    with pytest.raises(volery.UnknownName) as caught:
        boids.remove([99])
    ids = (ctypes.c_uint32 * 1)(99)
    assert str(caught.value) == said_by_library(lib.vol_flock_remove, pointer, 0, 1, ids)
    with pytest.raises(volery.WrongValue):
        boids.add([float("nan"), 1])
    with pytest.raises(volery.WrongValue):
        world.near([1, 2], -1)
    with pytest.raises(volery.UnknownName):
        boids.neighbours(77, 5)


def test_what_python_itself_refuses_says_what_is_allowed(world, boids):
    for use in (lambda: boids.add([1, 2, 3]), lambda: boids.remove([1.5]), lambda: boids.remove([-1]),
                lambda: world.step(-1), lambda: boids.add([1, 2], [1, 1], heading=5, speed=1),
                lambda: boids.add([1, 2], heading=5), lambda: volery.World({"flocks": object()}),
                lambda: volery.World(overrides={3: 4}),
                lambda: world.scatter(5, 1)):
        with pytest.raises(volery.WrongValue) as caught:
            use()
        assert len(str(caught.value)) > 20


@pytest.mark.parametrize("scene, said", [
    ("flocks: [{model: steering, cuont: 3}]\n", "did you mean 'count'?"),
    ("flocks: [{model: steering, count: 12x}]\n", "value '12x' is not allowed"),
    ("flocks: [{model: steering, count: 3}\n", "text:"),
    ("world: {size: [10, 10]}\n", "flocks"),
])
def test_wrong_scenes_raise_with_the_text_that_the_program_prints(scene, said, tmp_path, program):
    import os
    import subprocess

    with pytest.raises(volery.SceneError) as caught:
        volery.World(scene)
    assert said in str(caught.value)
    path = tmp_path / "text"
    path.write_text(scene)
    printed = subprocess.run([os.environ["VOLERY_PROGRAM"], "run", "text"], cwd=tmp_path, capture_output=True,
                             text=True, check=False).stderr
    assert printed.strip() == str(caught.value)


def test_the_place_of_a_mistake_is_in_the_exception():
    with pytest.raises(volery.SceneError) as caught:
        volery.World("flocks:\n  - {model: steering, count: many}\n")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("text", 2, 30)
    assert caught.value.field == "boids.count"


def test_wrong_overrides_are_named():
    with pytest.raises(volery.SceneError, match="^birds.count=-3: value '-3' is not allowed"):
        volery.World("default", overrides={"birds.count": -3})
    with pytest.raises(volery.SceneError, match="^world.seed=-1: "):
        volery.World("default", seed=-1)
    with pytest.raises(volery.SceneError, match="no built-in scene of that name; did you mean 'default'"):
        volery.World("defualt")


def test_events_that_cannot_happen_raise_when_they_are_due():
    world = volery.World("flocks: [{model: steering, count: 3}]\nevents: [{at: 2, remove: {flock: boids, id: 9}}]\n",
                         threads=1)
    world.step(2)
    with pytest.raises(volery.SceneError, match="9"):
        world.step()
    assert world.steps == 2


def test_damaged_states_are_refused_and_the_world_stays(world, tmp_path):
    world.step(2)
    before = world.hash
    path = tmp_path / "a.state"
    world.save(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(volery.Error, match="a.state"):
        world.load(path)
    assert world.hash == before
    with pytest.raises(volery.Error):
        world.load(__file__)
    with pytest.raises(OSError):
        world.load(tmp_path / "nothing")
    with pytest.raises(OSError):
        world.save(tmp_path / "no" / "folder")


def test_devices_that_are_not_there_are_refused_by_name():
    with pytest.raises(volery.Error, match="no such thing|OpenCL|device"):
        volery.World("steering", device="no such thing")


def test_exceptions_can_be_pickled():
    for error in (volery.SceneError("said", "a.b", "file", 3, 4), volery.WrongValue("said", "a.b")):
        other = pickle.loads(pickle.dumps(error))
        assert type(other) is type(error) and str(other) == "said" and vars(other) == vars(error)
