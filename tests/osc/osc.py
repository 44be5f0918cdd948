#!/usr/bin/env python3
"""The program and OSC, on real sockets of this machine: what `volery run` sends is what it records, what it takes is in
the recording, and what is no message only ever is counted.

    osc.py PROGRAM

Packets are put together and taken apart here, by the text of the standard, not by the library that the program uses.
"""
import csv
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
WAIT = 60  # seconds that only end what hangs
SCENE = """
world: {size: [300, 200]}
flocks:
  - {name: birds, model: steering, count: 60}
  - {name: crows, model: capped, count: 7}
look: {fps: 500}
"""


def text(word):
    data = word.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def message(address, *arguments):
    tags, data = ",", b""
    for argument in arguments:
        if isinstance(argument, int):
            tags, data = tags + "i", data + struct.pack(">i", argument)
        elif isinstance(argument, float):
            tags, data = tags + "f", data + struct.pack(">f", argument)
        else:
            tags, data = tags + "s", data + text(argument)
    return text(address) + text(tags) + data


def take_text(data):
    end = data.index(b"\0")
    padded = end // 4 * 4 + 4
    assert data[end:padded] == b"\0" * (padded - end), data
    return data[:end].decode(), data[padded:]


def take_apart(packet):
    """The messages of a bundle: (address, arguments)."""
    assert len(packet) <= 1400 and len(packet) % 4 == 0 and packet[:16] == b"#bundle\0" + struct.pack(">Q", 1), packet
    rest, messages = packet[16:], []
    while rest:
        size = struct.unpack(">i", rest[:4])[0]
        address, data = take_text(rest[4:4 + size])
        tags, data = take_text(data)
        assert set(tags[1:]) <= set("if") and len(data) == 4 * len(tags[1:]), (address, tags)
        messages.append((address, struct.unpack(">" + tags[1:], data)))
        rest = rest[4 + size:]
    assert messages[0][0] == "/volery/step" and len(messages) > 1
    return messages


class Run:
    """volery run with OSC in, and out where it is asked for."""

    def __init__(self, *options, out=False, scene="s.yaml"):
        self.ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.ear.bind(("127.0.0.1", 0))
        self.ear.settimeout(WAIT)
        command = [PROGRAM, "run", scene, "--json", "--osc-in", "0", *options]
        if out:
            command += ["--osc-out", "127.0.0.1:%d" % self.ear.getsockname()[1]]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        said = self.process.stderr.readline()
        assert said.startswith("volery run: OSC is taken at 127.0.0.1:"), said
        self.to = ("127.0.0.1", int(said.rsplit(":", 1)[1]))

    def send(self, *packets):
        for packet in packets:
            self.ear.sendto(packet, self.to)

    def wait_for(self, address, arguments):
        while (address, arguments) not in take_apart(self.ear.recv(65536)):
            pass

    def end(self):
        self.process.terminate()
        out, err = self.process.communicate(timeout=WAIT)
        assert self.process.returncode == 130, err
        self.ear.close()
        return json.loads(out), err


def verify(path):
    answer = subprocess.run([PROGRAM, "verify", path], capture_output=True, text=True, timeout=WAIT, check=False)
    assert answer.stdout.startswith("identical:"), answer
    return answer.stdout


def as_single(number):
    return struct.unpack(">f", struct.pack(">f", float(number)))[0]


