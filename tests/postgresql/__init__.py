"""A real PostgreSQL for the tests: one server a run, shared by every process of it, gone when the last of them is.

- `guardian` starts the server of a run, waits until nobody uses it any more, and removes every trace;
- `server` finds a run's server or starts the guardian;
- `databases` makes databases on it and empties them between tests.

The fixtures are in `tests/conftest.py`.
"""
