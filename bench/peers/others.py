"""Flocks of programs that a user names by a path, beside Volery with as many boids and neighbours.

Each has a driver of ours here, which prints a line `neighbours N`, the mean at the start, and a line `seconds S`:

    mesa_flock.py, mason_flock.java, netlogo_flock.java BOIDS STEPS SIDE RADIUS     the plane of `volery bench abm`
    opensteer_flock.cpp                                 BOIDS STEPS RADIUS          a ball, beside a box of Volery's

What their rules are is theirs: bench/peers/README.md says what differs.
"""
import csv
import json
import math
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import zipfile

from process import fail, figure, run, volery_seconds

HERE = pathlib.Path(__file__).resolve().parent
MOST_MESA = 20000  # boids: Mesa looks at all others of each
OPENSTEER_REACH, OPENSTEER_NEIGHBOURS = 9, 10  # the radius of the plug-in's cohesion, and how many are to be within
OPENSTEER_FILES = ["include/OpenSteer/SimpleVehicle.h", "include/OpenSteer/Proximity.h", "src/SimpleVehicle.cpp",
                   "src/Vec3.cpp", "src/lq.c"]
SPACE = """\
world: {{size: [{side!r}, {side!r}, {side!r}], boundary: wrap, images: true, update: in_turn}}
flocks:
  - {{name: boids, model: blend, count: {boids}, start: {{shape: uniform, speed: 0.045}}, max_speed: 0.15,
     separation: {{radius: 5, weight: 0.005}}, alignment: {{radius: 7.5, weight: 0.005}},
     cohesion: {{radius: 9, weight: 0.0005}}}}
"""


def add_options(parser):
    """The options that name programs."""
    parser.add_argument("--mesa", nargs="?", const=sys.executable, metavar="PYTHON")
    parser.add_argument("--mason", metavar="JAR")
    parser.add_argument("--netlogo", metavar="FOLDER")
    parser.add_argument("--opensteer", metavar="FOLDER")


def from_here(program):
    """A program that can be started in another folder. Links stay: they tell Python where its packages are."""
    return os.path.abspath(program) if "/" in program else program


def mesa_command(python):
    """The driver of Mesa's flock."""
    test = "import mesa.examples.basic.boid_flockers.model"
    try:
        done = subprocess.run([python, "-c", test], capture_output=True, text=True, check=False)
        why = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        found = done.returncode == 0
    except OSError as error:
        found, why = False, error.strerror
    if not found:
        fail(f"--mesa: {python} has no flock of Mesa's ({why}); it takes a Python in which "
             f"`{test}` works, after pip install 'mesa[rec]', say")
    return [from_here(python), str(HERE / "mesa_flock.py")]


def java_command(option, classes, driver):
    """A driver in Java, compiled as it is started."""
    java = os.environ.get("JAVA", "java")
    if not shutil.which(java):
        fail(f"{option}: there is no {java}; it takes a JDK of 11 or newer (Debian: default-jdk-headless), "
             "or its java in $JAVA")
    return [from_here(java), "-Djava.awt.headless=true", "-cp", str(classes), str(HERE / driver)]


def mason_command(jar):
    """The driver of MASON's flock."""
    flock = "sim/app/flockers/Flockers.class"
    try:
        with zipfile.ZipFile(jar) as archive:
            found = flock in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        found = False
    if not found:
        fail(f"--mason: {jar} is no jar with {flock}; it takes MASON's jar, mason.20.jar, say")
    return java_command("--mason", pathlib.Path(jar).resolve(), "mason_flock.java")


def netlogo_command(folder):
    """The driver of the flock in NetLogo's library of models."""
    jars = sorted(pathlib.Path(folder).glob("**/netlogo-[0-9]*.jar"))
    models = sorted(pathlib.Path(folder).glob("**/Biology/Flocking.nlogo*"))
    for what, found in [("netlogo-VERSION.jar", jars), ("Biology/Flocking.nlogo or .nlogox", models)]:
        if not found:
            fail(f"--netlogo: {folder} has no {what}, in no folder below; it takes the folder of NetLogo 6.1 or newer")
    command = java_command("--netlogo", jars[-1].resolve().parent / "*", "netlogo_flock.java")
    return [*command, str(models[-1].resolve())]


