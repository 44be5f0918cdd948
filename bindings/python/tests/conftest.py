"""What the tests share. They are run by ctest (tests/CMakeLists.txt), which sets PYTHONPATH to the package as it is put
together, VOLERY_PROGRAM to the program and VOLERY_ABI_CHECK to what prints the compiler's layouts."""
import json
import os
import subprocess

import pytest

import volery


def pytest_configure(config):
    config.addinivalue_line("markers", "check: takes long, or needs what `make check` installs")


@pytest.fixture
def world():
    """A small world, quick to make and to step."""
    return volery.World("steering", seed=3, threads=1, overrides={"boids.count": 50})


@pytest.fixture
def boids(world):
    return world["boids"]


@pytest.fixture(scope="session")
def program():
    """Runs the program; its JSON answer."""
    path = os.environ.get("VOLERY_PROGRAM") or volery.program()
    if not path:
        pytest.skip("the program is not built")

    def run(*arguments):
        return json.loads(subprocess.run([path, *arguments, "--json"], check=True, capture_output=True).stdout)

    return run
