"""Print every section, side by side with its yardstick, in Markdown (docs/performance.md is made of it).

python -m tests.benchmarks [--seconds S] [--rounds N] [--only SECTION ...] [--panels TeamMonth Red ...] [--base BASE]

Sections: rest availability chat panels growth startup workers postgresql waiting. A base is
another checkout, or a commit, that is asked in turn with this one (rest).
"""

import argparse
import sys
from contextlib import ExitStack
from functools import partial

from bot.chat.router import SCREENS
from tests.benchmarks import (
    availability,
    base,
    chat,
    growth,
    machine,
    panels,
    postgresql,
    rest,
    startup,
    waiting,
    workers,
)

SECTIONS = {
    "rest": rest.section, "availability": availability.section, "chat": chat.section, "panels": panels.section,
    "startup": startup.section, "workers": workers.section, "postgresql": postgresql.section,
    "waiting": waiting.section, "growth": growth.section,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure the service.")
    parser.add_argument("--seconds", type=float, default=0.6, help="of load a run")
    parser.add_argument("--rounds", type=int, default=12, help="of alternating runs a row; medians are printed")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), metavar="SECTION")
    kinds = {kind.__name__: kind for kind in SCREENS}
    parser.add_argument("--panels", nargs="+", choices=kinds, metavar="PANEL", help="the panels of that section")
    parser.add_argument("--base", metavar="BASE", help="a folder or a commit to compare with")
    options = parser.parse_args()
    if options.panels:
        chosen = [kinds[name] for name in options.panels]
        SECTIONS["panels"] = partial(panels.section, kinds=chosen)
    with ExitStack() as stack:
        if options.base:
            tree = stack.enter_context(base.checkout(options.base))
            SECTIONS["rest"] = partial(rest.section, tree=tree)
        sys.stdout.write(machine.described() + "\n")
        for name in options.only:
            sys.stdout.write(f"\n{SECTIONS[name](options.seconds, options.rounds)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
