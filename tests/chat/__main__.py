"""Write docs/chat.md: have every conversation, in both languages, and put down what was said.

python -m tests.chat [arguments of pytest, as -n 2]
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.chat.document import PAGE, WRITE_TO, document

HERE = Path(__file__).parent


def main() -> int:
    """0 once the file is written; a conversation that went wrong leaves it as it was."""
    with tempfile.TemporaryDirectory(prefix="semaforo-talks-") as folder:
        had = subprocess.run(
            [sys.executable, "-m", "pytest", str(HERE), "-k", "not document", *sys.argv[1:]],
            env={**os.environ, WRITE_TO: folder},
            check=False,
        )
        if had.returncode == 0:
            PAGE.write_text(document({file.name: file.read_text() for file in Path(folder).iterdir()}))
        return had.returncode


if __name__ == "__main__":
    sys.exit(main())
