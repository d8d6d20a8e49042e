"""Print every section, side by side with its yardstick: `python -m tests.benchmarks [--seconds S] [--rounds N]`."""

import argparse
import sys

from tests.benchmarks import chat, rest, startup

SECTIONS = (rest.section, chat.section, startup.section)


def main() -> None:
    """Run the sections in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.6, help="of load a run")
    parser.add_argument("--rounds", type=int, default=12, help="of alternating runs a row; medians are printed")
    options = parser.parse_args()
    for section in SECTIONS:
        sys.stdout.write(section(options.seconds, options.rounds) + "\n")


if __name__ == "__main__":
    main()
