"""The command line: starts the service, keeps the directory, issues tokens, looks after the database.

Every command runs the same use cases as the API and the chat, as the operator of the machine. Results go to standard
output in a form that scripts can read, everything else to standard error; a refusal exits with 1, a wrong use with 2.

`commands` runs them, a module a group of them; `form` is what they are made of, `options` what `run` takes. One is run
without all that: the process over several workers, `over_workers`, which is there at once and takes little memory.

What is imported lasts: to look through it for garbage meanwhile, again and again, were a fifth of the time to a start.
"""

import gc
import os
import sys
from collections.abc import Sequence

from bot.cli.options import for_several
from bot.cli.over_workers import serve_with
from bot.process.signals import quiet_sigint

OWNER_ONLY = 0o077


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the process's exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    os.umask(OWNER_ONLY)  # what we make holds a team's data
    if several := for_several(arguments):
        return serve_with(several, arguments)
    gc.disable()
    with quiet_sigint():
        from bot.cli.commands import perform  # noqa: PLC0415 takes half a second, which the workers would wait for
    gc.enable()
    return perform(arguments)
