"""Pages of a list in an order, read one after the other."""


async def page_of(store, repository, viewer, conditions, page):
    """The ids of a page, and the page after it; None after an empty one."""
    rows = await store.read(lambda uow: getattr(uow, repository).matching(viewer, page, conditions))
    return [row.id for row in rows], page.following(rows[-1]) if rows else None


async def all_pages_of(store, repository, viewer, conditions, first):
    """The ids of a page and of all that follow it, none of which is longer than it may be."""
    found, page = [], first
    while page:
        ids, page = await page_of(store, repository, viewer, conditions, page)
        assert len(ids) <= first.limit
        found += ids
    return found
