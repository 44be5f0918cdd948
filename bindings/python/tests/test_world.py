"""Worlds: where they come from, stepping, changing, measuring, asking, saving."""
import copy
import json
import os
import pathlib
import pickle
import threading

import numpy as np
import pytest

import volery

SCENE = """
about: A scene of the tests
world: {size: [200, 100], boundary: wrap, images: true, seed: 5}
flocks:
  - {name: birds, model: steering, count: 40}
  - {name: hawks, model: steering, count: 2}
relations:
  - {from: birds, to: hawks, kind: flee, radius: 30}
events:
  - {at: 3, add: {flock: birds, position: [1, 2], velocity: [1, 0]}}
  - {at: 4, set: {birds.max_speed: 1.5}}
  - {at: 8, remove: {flock: birds, id: 0}}
"""


@pytest.fixture
def scene():
    return volery.World(SCENE, threads=1)


def test_a_scene_is_a_name_a_path_a_text_or_a_dict(tmp_path):
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    as_dict = {"world": {"size": [200, 100], "boundary": "wrap", "images": True, "seed": np.int64(5)},
               "flocks": [{"name": "birds", "model": "steering", "count": 40},
                          {"name": "hawks", "model": "steering", "count": 2}],
               "relations": [{"from": "birds", "to": "hawks", "kind": "flee", "radius": np.float64(30)}],
               "events": ({"at": 3, "add": {"flock": "birds", "position": np.array([1, 2]), "velocity": [1, 0]}},
                          {"at": 4, "set": {"birds.max_speed": 1.5}}, {"at": 8, "remove": {"flock": "birds", "id": 0}})}
    worlds = [volery.World(given, threads=1) for given in (SCENE, path, str(path), as_dict)]
    for world in worlds:
        world.step(12)
    assert len({world.hash for world in worlds}) == 1
    assert volery.World("vicsek").about.startswith("One speed")
    assert worlds[0].about == "A scene of the tests"


def test_every_builtin_scene_has_the_programs_hash(program):
    assert len(volery.scenes()) >= 20 and all(volery.scenes().values())
    differ = {}
    for name in volery.scenes():
        world = volery.World(name, threads=2)
        world.step(25)
        world.step()
        said = program("run", name, "--steps", "26", "--threads", "1")["hash"]
        if said != world.hash:
            differ[name] = (said, world.hash)
    assert differ == {}


def test_seed_threads_and_overrides_are_the_programs(program):
    world = volery.World("default", seed=7, threads=2, overrides={
        "birds.cohesion.weight": 2, "birds.count": 300, "world.size": [400, 300], "birds.start": {"shape": "disc"},
        "world.boundary": "wrap", "look.background": "#102030"})
    world.step(20)
    said = program("run", "default", "--seed", "7", "--steps", "20", "--set", "birds.cohesion.weight=2", "--set",
                   "birds.count=300", "--set", "world.size=400,300", "--set", "birds.start={shape: disc}", "--set",
                   "world.boundary=wrap")
    assert world.hash == said["hash"]
    assert world.seed == 7 and world.threads == 2 and list(world.size) == [400, 300]


def test_events_happen_at_their_steps(scene):
    assert len(scene["birds"]) == 40
    scene.step(3)
    assert len(scene["birds"]) == 40
    scene.step(2)
    assert len(scene["birds"]) == 41 and scene["birds"].get("max_speed") == 1.5
    scene.step(5)
    assert 0 not in scene["birds"].id and len(scene["birds"]) == 40


@pytest.mark.parametrize("name", ["player", "goals", "predators"])
def test_one_step_at_a_time_is_many_at_once(name):
    one, many = volery.World(name, threads=1), volery.World(name, threads=1)
    for _ in range(15):
        one.step()
    many.step(15)
    assert one.hash == many.hash


def test_a_world_says_what_it_is(scene):
    scene.step(10)
    assert (scene.steps, scene.time, scene.dt, scene.dimensions) == (10, 10.0, 1.0, 2)
    assert scene.flocks == ["birds", "hawks"] and [flock.name for flock in scene] == scene.flocks
    assert len(scene) == 42 and "birds" in scene and "cows" not in scene
    assert scene[1] == scene["hawks"] and scene["hawks"].model == "steering"
    assert repr(scene) == "<World 'text': step 10, 40 birds (steering), 2 hawks (steering)>"
    assert scene.device == "cpu"
    with pytest.raises(volery.UnknownName, match="no flock 'cows'; it has: birds, hawks"):
        scene["cows"]


