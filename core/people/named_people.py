"""People whom a request names by their ids: whether they are in the directory, and if not, which field named them."""

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter

from core.application.use_case import Context
from core.base.errors import FieldCode, FieldError, Invalid

MOST_NAMED = 100
"""The most faulty people that a refusal names."""

NamedPerson = tuple[str, int]
"""The path in a request, and the id of the person named there."""


async def require_person(ctx: Context, user_id: int) -> None:
    """Raise `Invalid` at userId unless the directory has them, active or not."""
    if await ctx.uow.users.get(user_id) is None:
        raise Invalid.at("userId", FieldCode.UNKNOWN_ID, value=user_id)


def named_at(field: str, sent: Sequence[int]) -> list[NamedPerson]:
    """The people of a list, each once, with the path at which the list first names them."""
    first = dict(reversed([(person, place) for place, person in enumerate(sent)]))
    return [(f"{field}[{place}]", person) for person, place in sorted(first.items(), key=itemgetter(1))]


async def people_errors(ctx: Context, named: Sequence[NamedPerson], *, active: bool = False) -> list[FieldError]:
    known = {user.id: user for user in await ctx.uow.users.by_ids({person for _, person in named})} if named else {}

    def faults() -> Iterator[FieldError]:
        for path, person in named:
            if person not in known:
                yield FieldError(path, FieldCode.UNKNOWN_ID, {"value": person})
            elif active and not known[person].is_active:
                yield FieldError(path, FieldCode.INACTIVE_USER, {"value": person})

    return list(islice(faults(), MOST_NAMED))
