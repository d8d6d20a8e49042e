"""`bot.process.supervisor` over small workers, as a process: the first line that it prints is the port.

Its first argument is a folder, whose file `program` is what starts the workers; the others are seconds to use instead.
"""

import asyncio
import logging
import sys
from pathlib import Path

from bot.process import supervisor
from bot.process.listening import Shared

logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
for otherwise in sys.argv[2:]:
    name, _, seconds = otherwise.partition("=")
    setattr(supervisor, name, float(seconds))
shared = Shared("api", "127.0.0.1", 0)
sys.stdout.write(f"{shared.port}\n")
sys.stdout.flush()
program = Path(sys.argv[1], "program")
program.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
program.chmod(0o700)
command = [str(program), "-m", "tests.system.small_worker", sys.argv[1]]
sys.exit(asyncio.run(supervisor.supervise(command, {"api": shared}, 2)))