def what_is_sent_is_what_run_records():
    run = Run("--steps", "12", "-o", "t.csv", "--measure", "m.csv", "--osc-boids", "40", "--osc-every", "3",
              "--osc-measures", "speed,milling", out=True)
    out, _ = run.process.communicate(timeout=WAIT)
    answer = json.loads(out)
    messages = []
    step = None
    for _ in range(answer["osc"]["sent"]):
        for address, arguments in take_apart(run.ear.recv(65536)):
            if address == "/volery/step":
                step = arguments[0]
            else:
                messages.append((step, address, arguments))
    run.ear.close()
    assert answer["osc"]["lost"] == 0
    assert {m[0] for m in messages} == {0, 3, 6, 9, 12}
    boids = {(step, address, arguments[0]): arguments[1:] for step, address, arguments in messages
             if address.startswith("/volery/boid/")}
    assert len(boids) == 5 * (40 + 7), len(boids)
    seen = 0
    with open("t.csv", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            sent = boids.get((int(row["step"]), "/volery/boid/" + row["flock"], int(row["id"])))
            if sent is not None:
                assert sent == tuple(as_single(row[name]) for name in ("x", "y", "vx", "vy")), (row, sent)
                seen += 1
    assert seen == len(boids)
    with open("m.csv", encoding="utf-8") as file:
        rows = {int(row["step"]): row for row in csv.DictReader(file)}
    measured = [(step, address[len("/volery/measure/"):].replace("/", "."), arguments[0])
                for step, address, arguments in messages if address.startswith("/volery/measure/")]
    assert len(measured) == 5 * 3 * 2
    for step, name, value in measured:
        assert value == as_single(rows[step][name]), (step, name, value)
    assert (0, "/volery/count/birds", (60,)) in messages


def sound_of(every):
    """The steps with an onset, and the features by step, of a scene with a tune."""
    run = Run("--steps", "120", "--osc-every", str(every), "--osc-boids", "0", "--set", "look.fps=500", "--set",
              "sound.steps_per_second=20", out=True, scene="loudness")
    onsets, features, step = [], {}, 0
    while step < 120:  # without boids a step is one packet
        for address, arguments in take_apart(run.ear.recv(65536)):
            if address == "/volery/step":
                step = arguments[0]
            elif address == "/volery/onset":
                onsets.append(step)
            elif address.startswith("/volery/sound/"):
                features.setdefault(step, {})[address.rsplit("/", 1)[1]] = arguments[0]
    run.process.communicate(timeout=WAIT)
    run.ear.close()
    return onsets, features


def sound_is_sent_and_no_onset_is_lost_between_the_steps_that_are():
    info = subprocess.run([PROGRAM, "info", "--json"], capture_output=True, text=True, check=True, timeout=WAIT)
    if not json.loads(info.stdout)["features"]["sound"]:
        return
    onsets, features = sound_of(1)
    assert len(onsets) > 2 and sorted(features) == list(range(121)), (onsets, sorted(features))
    assert max(values["volume"] for values in features.values()) > 5, features
    fewer, some = sound_of(6)
    assert sorted(some) == list(range(0, 121, 6)) and all(some[step] == features[step] for step in some)
    assert fewer == sorted({(onset + 5) // 6 * 6 for onset in onsets}), (onsets, fewer)


def what_is_taken_is_recorded_and_verifies():
    run = Run("--steps", "1000000", "--record", "a.rec", out=True)
    run.ear.recv(65536)
    run.send(message("/volery/set/birds/max_speed", 4.5), message("/volery/set", "crows.max_speed", 2),
             message("/volery/scatter", 100.0, 100.0, 0.2), message("/volery/gust", 1.0, 0.5),
             message("/volery/goal", 20.0, 20.0), message("/volery/add/crows", 5, 50.0, 60.0))
    run.wait_for("/volery/count/crows", (12,))
    answer, err = run.end()
    assert answer["osc"]["taken"] == 6 and answer["osc"]["ignored"] == 0, answer
    assert answer["boids"] == 72 and err == "", err
    assert "72 boids" in verify("a.rec")
    with open("a.rec", "rb") as file:
        recorded = file.read()
    assert b"birds.max_speed: 4.5" in recorded and b"crows.max_speed: 2" in recorded


def hostile_packets_are_counted_and_nothing_else():
    chance = random.Random(7)
    good = message("/volery/set/birds/max_speed", 4.5)
    packets = [b"", b"x", b"#bundle\0", message("/volery/set/birds/max_speed", -1.0),
               message("/volery/set/birds/x", 1.0), message("/volery/set/birds/count", 5),
               message("/volery/set/birds/max_speed", "nan"), message("/volery/add/birds", 100000, 1.0, 1.0),
               message("/volery/restart"), message("/volery/record", "x")]
    packets += [chance.randbytes(chance.randrange(200)) for _ in range(100)]
    packets += [good[:end] for end in range(len(good))]
    run = Run("--steps", "1000000", "--record", "b.rec", out=True)
    run.ear.recv(65536)
    run.send(*packets, message("/volery/add/crows", 1, 50.0, 60.0))  # the last one is right: all before it were read
    run.wait_for("/volery/count/crows", (8,))
    answer, err = run.end()
    assert answer["osc"]["taken"] == 1 and answer["osc"]["ignored"] == len(packets), (answer, len(packets))
    assert err.count("\n") == 1 and "a message was ignored" in err, err
    verify("b.rec")
    with open("b.rec", "rb") as file:
        assert b"max_speed: 4.5" not in file.read()


def an_interrupt_ends_a_paused_run():
    run = Run("--steps", "1000000", "--record", "c.rec", out=True)
    run.send(message("/volery/pause", 1), message("/volery/step"))
    run.ear.recv(65536)
    run.end()
    verify("c.rec")


def main():
    tests = [what_is_sent_is_what_run_records, sound_is_sent_and_no_onset_is_lost_between_the_steps_that_are,
             what_is_taken_is_recorded_and_verifies, hostile_packets_are_counted_and_nothing_else,
             an_interrupt_ends_a_paused_run]
    info = subprocess.run([PROGRAM, "info", "--json"], capture_output=True, text=True, check=True, timeout=WAIT)
    if not json.loads(info.stdout)["features"]["osc"]:
        print("built without liblo")
        sys.exit(77)
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            with open("s.yaml", "w", encoding="utf-8") as file:
                file.write(SCENE)
            test()
            os.chdir("/")
        print("ok", test.__name__)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(PROGRAM)
    main()
