"""What is where in a world, of any flock or obstacle, and what has happened."""
import numpy as np
import pytest

import volery

SCENE = {"world": {"size": [200, 100], "origin": [1000, -50], "seed": 5},
         "flocks": [{"name": "sheep", "model": "steering", "count": 30},
                    {"name": "dogs", "model": "nudge", "count": 5}],
         "obstacles": [{"center": [1100, 0], "radius": 10}, {"shape": "box", "center": [1150, 20], "size": [10, 10]}]}


@pytest.fixture
def world():
    return volery.World(SCENE, threads=1)


def everyone(world):
    return [(flock.number, int(id), at) for flock in world for id, at in zip(flock.id, flock.position.copy())]


def test_a_world_says_where_it_begins(world):
    assert list(world.origin) == [1000, -50] and world.get("world.origin") == [1000, -50]
    world.set("world.origin", [0, 0])
    assert list(world.origin) == [0, 0]


def test_queries_over_flocks_find_what_looking_at_every_boid_finds(world):
    at = np.array([1100.0, 0.0])
    far = sorted((float(np.linalg.norm(p.astype(float) - at)), flock, id) for flock, id, p in everyone(world))
    for flocks, numbers in ((None, (0, 1)), ("dogs", (1,)), (["dogs", 0], (0, 1)), ([], ())):
        some = [one for one in far if one[1] in numbers]
        near = world.near(at, 40, flocks)
        assert [(hit["flock"], hit["id"]) for hit in near] == [one[1:] for one in some if one[0] < 40]
        nearest = world.nearest(at, 7, flocks)
        assert [(hit["flock"], hit["id"]) for hit in nearest] == [one[1:] for one in some[:7]]
        box = world.box([1040, -20], [1160, 20], flocks)
        inside = sorted((flock, id) for flock, id, p in everyone(world)
                        if flock in numbers and 1040 <= p[0] <= 1160 and -20 <= p[1] <= 20)
        assert sorted((hit["flock"], hit["id"]) for hit in box) == inside
    with pytest.raises(volery.UnknownName, match="sheep, dogs"):
        world.near(at, 40, "cats")


def test_obstacles_are_found_around_a_point_and_along_a_ray(world):
    hit = world.obstacle([1100, 30])
    assert hit.obstacle == 0 and hit.distance == 20 and list(hit.point) == [1100, 10] and list(hit.normal) == [0, 1]
    assert world.obstacle([1100, 3]).distance == -7
    hit = world.obstacle_ray([1150, -40], [0, 2], 200)
    assert hit.obstacle == 1 and hit.distance == 55 and list(hit.point) == [1150, 15]
    assert world.obstacle_ray([1150, -40], [0, -1], 5) is None
    assert volery.World({"flocks": [{"model": "steering"}]}, threads=1).obstacle([1, 1]) is None


def test_a_ray_meets_a_boid_or_an_obstacle_whichever_is_first(world):
    world["sheep"].remove(world["sheep"].id.copy())
    world["dogs"].remove(world["dogs"].id.copy())
    assert world.ray([1100, -40], [0, 1], 100, 2).obstacle == 0
    born = world["dogs"].add([1100, -20])
    hit = world.ray([1100, -40], [0, 1], 100, 2)
    assert (hit["flock"], hit["id"], hit["distance"]) == (1, born[0], 20)
    assert world.ray([1100, -40], [0, 1], 100, 2, "sheep").obstacle == 0
    assert world.ray([1010, -40], [1, 0], 5) is None


def test_events_tell_who_was_born_died_entered_and_left(world):
    events = world.watch()
    world["sheep"].remove([3, 4])
    born = world["dogs"].add([1005, 45], [0, 0])
    read = events.read()
    assert list(read["kind"]) == [2, 2, 1] and list(read["id"]) == [3, 4, born[0]] and list(read["flock"]) == [0, 0, 1]
    assert list(read["position"][2]) == [1005, 45, 0] and list(read["other"]) == [2**32 - 1] * 3
    world.watch_box(2, [1000, -50], [1200, 50], "sheep")
    world.step()
    entered = events.read(room=5)
    assert len(entered) == 28 == world.region_count(2, "sheep") and set(entered["region"]) == {2}
    assert set(entered["kind"]) == {4} and world.region_count(2, world["dogs"]) == 0
    world.watch_ball(2, [1e6, 1e6], 1)
    world.step()
    assert list(events.read()["kind"]) == [8] * 28 and len(events.read()) == 0 and events.lost == 0
    world.unwatch(2)
    with pytest.raises(volery.Error):
        world.unwatch(2)


def test_events_that_were_not_read_in_time_are_counted(world):
    events = world.watch("died", room=4)
    world["sheep"].remove(np.arange(10))
    assert list(events.read()["id"]) == [6, 7, 8, 9] and events.lost == 6
    with pytest.raises(volery.UnknownName, match="born, died, entered, left"):
        world.watch("eaten")
