"""Tokens that are about to expire, so that nothing stops unannounced.

Due: tokens that expire within a week, unless they were issued for a day or less. Changed: nothing. Sent: once a token,
to its owner; of an integration, which reads no messages, to its leader, or to the admins where it has none.
"""

from collections.abc import Sequence
from datetime import timedelta

from core.application.use_case import Context
from core.base.calendar_time import ONE_DAY
from core.jobs.running import message_job
from core.messages.outbox import new_message
from core.people.tokens import caretakers
from core.people.users import active_people
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage

AHEAD = timedelta(days=7)


@message_job(Job.EXPIRING_TOKENS)
async def tell_expiring_tokens(ctx: Context) -> Sequence[NewMessage]:
    """Tell people which of their tokens expire within a week."""
    people = await active_people(ctx)
    return [
        new_message(ctx, MessageKind.TOKEN_EXPIRES, person, token.id, {"token_id": token.id})
        for token in await ctx.uow.tokens.expiring(ctx.now, ctx.now + AHEAD)
        if token.expires_at - token.created_at > ONE_DAY and token.user_id in people
        for person in caretakers(people[token.user_id], people)
    ]