def test_parameters_are_set_and_read_by_their_names(scene):
    scene["birds"].set("cohesion.weight", 2.5)
    assert scene.get("birds.cohesion.weight") == scene["birds"].get("cohesion.weight") == 2.5
    scene.set("world.boundary", "wrap")
    assert scene.get("world.boundary") == "wrap" and scene.get("world.size") == [200, 100]
    scene.set("wind.flocks", ["birds"])
    assert scene.get("wind.flocks") == ["birds"] and scene.get("player.flocks") == "all"
    scene.step(2)
    scene.set("world.dt", 0.5)
    scene.step(4)
    assert scene.time == 4.0


def test_boids_are_added_and_removed(scene):
    birds = scene["birds"]
    ids = birds.add([[1, 2], [3, 4]], [[0, 1], [1, 0]])
    assert list(ids) == [40, 41] and len(birds) == 42
    np.testing.assert_array_equal(birds.position[birds.slot(41)], [3, 4])
    np.testing.assert_array_equal(birds.velocity[birds.slot(40)], [0, 1])
    assert list(birds.add([5, 6])) == [42]
    assert list(birds.add([[7, 8], [9, 9]], heading=90, speed=2)) == [43, 44]
    np.testing.assert_allclose(birds.velocity[birds.slot(43)], [0, 2], atol=1e-6)
    birds.remove(ids)
    birds.remove(3)
    assert len(birds) == 42 and not np.isin([3, 40, 41], birds.id).any()
    with pytest.raises(volery.UnknownName):
        birds.remove([5, 3])
    assert 5 in birds.id


def test_boids_are_put_elsewhere(scene):
    birds, before = scene["birds"], scene.hash
    birds.set_positions([3, 7], [[1, 2], [3, 4]])
    np.testing.assert_array_equal(birds.position[birds.slot(7)], [3, 4])
    birds.set_positions([0, 1, 2], [50, 60])
    assert (birds.position[[birds.slot(i) for i in range(3)]] == [50, 60]).all()
    birds.set_velocities(3, [0, 1])
    np.testing.assert_array_equal(birds.velocity[birds.slot(3)], [0, 1])
    birds.set_headings([3, 7], 180)
    np.testing.assert_allclose(birds.velocity[birds.slot(3)], [-1, 0], atol=1e-6)
    birds.set_headings([3, 7], [0, 90], speed=[1, 2])
    np.testing.assert_allclose(birds.velocity[birds.slot(7)], [0, 2], atol=1e-6)
    assert scene.hash != before
    with pytest.raises(volery.UnknownName):
        birds.set_positions([5, 99], [1, 2])
    with pytest.raises(volery.WrongValue, match="3 ids and 2 rows"):
        birds.set_velocities([1, 2, 3], [[1, 2], [3, 4]])


def test_the_leader_is_one_of_the_flock(scene):
    assert scene["birds"].leader is None
    scene["birds"].leader = 4
    assert scene["birds"].leader == 4


def test_what_blows_and_scatters_changes_velocities(scene):
    before = scene["birds"].velocity.copy()
    scene.scatter([100, 50], 0.1)
    middle = scene["birds"].velocity.copy()
    scene.blow([100, 50], 1000, [1, 0])
    assert not np.array_equal(before, middle) and not np.array_equal(middle, scene["birds"].velocity)
    scene.gust([0.5, 0.5])
    scene.step()


def test_measures_are_numbers_and_dicts(scene):
    both = scene.measure("polarisation", "milling")
    assert list(both) == ["polarisation", "milling"]
    velocity = np.concatenate([flock.velocity for flock in scene]).astype(float)
    expected = np.linalg.norm((velocity / np.linalg.norm(velocity, axis=1)[:, None]).mean(axis=0))
    assert scene.measure("polarisation") == both["polarisation"] == pytest.approx(expected)
    assert scene.measure("boids") == 42 and scene.measure("boids", flock="hawks") == 2
    assert list(scene.measure()) == list(volery.measures())
    assert scene.measure("groups", radius=1e6) == 1 and scene.measure("groups", radius=1e-9) == 42
    with pytest.raises(volery.UnknownName, match="no measure 'polarization'"):
        scene.measure("polarization")


