"""Stand-ins at the core's ports, judged by the same conformance suite as the real store (`tests/storage`)."""

from tests.fakes.memory import MemoryStore

__all__ = ["MemoryStore"]
