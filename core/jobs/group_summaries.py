"""The summary of the day for linked groups whose leaders have switched it on: a part of the day's prompts.

It is sent at one time of the business zone, on dates on which somebody of the team works, be the leader away or not.
"""

from collections.abc import Sequence
from datetime import datetime

from core.application.use_case import Context
from core.base.calendar_time import local_date
from core.base.date_times import instant_at
from core.delivery.ledger import PROMPT_GRACE
from core.messages.outbox import key_of, new_message
from core.people.groups import leader_and_team
from core.people.schedules import each_date, off_on
from core.records.messages import MessageKind, NewMessage


async def group_summaries(ctx: Context) -> Sequence[NewMessage]:
    """Find the messages that are due to groups now, once a day each."""
    at = instant_at(ctx.today, ctx.settings.group_summary_at, ctx.settings.zone)
    found: list[NewMessage] = []
    for group in await ctx.uow.groups.with_summary() if ctx.now - PROMPT_GRACE < at <= ctx.now else ():
        leader, team = await leader_and_team(ctx, group)
        occasion = f"{ctx.today.isoformat()}:{group.chat_id}"
        told = await ctx.uow.outbox.recipients_of(key_of(MessageKind.TEAM_SUMMARY, occasion), [leader.id])
        if not told and await anybody_works(ctx, team):
            about = {"day": ctx.today.toordinal()}
            message = new_message(ctx, MessageKind.TEAM_SUMMARY, leader.id, occasion, about, due_at=at)
            found.append(message.to_group(group.chat_id))
    return found


async def anybody_works(ctx: Context, people: frozenset[int]) -> bool:
    known = await ctx.uow.users.by_ids(people)
    return len(await off_on(ctx, known, ctx.today)) < len(known)


async def group_summary_moments(ctx: Context, until: datetime) -> set[datetime]:
    """Find the instants after now, up to a time, at which a group may be due."""
    if not await ctx.uow.groups.with_summary():
        return set()
    zone, at = ctx.settings.zone, ctx.settings.group_summary_at
    moments = {instant_at(day, at, zone) for day in each_date(ctx.today, local_date(until, zone))}
    return {moment for moment in moments if ctx.now < moment <= until}
