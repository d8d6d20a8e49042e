"""Write docs/chat: run every conversation in both languages and write down what was said, a page for each.

python -m tests.chat [arguments of pytest, as -n 2]
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.chat.document import PAGES, WRITE_TO, pages

HERE = Path(__file__).parent


def main() -> int:
    """0 once the pages are written; a conversation that went wrong leaves them as they were."""
    with tempfile.TemporaryDirectory(prefix="semaforo-talks-") as folder:
        had = subprocess.run(
            [sys.executable, "-m", "pytest", str(HERE), "-k", "not document", *sys.argv[1:]],
            env={**os.environ, WRITE_TO: folder},
            check=False,
        )
        if had.returncode == 0:
            write(pages({file.name: file.read_text() for file in Path(folder).iterdir()}))
        return had.returncode


def write(texts: Mapping[str, str]) -> None:
    """Have these pages in the folder, and no others."""
    PAGES.mkdir(exist_ok=True)
    for page in PAGES.iterdir():
        if page.name not in texts:
            page.unlink()
    for name, text in texts.items():
        (PAGES / name).write_text(text)


if __name__ == "__main__":
    sys.exit(main())
