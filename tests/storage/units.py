"""Small units of work, for tests that are about units themselves."""

from tests.storage.rows import new_user


def adding(username):
    return lambda uow: uow.users.add(new_user(username))


async def count(uow):
    return len(await uow.users.list())


async def usernames(store):
    """Everybody's, by their ids, read in a unit of its own."""
    return [user.username for user in await store.read(lambda uow: uow.users.list())]


def calls_of(repository):
    """A repository's methods by their names, each call a unit: `read(store, "get", 7)`, and `write` alike."""

    def calls(kind):
        def call(store, method, *args, **named):
            return getattr(store, kind)(lambda uow: getattr(getattr(uow, repository), method)(*args, **named))

        return call

    return calls("read"), calls("write")


async def warm(store):
    """The store on PostgreSQL once it has a connection of each kind, and nothing of its own uses one any more."""
    await store.read(count)
    await store.write(count)
    await store._writer._channel.close()  # else it tells of the commit a moment later, perhaps on a new connection
    return store
