"""Small units of work, for tests that are about units themselves."""

from tests.storage.rows import new_user


def adding(username):
    return lambda uow: uow.users.add(new_user(username))


async def count(uow):
    return len(await uow.users.list())


async def usernames(store):
    """Everybody's, by their ids, read in a unit of its own."""
    return [user.username for user in await store.read(lambda uow: uow.users.list())]


async def warm(store):
    """The store on PostgreSQL once it has a connection of each kind."""
    await store.read(count)
    await store.write(count)
    return store
