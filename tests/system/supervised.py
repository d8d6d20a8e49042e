"""`bot.process.supervisor` over small workers, as a process: the first line that it prints is the port.

Its argument is a folder, whose file `program` is what starts the workers.
"""

import asyncio
import logging
import sys
from pathlib import Path

from bot.process.listening import Shared
from bot.process.supervisor import supervise

logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
shared = Shared("api", "127.0.0.1", 0)
sys.stdout.write(f"{shared.port}\n")
sys.stdout.flush()
program = Path(sys.argv[1], "program")
program.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
program.chmod(0o700)
command = [str(program), "-m", "tests.system.small_worker", sys.argv[1]]
sys.exit(asyncio.run(supervise(command, {"api": shared}, 2)))
