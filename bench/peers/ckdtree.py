"""The flock of `volery bench uniform` with NumPy and SciPy's cKDTree: all pairs of neighbours as two arrays, sums by
np.bincount. As plain.cpp: ckdtree.py THREADS STEPS SIDE START [END]; cKDTree finds pairs by one thread."""
import sys
import time

import numpy as np
from scipy.spatial import cKDTree

PERCEPTION, PROTECTION, COHESION, SEPARATION, ALIGNMENT, MAX_SPEED = 50, 25, 0.0005, 0.005, 0.005, 2


def near_pairs(position, side):
    """Which boids are within the perception of each other, each pair once."""
    pairs = cKDTree(position, boxsize=side).query_pairs(PERCEPTION, output_type="ndarray")
    return pairs[:, 0], pairs[:, 1]


def step(position, velocity, side):
    """All boids from the same state."""
    boids = len(position)
    a, b = near_pairs(position, side)
    way = position[b] - position[a]
    way -= side * np.round(way / side)
    distance = np.sqrt((way**2).sum(axis=1))

    def summed(of_a, of_b):
        return np.stack([np.bincount(a, of_a[:, c], boids) + np.bincount(b, of_b[:, c], boids) for c in (0, 1)], axis=1)

    number = (np.bincount(a, minlength=boids) + np.bincount(b, minlength=boids))[:, None]
    shared = np.maximum(number, 1)
    push = np.where((distance < PROTECTION)[:, None], way / distance[:, None], 0)
    change = COHESION * summed(way, -way) / shared + SEPARATION * summed(-push, push)
    change += ALIGNMENT * (summed(velocity[b], velocity[a]) / shared - velocity * (number > 0))
    velocity = velocity + change
    speed = np.sqrt((velocity**2).sum(axis=1))[:, None]
    velocity = np.where(speed > MAX_SPEED, velocity * (MAX_SPEED / speed), velocity)
    return (position + velocity) % side, velocity


def main(words):
    """Times the steps."""
    steps, side, state = int(words[1]), float(words[2]), np.loadtxt(words[3], ndmin=2)
    position, velocity = state[:, :2] % side, state[:, 2:]
    seen = 2 * len(near_pairs(position, side)[0]) if len(words) > 4 else 0
    begun = time.perf_counter()
    for _ in range(steps):
        position, velocity = step(position, velocity, side)
    print(f"neighbours {seen}\nseconds {time.perf_counter() - begun:.9f}")
    if len(words) > 4:
        np.savetxt(words[4], np.hstack([position, velocity]), fmt="%.9g")


if __name__ == "__main__":
    main(sys.argv[1:])
