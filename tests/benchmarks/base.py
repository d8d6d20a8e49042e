"""Another checkout of the project, whose own code is measured in turn with ours by the same interpreter."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parents[2]
FILL = """
import sys
from pathlib import Path
from tests.benchmarks import availability
availability.fill(Path(sys.argv[1]), int(sys.argv[2]))
"""


@contextmanager
def checkout(base: str) -> Iterator[Path]:
    """A folder as it is, or a commit in a temporary git worktree."""
    if Path(base).is_dir():
        yield Path(base).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="semaforo-base-") as folder:
        tree = Path(folder) / "base"
        git("worktree", "add", "--quiet", "--detach", str(tree), base)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def git(*arguments: str) -> str:
    """The output of a command of the repository's."""
    return subprocess.run(["git", "-C", HERE, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def fill(tree: Path, path: Path, size: int) -> None:
    """Fill a store with `size` events, as a checkout does it."""
    subprocess.run([sys.executable, "-c", FILL, str(path), str(size)], check=True, cwd=tree)
