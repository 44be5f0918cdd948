#!/usr/bin/env python3
"""Writes a wheel of a package that is put together: wheel.py STAGE VERSION OUT. A wheel is a zip file with a list."""
import base64
import hashlib
import os
import sys
import sysconfig
import zipfile

METADATA = """Metadata-Version: 2.1
Name: volery
Version: {version}
Summary: Flocks of boids in two and three dimensions, the same bits on every machine
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: all
Requires-Dist: h5py ; extra == "all"
Requires-Dist: pandas ; extra == "all"
Requires-Dist: tqdm ; extra == "all"

`import volery`, then `help(volery)`.
"""
WHEEL = """Wheel-Version: 1.0
Generator: volery
Root-Is-Purelib: false
Tag: {tag}
"""


def main():
    stage, version, out = sys.argv[1:]
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    about = f"volery-{version}.dist-info"
    files = {}
    for name in sorted(os.listdir(os.path.join(stage, "volery"))):
        path = os.path.join(stage, "volery", name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                files[f"volery/{name}"] = file.read()
    files[f"{about}/METADATA"] = METADATA.format(version=version).encode()
    files[f"{about}/WHEEL"] = WHEEL.format(tag=tag).encode()
    rows = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items()]
    files[f"{about}/RECORD"] = "".join([*rows, f"{about}/RECORD,,\n"]).encode()
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, f"volery-{version}-{tag}.whl")
    with zipfile.ZipFile(path + ".part", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same bytes from the same files
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    os.replace(path + ".part", path)
    print(path)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
