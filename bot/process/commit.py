"""The commit of a checkout, as it stands in a version: `+g0123456789ab`.

`setup.py` runs this file too, so it imports nothing that must be installed.
"""

import subprocess
from pathlib import Path

DESCRIBE = ("git", "describe", "--always", "--abbrev=12", "--dirty=.changed", "--exclude=*")
SECONDS = 10


def commit_label(checkout: Path) -> str:
    """Return the commit as a local version label, with `.changed` after it where files differ from the commit.

    Return "" where the folder is not a checkout, or git is missing or refuses to read it.
    """
    if not (checkout / ".git").exists():
        return ""
    try:
        told = subprocess.run(  # noqa: S603 a constant
            DESCRIBE, cwd=checkout, capture_output=True, text=True, check=True, timeout=SECONDS
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return f"+g{told.stdout.strip()}"
