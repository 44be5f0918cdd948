"""What tests of ranks share: mpirun, as it must be called on a machine with fewer processors than ranks, and by root.
The program and mpirun are the first two arguments of the script that is run."""
import glob
import os
import subprocess
import sys
import tempfile
import traceback

LIMIT = 200  # seconds until a case that hangs is given up
VOLERY = os.path.realpath(sys.argv[1])
MPIRUN = sys.argv[2]
STARTED = []  # so that a case that fails leaves no process behind
ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if not key.startswith(("OMPI_", "PMI"))},
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",  # who waits lets the others compute
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",  # containers do not allow it
    "OMPI_MCA_orte_tmpdir_base": tempfile.gettempdir(),
}


def mpirun(ranks, *words):
    """-q: mpirun says nothing itself where a rank ends with another code than 0."""
    return [MPIRUN, "-q", "-n", str(ranks), *words]


def run(*words, **options):
    options = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "env": ENVIRONMENT, **options}
    return subprocess.run(words, timeout=LIMIT, check=False, **options)


def alone(*arguments, **options):
    return run(VOLERY, *arguments, **options)


def ranks(count, *arguments, **options):
    return run(*mpirun(count, VOLERY), *arguments, **options)


def start(count, *arguments, **options):
    process = subprocess.Popen([*mpirun(count, VOLERY), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, **options)
    STARTED.append(process)
    return process


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, not {expected!r}")


def children_of(process):
    """The ranks, which some thread of mpirun has started, in the order of their numbers."""
    found = []
    for path in glob.glob(f"/proc/{process}/task/*/children"):
        with open(path, encoding="ascii") as file:
            found += [int(number) for number in file.read().split()]
    return sorted(found)


def main(cases):
    """Runs those whose names begin with an argument, or all, each in a folder of its own."""
    wanted = sys.argv[3:]
    failed = False
    for name, case in cases.items():
        if not name.startswith("case_") or (wanted and not any(name[5:].startswith(word) for word in wanted)):
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                case()
            except Exception:  # pylint: disable=broad-except
                print(f"{name}:\n{traceback.format_exc()}")
                failed = True
            os.chdir("/")
            for process in STARTED:
                if process.poll() is None:
                    process.terminate()  # it ends its ranks
                    process.wait()
            STARTED.clear()
    return 1 if failed else 0
