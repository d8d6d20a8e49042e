"""`semaforo` with a short lease, short claims and no pace: what a test need not wait for, it does not.

`HASTY_LEASE`: how long a lease is, in seconds.
"""

import os
import sys
from datetime import timedelta

from bot.app import chat_service, scheduler
from bot.chat import sender
from bot.cli import main
from bot.process import careful, lease_keeper
from core.delivery import leases, sending

leases.LEASE_TERM = timedelta(seconds=float(os.environ.get("HASTY_LEASE", "1")))
lease_keeper.RENEW_AFTER = leases.LEASE_TERM / 3
careful.LATER_SECONDS = 1.0
scheduler.TICK = timedelta(seconds=0.25)
sending.CLAIM = timedelta(seconds=3)
sending.FIRST_RETRY_SECONDS = 0.5
sender.SETTLED_WITHIN = timedelta(seconds=1.5)
chat_service.A_SECOND = 500.0

if __name__ == "__main__":
    sys.exit(main())
