"""Ways to watch a real store from inside: what its connections run, and units that hold a thread until told."""

import threading
from contextlib import asynccontextmanager, contextmanager

from storage.postgres.commits import CHANNEL


def sessions(store):
    """Every connection's session, the writer's last."""
    return [*store._readers._sessions, *store._writer._sessions]


async def on_writer(store, statement):
    """Run a statement on the writer's connection, outside any unit."""
    await sessions(store)[-1].run(lambda session: session.execute(statement).fetchall())


@asynccontextmanager
async def traced(store):
    """The statements that SQLite is given by any connection, in order."""
    texts = []
    for session in sessions(store):
        await session.run(lambda each: each.driver_connection.set_trace_callback(texts.append))
    yield texts
    for session in sessions(store):
        await session.run(lambda each: each.driver_connection.set_trace_callback(None))


class Held:
    """A unit that says when it has begun and then holds its thread until it is let go."""

    def __init__(self, before=None, after=None):
        self.begun = threading.Event()
        self.released = threading.Event()
        self.before = before
        self.after = after

    async def __call__(self, uow):
        first = await self.before(uow) if self.before else None
        self.begun.set()
        assert self.released.wait(10)
        return first, await self.after(uow) if self.after else None


@contextmanager
def queried(store):
    """The statements of units that PostgreSQL is given by any connection, in order."""
    texts = []

    def log(query):
        if CHANNEL not in query.query:
            texts.append(query.query)

    def watch(pool):
        take = pool.take

        async def watched():
            connection = await take()
            connection.add_query_logger(log)
            return connection

        pool.take = watched

    for engine in (store._readers, store._writer):
        watch(engine._pool)
    yield texts
    for engine in (store._readers, store._writer):
        del engine._pool.take
