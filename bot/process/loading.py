"""Makes the start faster, most of which is importing modules and wiring the service."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 10_000, 1000, 1000


@contextmanager
def loading() -> Iterator[None]:
    """Collect garbage rarely in the block: it would take a fifth of the start to scan what is being loaded."""
    usual = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
