"""`semaforo`, the one command of the product."""

import sys
from importlib.util import find_spec
from pathlib import Path

ROOMS = ("api", "bot", "core", "storage")
HERE = Path(__file__).parents[1]


def main() -> int:
    """The exit code. Where another's package has one of our names nothing can work: said before one is imported."""
    if strange := ", ".join(name for name in ROOMS if not is_ours(name)):
        sys.stderr.write(
            f"semaforo: {strange} would be imported from elsewhere than {HERE}: install Semáforo where nothing "
            "else is, such as by pipx, and leave PYTHONPATH unset\n"
        )
        return 1
    from bot.cli import main as run  # noqa: PLC0415 see above

    return run()


def is_ours(name: str) -> bool:
    found = find_spec(name)
    return found is not None and str(HERE / name) in (found.submodule_search_locations or ())


if __name__ == "__main__":
    sys.exit(main())
