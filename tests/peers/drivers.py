#!/usr/bin/env python3
"""Tests the drivers of other programs in bench/peers, and the options that name these:

    drivers.py VOLERY [TEST...]

The programs themselves are not here. mesa/, mason/, netlogo/ and opensteer/ beside this file have the few names of each
that its driver uses, written for this test, and write what they are asked to $LOG. Java is left out, and the output
says so, where there is no javac.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE.parent.parent / "bench/peers"
VOLERY = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "volery"
NO_JAVA = None if shutil.which("javac") else "no javac here (Debian: default-jdk-headless)"


class Drivers(unittest.TestCase):
    """Each in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.where = pathlib.Path(folder.name)
        self.environment = {**os.environ, "LOG": str(self.where / "log"), "PYTHONPATH": str(HERE / "mesa"),
                            "PYTHONDONTWRITEBYTECODE": "1"}

    def run_py(self, *options, **environment):
        """The program, of few boids and steps."""
        command = [sys.executable, str(PEERS / "run.py"), "--volery", VOLERY, "--rounds", "1", *map(str, options)]
        return subprocess.run(command, env={**self.environment, **environment}, capture_output=True, text=True,
                              check=False)

    def table(self, *options, **environment):
        """The second table's rows by program, as words."""
        done = self.run_py(*options, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.split("by one thread")[1].splitlines()[2:]
        rows = [[word.strip() for word in line.split("|")[1:-1]] for line in lines if "|" in line]
        return {row[1]: row for row in rows}

    def log(self):
        """What the program was asked."""
        return (self.where / "log").read_text(encoding="utf-8").splitlines()

    def jar(self, name, file):
        """Classes written for the test in a jar."""
        classes = self.where / "classes"
        sources = [str(path) for path in (HERE / name).glob("**/*.java")]
        subprocess.run(["javac", "-d", str(classes), *sources], check=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(file, "w") as archive:
            for path in classes.glob("**/*.class"):
                archive.write(path, path.relative_to(classes))

    def assert_refused(self, words, *options, **environment):
        """Ends with exit code 1 and one line that says all of it, before anything is timed."""
        done = self.run_py(*options, **environment)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_mesa_makes_one_step_and_then_the_timed_ones(self):
        for like in ["3.0", "3.1", "scenario"]:
            with self.subTest(like):
                (self.where / "log").unlink(missing_ok=True)
                command = [sys.executable, str(PEERS / "mesa_flock.py"), "200", "7", "100.0", "5.0"]
                done = subprocess.run(command, env={**self.environment, "MESA": like}, capture_output=True, text=True,
                                      check=True)
                self.assertEqual(done.stdout.splitlines()[0], "neighbours 2")
                self.assertGreater(float(done.stdout.splitlines()[1].removeprefix("seconds ")), 0)
                self.assertEqual(self.log()[0], f"mesa {like}: 200 boids, 100.0 x 100.0, speed 1, vision 5.0, "
                                                "separation 1, from 1")
                self.assertEqual(self.log()[1:], ["step"] * 8)

    def test_the_large_flock_of_the_public_comparison_has_its_own_world(self):
        rows = self.table("--boids", "400", "--steps", "2", "--mesa")
        self.assertEqual(list(rows), ["volery (abm)", "mesa"])
        self.assertIn("400 boids, 150.0 x 150.0, speed 1, vision 15.0", self.log()[0])
        self.assertGreater(float(rows["volery (abm)"][2]), 10)
        self.assertEqual(rows["volery (abm)"][5], "1")
        self.assertEqual(rows["mesa"][:3], ["400", "mesa", "2"])

    @unittest.skipIf(NO_JAVA, NO_JAVA)
    def test_mason_times_a_second_flock_of_as_many_steps(self):
        self.jar("mason", self.where / "mason.jar")
        rows = self.table("--boids", "200", "--steps", "3", "--mason", self.where / "mason.jar")
        self.assertEqual(rows["mason"][:3], ["200", "mason", "2"])
        self.assertGreater(float(rows["mason"][3]), 0)
        flock = ", 100.0 x 100.0, within 5.0, dead 0.0, 200 boids"
        self.assertEqual(self.log(), [f"mason from 1{flock}", *["step"] * 3, "finish",
                                      f"mason from 2{flock}", *["step"] * 3, "finish"])

    @unittest.skipIf(NO_JAVA, NO_JAVA)
    def test_netlogo_times_a_second_flock_of_as_many_ticks(self):
        model = self.where / "netlogo/models/Sample Models/Biology/Flocking.nlogo"
        model.parent.mkdir(parents=True)
        model.touch()
        self.jar("netlogo", self.where / "netlogo/lib/app/netlogo-6.4.0.jar")
        rows = self.table("--boids", "1000", "--steps", "3", "--netlogo", self.where / "netlogo")
        self.assertEqual(rows["netlogo"][:3], ["1000", "netlogo", "1.5"])
        ticks = "repeat 3 [ ask turtles [ flock ] ask turtles [ fd 1 ] tick ]"
        asked = ["set population 1000", "set vision 5.0", "set minimum-separation 1", "setup"]
        size = "resize-world 0 223 0 223"  # 223.6 of Volery's
        self.assertEqual(self.log(), ["open Flocking.nlogo", size, "random-seed 1", *asked, ticks,
                                      size, "random-seed 2", *asked,
                                      "report mean [ count other turtles in-radius vision ] of turtles", ticks])

    def test_opensteer_is_linked_without_what_draws_and_steers_each_boid_in_each_step(self):
        rows = self.table("--boids", "1000", "--steps", "3", "--opensteer", HERE / "opensteer")
        self.assertEqual(list(rows), ["volery (space)", "opensteer"])
        # The radius is 9 times the third root of 100; bins are about 11 wide.
        self.assertEqual(self.log(), [
            "opensteer 91.9035 wide, 8 bins",
            "1000 vehicles, force 27, speed 9; 3000 3000 3000 steered, 3000 applied of 0.0167 s"])
        self.assertAlmostEqual(float(rows["volery (space)"][2]), 10, delta=0.5)
        # Fewer at the surface of the ball, where there is nobody outside.
        self.assertAlmostEqual(float(rows["opensteer"][2]), 8.5, delta=0.7)

    def test_all_that_are_named_stand_in_one_table(self):
        rows = self.table("--boids", "200", "--steps", "2", "--mesa", sys.executable, "--opensteer", HERE / "opensteer")
        self.assertEqual(list(rows), ["volery (abm)", "mesa", "volery (space)", "opensteer"])

    def test_programs_may_be_named_by_a_path_from_here(self):
        python = self.where / "python"
        python.symlink_to(sys.executable)
        rows = self.table("--boids", "200", "--steps", "2", "--mesa", os.path.relpath(python))
        self.assertEqual(list(rows), ["volery (abm)", "mesa"])

    def test_a_wrong_path_is_told_with_its_option_and_what_is_needed(self):
        empty = self.where / "empty"
        empty.mkdir()
        self.assert_refused(["--mesa: /nowhere/python ", "No such file", "pip install"], "--mesa", "/nowhere/python")
        self.assert_refused(["--mesa: ", sys.executable, "No module named 'mesa'"], "--mesa", PYTHONPATH="")
        self.assert_refused(["--mason: /nowhere.jar ", "mason.20.jar"], "--mason", "/nowhere.jar")
        self.assert_refused(["--netlogo: ", str(empty), "netlogo-VERSION.jar", "6.1"], "--netlogo", empty)
        self.assert_refused(["--opensteer: ", str(empty), "include/OpenSteer/SimpleVehicle.h", "source"],
                            "--opensteer", empty)

    def test_a_netlogo_without_its_models_and_a_jar_without_the_flock_are_told(self):
        (self.where / "netlogo-6.4.0.jar").touch()
        self.assert_refused(["--netlogo: ", "Biology/Flocking.nlogo"], "--netlogo", self.where)
        with zipfile.ZipFile(self.where / "other.jar", "w") as archive:
            archive.writestr("sim/engine/SimState.class", "")
        self.assert_refused(["--mason: ", "other.jar", "sim/app/flockers/Flockers.class"],
                            "--mason", self.where / "other.jar")

    def test_missing_java_is_told(self):
        with zipfile.ZipFile(self.where / "mason.jar", "w") as archive:
            archive.writestr("sim/app/flockers/Flockers.class", "")
        self.assert_refused(["--mason: ", "/nowhere/java", "JDK"], "--mason", self.where / "mason.jar",
                            JAVA="/nowhere/java")


if __name__ == "__main__":
    unittest.main(verbosity=2)