def opensteer_command(folder, where):
    """The driver of OpenSteer's boids, compiled. What only draws is left out as the program is linked."""
    root = pathlib.Path(folder).resolve()
    missing = [name for name in OPENSTEER_FILES if not (root / name).is_file()]
    if missing:
        fail(f"--opensteer: {folder} has no {missing[0]}; it takes OpenSteer's source, the folder with include and src")
    program = str(where / "opensteer")
    run([*shlex.split(os.environ.get("CXX", "c++")), "-O3", "-march=native", "-w", "-ffunction-sections",
         "-fdata-sections", f"-I{root / 'include'}", "-o", program, str(HERE / "opensteer_flock.cpp"),
         str(root / "src/SimpleVehicle.cpp"), str(root / "src/Vec3.cpp"), "-x", "c", str(root / "src/lq.c"),
         "-Wl,--gc-sections", "-lm"], where)
    return [program]


def commands(options, where):
    """Name and command of each program that was named and moves in the plane, and of the one in space."""
    plane = []
    if options.mesa:
        plane.append(("mesa", mesa_command(options.mesa)))
    if options.mason:
        plane.append(("mason", mason_command(options.mason)))
    if options.netlogo:
        plane.append(("netlogo", netlogo_command(options.netlogo)))
    space = [("opensteer", opensteer_command(options.opensteer, where))] if options.opensteer else []
    return plane, space


def steps_for(options, boids):
    """The public comparison makes 100 steps; more boids make fewer."""
    return options.steps or max(5, min(100, 100000 // boids))


class Plane:
    """The world of `volery bench abm`: two sizes are given, others have the density and radius of the small one."""

    def __init__(self, options, where, boids):
        self.options, self.where, self.boids = options, where, boids
        self.side, self.radius = (150, 15) if boids == 400 else (100 * math.sqrt(boids / 200), 5)

    def volery(self, steps):
        """Neighbours, and the seconds of the steps."""
        line = json.loads(run([self.options.volery, "bench", "abm", "--boids", str(self.boids), "--threads", "1",
                               "--repeat", "1", "--steps", str(steps), "--json"], self.where))
        return line["neighbours"], line["seconds_per_step"] * steps

    def arguments(self, steps):
        """What a driver is told."""
        return [str(self.boids), str(steps), repr(float(self.side)), repr(float(self.radius))]


class Space:
    """A ball for the boids of OpenSteer, and for Volery, which has no balls that wrap, a box with the same density."""

    def __init__(self, options, where, boids):
        self.options, self.where, self.boids = options, where, boids
        self.radius = OPENSTEER_REACH * (boids / OPENSTEER_NEIGHBOURS) ** (1 / 3)
        self.scene = where / f"space{boids}.yaml"
        side = self.radius * (4 / 3 * math.pi) ** (1 / 3)
        self.scene.write_text(SPACE.format(side=side, boids=boids), encoding="utf-8")

    def volery(self, steps):
        """Neighbours, and the seconds of the steps."""
        program = [self.options.volery, "run", str(self.scene), "--threads", "1", "--steps"]
        run([*program, "1", "--measure", "near.csv", "--measures", "neighbours"], self.where)
        with open(self.where / "near.csv", encoding="utf-8", newline="") as file:
            neighbours = float(next(csv.DictReader(file))["neighbours"])
        return neighbours, volery_seconds([*program, str(steps)], self.where)

    def arguments(self, steps):
        """What the driver is told."""
        return [str(self.boids), str(steps), repr(self.radius)]


def measure(world, programs, options):
    """The best seconds a step of all, in turn, and a line for each."""
    steps = steps_for(options, world.boids)
    best = {}
    for _ in range(options.rounds):
        for name, command in [("volery", None), *programs]:
            if command:
                text = run([*command, *world.arguments(steps)], world.where)
                neighbours, seconds = figure(text, "neighbours"), figure(text, "seconds")
            else:
                neighbours, seconds = world.volery(steps)
            best[name] = min(best.get(name, (math.inf, 0)), (seconds / steps, neighbours))
    for name, (seconds, neighbours) in best.items():
        label = f"{name} ({'abm' if isinstance(world, Plane) else 'space'})" if name == "volery" else name
        print(f"| {world.boids} | {label} | {neighbours:.3g} | {1e3 * seconds:.4g} | {1e9 * seconds / world.boids:.4g} "
              f"| {seconds / best['volery'][0]:.3g} |", flush=True)


def compare(options, plane, space, where):
    """The table of the programs that were named."""
    print("\n| boids | program, by one thread | neighbours | ms a step | ns a boid | times Volery |\n"
          "|---:|---|---:|---:|---:|---:|")
    for boids in options.boids:
        some = [(name, command) for name, command in plane if name != "mesa" or boids <= MOST_MESA]
        if some:
            measure(Plane(options, where, boids), some, options)
        if space:
            measure(Space(options, where, boids), space, options)
    print("\nThe rules differ, the number of boids and neighbours at the start does not (bench/peers/README.md).")
