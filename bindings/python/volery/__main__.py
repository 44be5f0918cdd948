"""``python3 -m volery`` is the program ``volery``."""
import os
import sys

from .program import program


def main() -> int:
    """Becomes the program, with the same arguments."""
    found = program()
    if found is None:
        print("volery: the program is not installed: `make install` puts it where it is found, and the environment "
              "variable VOLERY_PROGRAM may name it", file=sys.stderr)
        return 127
    os.execv(found, ["volery", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
