#!/usr/bin/env python3
"""Exact and published results of collective motion: science.py VOLERY CASE [--wrong]

Runs scenes of docs/science and compares with what theory or other programs say; docs/science.md has the results and
where they come from. Seeds are fixed, so that a case passes always or never. --wrong changes a parameter of every run a
little, the one that stands beside the case below: then the case must fail, and the exit status is 0 if it does."""
import argparse
import sys

import exact
import published
from lab import Lab

CASES = {
    "lone_boid": (exact.lone_boid, (), "boids.noise.strength=2.1"),
    "lone_boid_vectorial": (exact.lone_boid_vectorial, (), "boids.noise.strength=0.75"),
    "all_to_all": (exact.all_to_all, (), "boids.alignment.radius=0.5"),
    "full_noise": (exact.full_noise, (), "boids.noise.strength=6"),
    "noise_40": (published.noise, (40, 5000, 1000, 1), "boids.alignment.radius=1.2"),
    "noise_40_full": (published.noise, (40, 20000, 2000, 4), "boids.alignment.radius=1.1"),
    "noise_400": (published.noise, (400, 10000, 10000, 1), "boids.alignment.radius=1.2"),
    "noise_400_full": (published.noise, (400, 10000, 10000, 4), "boids.alignment.radius=1.2"),
    "advance": (published.advance, (6000, 1000, 4), "boids.alignment.radius=1.05"),
    "vectorial": (published.vectorial, (8000, 6000), "boids.alignment.radius=0.8"),
    "travelling_band": (published.travelling_band, (), "boids.alignment.radius=1.1"),
    "fluctuations": (published.fluctuations, (2000, 2000), "boids.advance=old"),
    "fluctuations_full": (published.fluctuations, (8000, 6000), "boids.advance=old"),
    "couzin_states": (published.couzin_states, (4,), "fish.turn.rate=10"),
    "couzin_hysteresis": (published.couzin_hysteresis, (1,), "fish.turn.rate=10"),
    "couzin_hysteresis_full": (published.couzin_hysteresis, (8,), "fish.turn.rate=10"),
    "lattice": (published.lattice, (8,), "agents.lattice.distance=6.5"),
    "threshold": (published.threshold, (), "boids.coupling.scale=1.05"),
    "mill_and_ring": (published.mill_and_ring, (), "boids.propulsion.gain=1.7"),
    "topological": (published.topological, (2,), "boids.noise.strength=1.7"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("volery")
    parser.add_argument("case", choices=CASES)
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    function, arguments, wrong = CASES[options.case]
    lab = Lab(options.volery, [wrong] if options.wrong else [])
    function(lab, *arguments)
    print(f"{options.case}: {lab.checks - lab.failed} of {lab.checks} checks passed"
          + (f" with {wrong}" if options.wrong else ""))
    return 0 if (lab.failed > 0) == options.wrong and lab.checks > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
