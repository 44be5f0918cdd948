"""What run.py and others.py share: ending with a message, and running a program."""
import json
import subprocess
import sys


def fail(text):
    """Ends the program."""
    sys.exit(f"run.py: {text}")


def run(command, where):
    """What a program prints."""
    try:
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    except OSError as error:
        fail(f"{command[0]}: {error.strerror}")
    if done.returncode != 0:
        fail(f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def figure(text, name):
    """The number behind a word at the beginning of a line."""
    for line in text.splitlines():
        if line.split()[:1] == [name]:
            return float(line.split()[1])
    return fail(f"a program printed no line that begins with {name}")


def volery_seconds(command, where):
    """The seconds of the steps that `volery run` makes, to the last digit: its lines for people have milliseconds."""
    return json.loads(run([*command, "--json"], where))["seconds"]
