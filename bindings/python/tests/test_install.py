"""The wheel in a fresh virtual environment without network, and what `make install` puts where Python finds it."""
import glob
import os
import subprocess
import sys
import zipfile

import pytest

import volery

pytestmark = pytest.mark.check

STAGE = os.path.dirname(os.path.dirname(volery.__file__))
TRY = ("import volery; w = volery.World('default', threads=1); w.step(20); "
       "print(volery.__file__, w.hash, w['birds'].position.shape)")


def clean(**more):
    """The environment of somebody who has only installed it."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("VOLERY", "PYTHON", "PIP"))}
    return {**kept, **more}


def run(*command, **more):
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=clean(**more), cwd="/")
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def expected():
    world = volery.World("default")
    world.step(20)
    return world.hash


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    script = os.path.join(os.environ["VOLERY_SOURCE"], "bindings", "python", "wheel.py")
    run(sys.executable, script, STAGE, volery.__version__, str(out))
    return glob.glob(str(out / "*.whl"))[0]


def test_a_wheel_has_the_library_and_a_list_of_its_files(wheel):
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        listed = file.read(f"volery-{volery.__version__}.dist-info/RECORD").decode().split("\n")
    assert [line.split(",")[0] for line in listed if line] == names
    assert {"volery/libvolery_python.so", "volery/_abi.py", "volery/py.typed"} <= set(names)
    assert os.path.basename(wheel).startswith(f"volery-{volery.__version__}-py3-none-")


def test_the_library_of_a_wheel_needs_nothing_but_libc(wheel):
    needed = run("objdump", "-p", os.path.join(STAGE, "volery", "libvolery_python.so"))
    libraries = [line.split()[1] for line in needed.split("\n") if "NEEDED" in line]
    assert all(name.split(".")[0] in ("libc", "libm", "libpthread", "libdl", "ld-linux-x86-64", "libyaml-0")
               for name in libraries), libraries


def test_it_works_in_a_fresh_virtual_environment_without_network(wheel, tmp_path, expected):
    run(sys.executable, "-m", "venv", "--system-site-packages", str(tmp_path / "env"))  # NumPy is the system's
    python = str(tmp_path / "env" / "bin" / "python3")
    run(python, "-m", "pip", "install", "--no-index", "--quiet", wheel)
    said = run(python, "-c", TRY)
    assert said.startswith(str(tmp_path)) and expected in said
    said = run(python, "-m", "volery", "run", "default", "--steps", "20", "--threads", "1",
               PATH=os.path.dirname(os.environ["VOLERY_PROGRAM"]) + ":/usr/bin:/bin")
    assert expected in said
    run(python, "-m", "pip", "uninstall", "--yes", "--quiet", "volery")
    assert not glob.glob(str(tmp_path / "env" / "lib" / "*" / "site-packages" / "volery*"))


def test_an_installed_package_is_found_by_debians_python(tmp_path, expected):
    run("cmake", "--install", os.environ["VOLERY_BUILD"], "--prefix", str(tmp_path), "--component", "python")
    folders = glob.glob(str(tmp_path / "lib" / "python3*" / "*-packages"))
    assert len(folders) == 1
    said = run(sys.executable, "-c", TRY, PYTHONPATH=folders[0])
    assert said.startswith(str(tmp_path)) and expected in said
    if os.path.exists("/etc/debian_version") and sys.executable.startswith("/usr/bin/"):
        below = os.path.relpath(folders[0], tmp_path)
        path = run(sys.executable, "-c", "import sys; print(sys.path)")
        assert f"'/usr/local/{below}'" in path


def test_an_installed_package_finds_the_program_beside_it(tmp_path):
    run("cmake", "--install", os.environ["VOLERY_BUILD"], "--prefix", str(tmp_path), "--component", "python")
    folder = glob.glob(str(tmp_path / "lib" / "python3*" / "*-packages"))[0]
    os.makedirs(tmp_path / "bin")
    os.symlink(os.environ["VOLERY_PROGRAM"], tmp_path / "bin" / "volery")
    said = run(sys.executable, "-m", "volery", "info", PYTHONPATH=folder, PATH="/nowhere")
    assert volery.__version__ in said
