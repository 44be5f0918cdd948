"""Rules that are Python functions over batches of boids."""
import pickle

import numpy as np
import pytest

import volery

SCENE = {"world": {"size": [200, 200], "boundary": "wrap", "images": True, "precision": "double"},
         "flocks": [{"model": "custom", "count": 300, "start": {"speed": 1}, "max_speed": 3, "max_force": 1,
                     "separation": {"radius": 10, "weight": 1.5}, "alignment": {"radius": 20, "weight": 1},
                     "cohesion": {"radius": 20, "weight": 0.5}}]}


def build(threads=1, **overrides):
    return volery.World(SCENE, threads=threads, overrides=overrides)


def cut(vectors, most):
    length = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return np.where(length > most, vectors * most / np.maximum(length, 1e-300), vectors)


def as_the_model(batch):
    """What docs/custom-rules.md says that the model does by itself."""
    total = np.zeros_like(batch.velocity)
    for zone, weight, sum_ in (
            (batch.separation, 1.5, lambda z: -z.offset),
            (batch.alignment, 1.0, lambda z: z.velocity - z.weight[:, None] * batch.velocity),
            (batch.cohesion, 0.5, lambda z: z.offset)):
        number = zone.number[:, None]
        total += weight * cut(np.where(number > 0, sum_(zone) / np.maximum(number, 1), 0), 1.0)
    batch.acceleration[:] = total


def test_a_rule_that_does_as_the_model_moves_boids_as_the_model():
    with_rule, without = build(), build()
    with_rule["boids"].rule = as_the_model
    for world in (with_rule, without):
        world.step(20)
    places = [world["boids"].position[world["boids"].order] for world in (with_rule, without)]
    np.testing.assert_allclose(*places, atol=1e-6)
    assert with_rule["boids"].rule is as_the_model


def test_the_bits_do_not_depend_on_threads_and_workers_may_call():
    hashes = set()
    for threads in (1, 2, 3):
        world = build(threads)
        world["boids"].rule = lambda batch: batch.random()[:, None] * 0.01 - 0.05 * batch.separation.offset
        world.step(15)
        hashes.add(world.hash)
    assert len(hashes) == 1


def test_every_boid_is_in_one_batch_of_a_step_with_its_numbers():
    world = build(2)
    seen = []
    world["boids"].rule = lambda batch: seen.append(batch)
    place = dict(zip(world["boids"].id, world["boids"].position.copy()))
    world.step()
    assert sorted(np.concatenate([batch.id for batch in seen])) == list(range(300))
    for batch in seen:  # arrays of a batch are copies, which last
        assert len(batch) == len(batch.id) and batch.position.shape == batch.around.shape == (len(batch), 2)
        np.testing.assert_array_equal(batch.position, [place[id] for id in batch.id])
        assert (batch.step, batch.dt, batch.flock, list(batch.size)) == (0, 1.0, 0, [200, 200])
        assert batch.alignment.number.shape == batch.alignment.weight.shape == (len(batch),)


def test_wanted_is_the_next_velocity():
    world = build()

    def rule(batch):
        batch.wanted[:] = [0.25, 0.5]

    world["boids"].rule = rule
    world.step()
    np.testing.assert_array_equal(world["boids"].velocity, np.broadcast_to([0.25, 0.5], (300, 2)))


def test_single_neighbours_are_the_nearest_first():
    world = build()
    world["boids"].rule_neighbours = 4
    seen = {}

    def rule(batch):
        assert batch.neighbours.shape == (len(batch), 4)
        for id, count, row in zip(batch.id.tolist(), batch.neighbour_count.tolist(), batch.neighbours):
            seen[id] = row[:count].copy()
            assert np.isinf(row["distance"][count:]).all()

    before = {id: world["boids"].neighbours(id, 20)[:4] for id in range(300)}
    world["boids"].rule = rule
    world.step()
    assert sum(len(row) for row in before.values()) > 300
    for id, hits in before.items():
        np.testing.assert_array_equal(seen[id]["id"], hits["id"])
        np.testing.assert_allclose(seen[id]["distance"], hits["distance"], rtol=1e-12)
        np.testing.assert_allclose(np.sqrt((seen[id]["offset"] ** 2).sum(axis=1)), hits["distance"], rtol=1e-12)
    world["boids"].rule_neighbours = 0
    assert world["boids"].rule_neighbours == 0
    with pytest.raises(volery.WrongValue, match="rule.neighbours is 65"):
        world["boids"].rule_neighbours = 65


def test_three_dimensions():
    world = volery.World({"world": {"size": [50, 50, 50]}, "flocks": [{"model": "custom", "count": 20}]}, threads=1)
    world["boids"].rule = lambda batch: np.broadcast_to([0.0, 0.0, 0.125], batch.position.shape)
    before = world["boids"].velocity[world["boids"].order]
    world.step()
    np.testing.assert_allclose(world["boids"].velocity[world["boids"].order] - before, [[0, 0, 0.125]] * 20, atol=1e-6)


def test_an_exception_of_a_rule_is_raised_by_step_and_the_world_goes_on():
    world = build(2)

    def rule(batch):
        if batch.step == 3:
            raise KeyError("in the rule")

    world["boids"].rule = rule
    with pytest.raises(KeyError, match="in the rule"):
        world.step(10)
    assert world.steps == 4 and world["boids"].undecided > 0
    world.step(2)
    assert world.steps == 6


def test_wrong_results_are_refused_or_counted():
    world = build()
    world["boids"].rule = lambda batch: np.zeros((len(batch), 5))
    with pytest.raises(ValueError):
        world.step()
    world["boids"].rule = lambda batch: np.full(batch.velocity.shape, np.nan)
    before = world["boids"].undecided
    world.step()
    assert world["boids"].undecided == before + 300
    world["boids"].rule = lambda batch: False
    world.step()
    assert world["boids"].undecided == before + 600


def test_a_rule_can_be_taken_away():
    world, other = build(), build()
    world["boids"].rule = as_the_model
    world["boids"].rule = None
    assert world["boids"].rule is None
    world.step(3)
    other.step(3)
    assert world.hash == other.hash


def test_other_models_refuse_rules(boids):
    with pytest.raises(volery.Unsupported, match="needs the model custom"):
        boids.rule = as_the_model


def test_a_rule_is_pickled_with_its_world():
    world = build()
    world["boids"].rule = as_the_model
    world.step(3)
    other = pickle.loads(pickle.dumps(world))
    assert other["boids"].rule is as_the_model
    world.step(3)
    other.step(3)
    assert world.hash == other.hash


def test_random_numbers_are_the_librarys():
    assert volery.random(1, 0, 5, 7, 2) == volery.random(1, 0, 5, 7, 2) != volery.random(1, 0, 5, 7, 3)
    drawn = []
    world = build()
    world["boids"].rule = lambda batch: drawn.append((batch.id, batch.random(4)))
    world.step()
    ids, numbers = drawn[0]
    assert list(numbers) == [volery.random(world.seed, 0, int(id), 0, 4) for id in ids]
    assert ((0 <= numbers) & (numbers < 1)).all()
