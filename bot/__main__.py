"""`semaforo`, the one command of the product."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
