"""`python -m retro` runs the command `retro`."""

import sys

from retro.cli import main

if __name__ == "__main__":
    sys.exit(main())