def test_curves_and_density(scene):
    nearest = scene.curve("nearest", bins=10)
    assert len(nearest["x"]) == 10 and sum(nearest["number"]) == 42
    assert sum(scene.curve("groups")["number"]) == scene.measure("groups")
    density = scene.density([4, 2])
    assert density.shape == (4, 2) and density.sum() * (200 * 100 / 8) == pytest.approx(42)
    x, y = np.concatenate([flock.position for flock in scene]).T
    assert density[0, 0] * 2500 == pytest.approx(((x < 50) & (y < 50)).sum())
    with pytest.raises(volery.UnknownName, match="there are: nearest"):
        scene.curve("bend")


def test_measures_over_time_are_those_of_the_program(scene, program, tmp_path):
    recorded = scene.record("polarisation", "boids", steps=12, every=3)
    assert list(recorded["step"]) == [0, 3, 6, 9, 12] and list(recorded["boids"]) == [42, 42, 43, 42, 42]
    (tmp_path / "scene.yaml").write_text(SCENE)
    program("run", str(tmp_path / "scene.yaml"), "--steps", "12", "--every", "3", "--measure", str(tmp_path / "m.csv"),
            "--measures", "polarisation")
    rows = (tmp_path / "m.csv").read_text().split("\n")
    column = rows[0].split(",").index("polarisation")
    assert [float(row.split(",")[column]) for row in rows[1:] if row] == list(recorded["polarisation"])


def test_statistics_know_the_autocorrelation():
    rng = np.random.default_rng(1)
    free = rng.normal(size=4000)
    bound = np.zeros(4000)
    for i in range(1, 4000):
        bound[i] = 0.9 * bound[i - 1] + free[i]
    alone, together = volery.statistics(free), volery.statistics(bound, every=10)
    assert alone["tau"] == pytest.approx(0.5, rel=0.2) and alone["error"] == pytest.approx(1 / 4000**0.5, rel=0.2)
    assert together["tau"] == pytest.approx(95, rel=0.4)  # (1 + 0.9) / (1 - 0.9) / 2 values, 10 steps apart
    same = volery.statistics([0.5, 0.5, float("nan")], boids=10)
    assert same["mean"] == 0.5 and same["error"] == 0 and np.isnan(same["tau"])
    assert same["binder"] == pytest.approx(2 / 3) and same["susceptibility"] == 0
    assert np.isnan(volery.statistics([])["mean"])


def test_queries_find_what_is_near(scene):
    birds = scene["birds"]
    point = np.array([100.0, 50.0])
    hits = scene.near(point, 40)
    off = np.abs(np.concatenate([flock.position for flock in scene]).astype(float) - point)
    distance = np.sqrt((np.minimum(off, [200, 100] - off)**2).sum(axis=1))
    np.testing.assert_allclose(hits["distance"], np.sort(distance[distance < 40]))
    assert (np.diff(hits["distance"]) >= 0).all()
    np.testing.assert_array_equal(birds.position[birds.near(point, 40)["slot"][0]],
                                  birds.position[birds.nearest(point)["slot"][0]])
    assert birds.nearest(point, 1000).size == 40
    low, high = [0, 0], [100, 100]
    assert birds.box(low, high).size == (birds.position[:, 0] <= 100).sum()
    around = birds.neighbours(7, 30)
    assert 7 not in around["id"]
    x, y = birds.position[birds.slot(7)]
    assert birds.ray([x - 5, y], [1, 0], 10, 0.5)["id"] in birds.near([x, y], 20)["id"]
    assert birds.ray([x, y], [1, 0], 0, 0) is None
    with pytest.raises(volery.WrongValue, match="2 numbers are needed"):
        birds.near([1, 2, 3], 5)


def test_run_gives_frames(scene):
    frames = [(frame.step, frame.time, len(frame), frame["hawks"].position.copy()) for frame in scene.run(10, every=4)]
    assert [frame[:3] for frame in frames] == [(4, 4.0, 43), (8, 8.0, 43), (10, 10.0, 42)]
    for frame in scene.run(3, progress=True):
        assert frame.hash == scene.hash and frame.measure("boids") == len(frame)
    assert scene.steps == 13
    with pytest.raises(volery.WrongValue):
        list(scene.run(3, every=0))


