"""Views: no copy, read-only, stale after a step, never a plain array over the library's memory."""
import copy
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest

import volery


def test_views_have_the_shape_and_the_type_of_the_world(world, boids):
    assert boids.position.shape == boids.velocity.shape == (50, 2)
    assert boids.id.shape == (50,) and boids.id.dtype == np.uint32
    assert boids.position.dtype == np.float64  # the scene steering is in double precision
    single = volery.World("default", threads=1, overrides={"birds.count": 9})["birds"]
    assert single.position.dtype == np.float32 and single.position.shape == (9, 2)
    deep = volery.World("couzin", threads=1)["fish"]
    assert deep.velocity.shape == (len(deep), 3)


def test_a_view_is_the_librarys_memory_and_not_a_copy(boids):
    assert np.shares_memory(boids.position, boids.position)
    before = boids.position[:, 0]._fresh().__array_interface__["data"][0]
    assert before == volery._library.lib.vol_flock_view(boids._core.world, 0).position[0]


def test_views_have_the_numbers_that_the_library_has(boids):
    near = boids.nearest(boids.position[7], 1)[0]
    assert near["distance"] == 0 and near["id"] == boids.id[7] and near["slot"] == 7
    velocity = boids.velocity.copy()
    np.testing.assert_allclose(boids.speed, np.hypot(velocity[:, 0], velocity[:, 1]))
    np.testing.assert_allclose(boids.heading, np.degrees(np.arctan2(velocity[:, 1], velocity[:, 0])) % 360)


def test_three_axes_are_three_columns():
    fish = volery.World("couzin", threads=1)["fish"]
    point = fish.position[5].copy()
    assert fish.near(point, 1e-6)["id"][0] == fish.id[5]


def test_a_view_cannot_be_written(boids):
    with pytest.raises(ValueError, match="read-only"):
        boids.position[0] = 1
    with pytest.raises(ValueError):
        boids.position.sort()
    with pytest.raises(ValueError):
        np.add(boids.position, 1, out=boids.position)
    with pytest.raises(ValueError):
        view = boids.position
        view += 1
    assert not boids.position.flags.writeable


USES = {
    "index": lambda v: v[0], "slice": lambda v: v[:, 0], "length": len, "iterate": lambda v: list(v),
    "operator": lambda v: v + 1, "other side": lambda v: np.ones(2) * v, "compare": lambda v: v == v,
    "ufunc": np.sqrt, "function": lambda v: np.linalg.norm(v, axis=1), "method": lambda v: v.mean(),
    "transpose": lambda v: v.T, "asarray": np.asarray, "array": np.array, "copy": lambda v: v.copy(),
    "shape": lambda v: v.shape, "flags": lambda v: v.flags, "concatenate": lambda v: np.concatenate([v, v]),
    "pickle": pickle.dumps, "deepcopy": copy.deepcopy, "list": lambda v: v.tolist(), "float": lambda v: float(v[0, 0]),
    "contains": lambda v: 1 in v, "as index": lambda v: np.arange(2000)[v.astype(int)],
    "stack": lambda v: np.stack([v]), "from a list": lambda v: np.array([v, v]), "format": lambda v: f"{v}",
    "truth": bool, "iterator": lambda v: next(iter(v)),
}


@pytest.mark.parametrize("use", USES)
def test_whatever_is_done_with_a_stale_view_raises(world, boids, use):
    view = boids.position
    if use != "truth":
        USES[use](view)
    world.step()
    with pytest.raises(volery.StaleView, match="boids.position is stale"):
        USES[use](view)


def test_parts_of_a_view_become_stale_with_it(world, boids):
    parts = [boids.position[3], boids.position[:, 1], boids.position.T, boids.position.T.reshape(2, 5, 10),
             np.split(boids.position, 2)[0], np.atleast_1d(boids.id), boids.position.swapaxes(0, 1),
             np.transpose(boids.velocity), next(iter(boids.position)), np.broadcast_to(boids.id, (2, 50))]
    assert all(isinstance(part, volery.View) for part in parts)
    world.step()
    for part in parts:
        with pytest.raises(volery.StaleView):
            part.sum()


def test_nothing_that_hands_out_the_memory_is_there(boids):
    for name in ("data", "ctypes", "flat", "base", "__array_interface__", "__array_struct__", "setflags"):
        with pytest.raises(AttributeError):
            getattr(boids.position, name)
    with pytest.raises(TypeError):
        memoryview(boids.position)
    with pytest.raises(ValueError, match="without a copy"):
        boids.position.__array__(copy=False)


