#!/usr/bin/env python3
"""Runs a command on an X screen of its own, which ends with it: screen.py WIDTHxHEIGHT COMMAND...

The server itself chooses the number of its display: the first whose sockets are all free, those without a file (which
all roots of a machine share) too. So screens that begin at the same moment, or in another root, are never taken for
each other. SDL is told to use this screen or none: otherwise it would draw on one in memory, of another size, without a
word.
"""
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile

PR_SET_PDEATHSIG = 1


def end_with_parent():
    """Also when the parent is killed: a server that was left behind keeps its display."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextlib.contextmanager
def screen(size):
    """The environment for what shall be seen on a new screen."""
    read, write = os.pipe()
    complaints = tempfile.TemporaryFile()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-noreset"],
                              pass_fds=[write], stdout=subprocess.DEVNULL, stderr=complaints,
                              preexec_fn=end_with_parent)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        if not number:
            server.wait()
            complaints.seek(0)
            raise OSError(f"Xvfb did not start: {complaints.read().decode(errors='replace')}")
        env = {name: value for name, value in os.environ.items() if name not in ("XAUTHORITY", "WAYLAND_DISPLAY")}
        yield {**env, "DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
    finally:
        server.terminate()
        server.wait()
        complaints.close()


if __name__ == "__main__":
    with screen(sys.argv[1]) as env:
        code = subprocess.run(sys.argv[2:], env=env).returncode
    sys.exit(code)
