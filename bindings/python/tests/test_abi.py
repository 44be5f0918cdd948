"""What the package knows of the library is what the compiler makes of the headers; another library is refused."""
import ctypes
import os
import shutil
import subprocess
import sys

import pytest

from volery import _abi, _library


def compiler_lines():
    check = os.environ.get("VOLERY_ABI_CHECK")
    if not check:
        pytest.skip("the program that prints layouts is not built")
    said = subprocess.run([check], check=True, capture_output=True, text=True).stdout
    return [line.split() for line in said.split("\n") if line]


def test_every_field_is_where_offsetof_has_it_and_as_large_as_sizeof_says():
    fields = 0
    for name, field, offset, size in (line for line in compiler_lines() if line[1] not in "-="):
        found = getattr(getattr(_abi, name), field)
        assert (found.offset, found.size) == (int(offset), int(size)), f"{name}.{field}"
        fields += 1
    assert fields > 200


def test_every_struct_is_as_large_as_sizeof_says():
    sizes = {line[0]: int(line[3]) for line in compiler_lines() if line[1] == "-"}
    assert {name: ctypes.sizeof(getattr(_abi, name)) for name in sizes} == sizes
    assert {"vol_world_def", "vol_flock_def", "vol_custom_batch", "vol_scene", "vol_view"} <= set(sizes)


def test_every_constant_has_the_value_that_c_has():
    values = {line[0]: float(line[3]) for line in compiler_lines() if line[1] == "="}
    assert {name: getattr(_abi, name) for name in values} == values
    assert values["VOL_NONE"] == 2**32 - 1


def test_every_function_of_the_headers_is_declared():
    assert all(getattr(_library.lib, name).argtypes == arguments for name, (_, arguments) in _abi.FUNCTIONS.items())
    assert {"vol_world_step", "vol_flock_view", "vol_scene_open"} <= set(_abi.FUNCTIONS)


def imported_with(package, library=""):
    environment = dict(os.environ, PYTHONPATH=str(package), VOLERY_LIBRARY=str(library))
    return subprocess.run([sys.executable, "-c", "import volery"], env=environment, capture_output=True, text=True,
                          check=False).stderr.strip().split("\n")[-1]


@pytest.fixture
def package(tmp_path):
    """The package without its library, in a folder of its own."""
    here = os.path.dirname(_library.__file__)
    shutil.copytree(here, tmp_path / "volery", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    return tmp_path


def change(package, old, new):
    path = package / "volery" / "_abi.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_library_of_another_version_is_refused_with_both_versions_named(package):
    change(package, "VOL_VERSION_PATCH = ", "VOL_VERSION_PATCH = 7")
    said = imported_with(package, _library.find())
    assert said.startswith("ImportError: volery: ")
    assert f"has version {_library.VERSION}, and this package was made for" in said


def test_a_library_with_another_layout_is_refused(package):
    change(package, "vol_meter_def._fields_ = [", 'vol_meter_def._fields_ = [\n    ("more", c_double),')
    assert "was compiled with another vol_meter_def than the one of" in imported_with(package, _library.find())


def test_a_library_without_a_function_is_refused(package):
    change(package, '"vol_version": (c_char_p', '"vol_not_there": (c_char_p')
    assert "has no function vol_not_there" in imported_with(package, _library.find())


def test_without_numpy_the_message_says_what_to_install(package):
    (package / "numpy.py").write_text("raise ImportError('none here')\n")
    assert "volery needs NumPy (Debian: python3-numpy" in imported_with(package, _library.find())


def test_what_is_no_library_of_volery_is_refused(package):
    assert "is not a library of Volery" in imported_with(package, "libc.so.6")
    assert "the library cannot be loaded" in imported_with(package, package / "nothing.so")
    assert "the library cannot be loaded" in imported_with(package)
