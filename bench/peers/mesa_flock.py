"""Times the flock among Mesa's examples, by its public API: mesa_flock.py BOIDS STEPS SIDE RADIUS.

Mesa 3.0 calls the number of boids `population`, later releases `population_size`, and the latest take all that in a
scenario: the signature tells. One step is made before those that are timed, so that neighbours can be counted."""
import inspect
import sys
import time

from mesa.examples.basic.boid_flockers import model as example


def flock(boids, side, radius):
    """The example with numbers of ours, as the public comparison of frameworks has them."""
    values = {"width": side, "height": side, "vision": radius, "speed": 1, "separation": 1}
    known = inspect.signature(example.BoidFlockers).parameters
    if "scenario" in known:
        return example.BoidFlockers(scenario=example.BoidsScenario(population_size=boids, rng=1, **values))
    values["population_size" if "population_size" in known else "population"] = boids
    values["rng" if "rng" in known else "seed"] = 1
    return example.BoidFlockers(**values)


def main(words):
    """Times the steps."""
    boids, steps, side, radius = int(words[0]), int(words[1]), float(words[2]), float(words[3])
    model = flock(boids, side, radius)
    model.step()
    print(f"neighbours {sum(len(boid.neighbors) for boid in model.agents) / boids:.6g}")
    begun = time.perf_counter()
    for _ in range(steps):
        model.step()
    print(f"seconds {time.perf_counter() - begun:.9f}")


if __name__ == "__main__":
    main(sys.argv[1:])
