"""What the driver uses of Mesa's example, written for the tests: each boid has two neighbours, and what is asked for is
written to $LOG. $MESA says which releases it is like: 3.0, 3.1 or a scenario."""
import os

LIKE = os.environ.get("MESA", "3.1")


def log(text):
    """One line."""
    with open(os.environ["LOG"], "a", encoding="utf-8") as file:
        print(text, file=file)


class Boid:
    """Has no neighbours before the first step."""

    def __init__(self):
        self.neighbors = []


class Flock:
    """Whatever the signature is."""

    def make(self, boids, width, height, speed, vision, separation, number):
        """As many boids as are wanted."""
        log(f"mesa {LIKE}: {boids} boids, {width} x {height}, speed {speed}, vision {vision}, separation {separation}, "
            f"from {number}")
        self.agents = [Boid() for _ in range(boids)]

    def step(self):
        """Now there are neighbours."""
        log("step")
        for boid in self.agents:
            boid.neighbors = self.agents[:2]


class OldFlock(Flock):
    """As in 3.0."""

    def __init__(self, population=100, width=100, height=100, speed=1, vision=10, separation=2, seed=None):
        self.make(population, width, height, speed, vision, separation, seed)


class NextFlock(Flock):
    """As from 3.1 on."""

    def __init__(self, population_size=100, width=100, height=100, speed=1, vision=10, separation=2, seed=None):
        self.make(population_size, width, height, speed, vision, separation, seed)


class BoidsScenario:
    """All that has a name."""

    def __init__(self, *, rng=None, **values):
        self.values = {"number": rng, **values}


class LatestFlock(Flock):
    """As where scenarios are."""

    def __init__(self, scenario=None):
        values = dict(scenario.values)
        self.make(values.pop("population_size"), **values)


BoidFlockers = {"3.0": OldFlock, "3.1": NextFlock, "scenario": LatestFlock}[LIKE]
