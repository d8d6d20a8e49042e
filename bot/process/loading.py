"""How modules are imported and a service is put together, which is most of the time to a start."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 10_000, 1000, 1000


@contextmanager
def loading() -> Iterator[None]:
    """Within, garbage is looked for among what is new only: to look through what lasts takes a fifth of a start."""
    usual = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
