"""Whom one may make responsible for a task: to choose from, and by the names that a person's words have.

It is how the chat offers and understands people; that they may be named is checked by what makes or changes a task.
"""

from collections.abc import Sequence

from core import colleagues
from core.access import Actor, Operation, may
from core.colleagues import Colleague
from core.task_drafts import Named
from core.use_case import Context, query


@query
async def assignable(ctx: Context) -> Sequence[Colleague]:
    """The active people whom the caller may make responsible, by name."""
    return [person for person in await colleagues.colleagues(ctx) if within_reach(ctx.actor, person.id)]


@query
async def named(ctx: Context, names: Sequence[str]) -> Named:
    """Whom names stand for, as far as the caller may make them responsible."""
    people = await colleagues.present(ctx)
    each = [(name, colleagues.named(people, colleagues.folded(name))) for name in names]
    known = [(name, person.id) for name, person in each if person]
    return Named(
        user_ids=tuple(dict.fromkeys(person for _, person in known if within_reach(ctx.actor, person))),
        unknown=tuple(name for name, person in each if not person),
        beyond=tuple(name for name, person in known if not within_reach(ctx.actor, person)),
    )


def within_reach(actor: Actor, person: int) -> bool:
    """Whether somebody active may be made responsible."""
    return person in actor.people or may(actor, Operation.TASK_ASSIGN_ANYONE)