def test_a_saved_state_goes_on_with_the_same_bits_here_and_in_the_program(scene, program, tmp_path):
    (tmp_path / "scene.yaml").write_text(SCENE)
    scene.step(6)
    scene.save(tmp_path / "a.state")
    other = volery.World(SCENE, threads=2)
    other.load(tmp_path / "a.state")
    assert other.steps == 6 and other.hash == scene.hash
    scene.step(6)
    other.step(6)
    said = program("run", str(tmp_path / "scene.yaml"), "--load", str(tmp_path / "a.state"), "--steps", "6")
    assert scene.hash == other.hash == said["hash"]
    assert os.listdir(tmp_path) == ["scene.yaml", "a.state"] or len(os.listdir(tmp_path)) == 2
    program("run", str(tmp_path / "scene.yaml"), "--steps", "12", "--save", str(tmp_path / "b.state"))
    other.load(tmp_path / "b.state")
    assert other.hash == scene.hash


@pytest.mark.parametrize("copied", [lambda w: pickle.loads(pickle.dumps(w)), copy.copy, copy.deepcopy,
                                    lambda w: w.copy()])
def test_a_world_is_pickled_with_all_that_it_is(scene, copied):
    scene.step(5)
    scene["birds"].set("cohesion.weight", 3)
    scene["birds"].add([5, 5], [1, 1])
    scene["birds"].leader = 2
    scene.set("world.dt", 0.5)
    other = copied(scene)
    assert other.hash == scene.hash and other.steps == 5 and other.time == scene.time
    assert other.get("birds.cohesion.weight") == 3 and other["birds"].leader == 2
    scene.step(9)
    other.step(9)
    assert other.hash == scene.hash and other.time == scene.time


def test_a_world_of_a_file_is_pickled_with_its_text(tmp_path):
    (tmp_path / "start.csv").write_text("x,y,vx,vy\n1,2,1,0\n3,4,0,1\n")
    (tmp_path / "scene.yaml").write_text("flocks: [{model: steering, start: {shape: file, path: start.csv}}]\n")
    world = volery.World(tmp_path / "scene.yaml", threads=1)
    world.step(3)
    data = pickle.dumps(world)
    assert pickle.loads(data).hash == world.hash


def test_the_printed_scene_reads_back_to_the_same(scene):
    other = volery.World(scene.scene, threads=1)
    scene.step(12)
    other.step(12)
    assert other.hash == scene.hash


def test_a_pathlike_name_is_a_path():
    with pytest.raises(volery.SceneError, match="no such file"):
        volery.World(pathlib.Path("nowhere.yaml"))
    with pytest.raises(volery.SceneError, match="no such file"):
        volery.World("-")  # not standard input


def test_a_world_that_steps_in_another_thread_is_busy_and_others_run_meanwhile():
    """The other world steps while a rule of the first one waits for it: both are inside step at once."""
    inside, done = threading.Event(), threading.Event()
    first = volery.World({"flocks": [{"model": "custom", "count": 10}]}, threads=1)
    second = volery.World("steering", threads=1, overrides={"boids.count": 20})

    def rule(batch):
        inside.set()
        assert done.wait(60)

    view = first["boids"].position
    first["boids"].rule = rule
    thread = threading.Thread(target=first.step)
    thread.start()
    assert inside.wait(60)
    second.step(50)
    for use in (first.step, lambda: first.hash, lambda: first["boids"].position, lambda: first.measure("boids"),
                lambda: first.save("/nowhere"), lambda: pickle.dumps(first)):
        with pytest.raises(volery.WorldBusy):
            use()
    with pytest.raises(volery.StaleView):
        view.sum()
    done.set()
    thread.join()
    assert first.steps == 1 and second.steps == 50


def test_long_steps_can_be_interrupted(world):
    """Signals are seen between calls of the library, and the world is then at some whole step."""
    import _thread

    timer = threading.Thread(target=lambda: (started.wait(), _thread.interrupt_main()))
    started = threading.Event()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        started.set()
        world.step(10**9)
    timer.join()
    steps = world.steps
    world.step()
    assert world.steps == steps + 1


def test_a_device_has_the_same_bits_or_says_why_not(world):
    changes = {"boids.count": 50, "world.update": "together"}
    try:
        other = volery.World("steering", seed=3, device="gpu", overrides=changes)
    except volery.Error as refused:
        assert isinstance(refused, (volery.Unsupported, volery.SceneError)) and str(refused)
        return
    same = volery.World("steering", seed=3, threads=1, overrides=changes)
    same.step(5)
    other.step(5)
    assert other.hash == same.hash and other.device != "cpu"


def test_scenes_are_json_too():
    text = json.dumps({"flocks": [{"name": "a", "model": "nudge", "count": 3}]})
    assert len(volery.World(text)["a"]) == 3
