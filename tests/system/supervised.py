"""`bot.supervisor` over small workers, as a process: the first line that it prints is the port."""

import asyncio
import logging
import sys

from bot.listening import Shared
from bot.supervisor import supervise

logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
shared = Shared("api", "127.0.0.1", 0)
sys.stdout.write(f"{shared.port}\n")
sys.stdout.flush()
command = [sys.executable, "-m", "tests.system.small_worker", sys.argv[1]]
sys.exit(asyncio.run(supervise(command, {"api": shared}, 2)))