@pytest.mark.parametrize("change", [
    lambda world: world.step(),
    lambda world: world["boids"].add([1, 2]),
    lambda world: world["boids"].remove(3),
    lambda world: world["boids"].set_positions(3, [1, 2]),
    lambda world: world.set("boids.max_speed", 2),
    lambda world: world.scatter([1, 2], 1),
    lambda world: world._core.resume(world._core.snapshot(), None),
])
def test_every_change_of_the_world_makes_views_stale(world, change):
    view = world["boids"].position
    change(world)
    assert view.stale
    assert "stale" in repr(view) and "stale" in str(view)
    assert not world["boids"].position.stale


def test_what_was_computed_or_copied_stays(world, boids):
    kept = [boids.position.copy(), np.asarray(boids.position), boids.position + 0, boids.position[[1, 2]],
            boids.position[boids.order], pickle.loads(pickle.dumps(boids.position))]
    assert all(type(array) is np.ndarray for array in kept)
    before = kept[0].copy()
    world.step(5)
    np.testing.assert_array_equal(kept[1], before)
    np.testing.assert_array_equal(kept[2], before)


def test_numpy_functions_take_views(boids):
    position = boids.position
    np.testing.assert_array_equal(np.vstack([position, position])[:50], position.copy())
    np.testing.assert_allclose(np.mean(position, axis=0), position.copy().mean(axis=0))
    assert np.isfinite(position).all() and (position >= 0).all()
    assert np.allclose(position, position) and np.array_equal(position, position.copy())
    assert 0 <= np.argmax(position[:, 0]) < 50


def test_order_sorts_by_id(world, boids):
    world.step(20)
    np.testing.assert_array_equal(boids.id[boids.order], np.arange(50))
    assert boids.slot(12) == boids.order[12] and boids.id[boids.slot(12)] == 12
    with pytest.raises(volery.UnknownName, match="no boid with the id 50"):
        boids.slot(50)


def test_a_flock_without_boids_has_empty_views():
    flock = volery.World("steering", threads=1, overrides={"boids.count": 0})["boids"]
    assert flock.position.shape == (0, 2) and flock.id.shape == flock.order.shape == flock.speed.shape == (0,)
    assert len(flock) == 0 and flock.near([1, 1], 50).size == 0


def test_a_view_keeps_its_world_alive_and_nothing_else_does(world):
    gone = weakref.ref(world._core)
    view = world["boids"].position
    part, numbers = view[:, 0], view.copy()
    flock = world["boids"]
    gc.disable()  # reference counting alone
    try:
        world._core = None
        del view, flock
        assert gone() is not None
        np.testing.assert_array_equal(part, numbers[:, 0])
        del part
        assert gone() is None
    finally:
        gc.enable()


def test_worlds_are_freed_by_reference_counting_alone():
    gc.disable()
    try:
        world = volery.World("steering", threads=1, overrides={"boids.count": 5, "boids.model": "custom"})
        world["boids"].rule = lambda batch: None
        world.step()
        world.measure("polarisation")
        list(world.run(2))
        gone = weakref.ref(world._core)
        del world
        assert gone() is None
    finally:
        gc.enable()


def test_a_world_does_not_change_while_another_thread_reads_a_view(world, boids):
    """NumPy lets other threads run while it computes."""
    inside, done = threading.Event(), threading.Event()

    def slow(column):
        inside.set()
        assert done.wait(60)
        return column.sum()

    reader = threading.Thread(target=lambda: np.apply_along_axis(slow, 0, boids.position))
    reader.start()
    assert inside.wait(60)
    for change in (world.step, lambda: world.step(3), lambda: boids.add([1, 2]), lambda: boids.remove(1)):
        with pytest.raises(volery.WorldBusy, match="is being read"):
            change()
    assert not boids.position.stale and world.steps == 0
    done.set()
    reader.join()
    world.step()


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def test_ten_thousand_worlds_made_and_dropped_leak_nothing():
    def some(count):
        for _ in range(count):
            world = volery.World("steering", threads=1, overrides={"boids.count": 10})
            world.step()
            world["boids"].position.mean()
            world["boids"].add([1, 2])
            world.measure("polarisation")

    some(1000)
    before = resident()
    some(9000)
    assert resident() - before < 4e6  # 450 bytes a world would be more


def test_previous_is_where_boids_were_before_the_last_step():
    world = volery.World("default", seed=3, overrides={"birds.count": 80})
    birds = world["birds"]
    with pytest.raises(volery.WrongValue, match="keep_previous"):
        birds.previous
    birds.keep_previous = True
    before = birds.position[birds.order]
    world.step()
    np.testing.assert_array_equal(birds.previous[birds.order], before)
    world["birds"].remove([3, 4])
    np.testing.assert_array_equal(birds.previous[birds.order], np.delete(before, [3, 4], axis=0))
