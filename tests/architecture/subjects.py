"""The subjects of commits fit into a line: `make check` runs this, as `python -m tests.architecture.subjects`.

The commits since the newest tag are checked, the last 200 at most, as far as a shallow clone has them.
"""

import subprocess
import sys
from pathlib import Path

from tests.architecture.source import ROOT

LONGEST = 72
LAST = 200


def told_by_git(repository: Path, *arguments: str) -> str | None:
    """Return what git prints; None where it is missing or refuses."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=repository, capture_output=True, check=True, encoding="utf-8", errors="replace"
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout


def log(repository: Path) -> str | None:
    """Return a line for each commit, its number and its subject; None where nothing is known of commits."""
    if not (repository / ".git").exists():  # or git would tell of a repository around this folder
        return None
    tag = told_by_git(repository, "describe", "--tags", "--abbrev=0")
    since = f"{tag.strip()}..HEAD" if tag else "HEAD"
    return told_by_git(repository, "log", "--no-merges", f"--max-count={LAST}", "--format=%h %s", since, "--")


def too_long(lines: str) -> list[str]:
    """Return the lines of those commits whose subject is too long."""
    return [line for line in lines.splitlines() if len(line.partition(" ")[2]) > LONGEST]


def main(repository: Path = ROOT) -> int:
    """Return the exit code; name each commit whose subject is too long."""
    lines = log(repository)
    if lines is None:
        sys.stdout.write("commit subjects were not checked: there is no git, or no commit\n")
        return 0
    for line in too_long(lines):
        sys.stdout.write(f"subject over {LONGEST} characters: {line}\n")
    return 1 if too_long(lines) else 0


if __name__ == "__main__":
    sys.exit(main())
