"""Rehearses the days to come over a copy of the database: what `rehearsals` starts, and may kill."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack

import msgspec

from bot.app.rehearsals import Order
from bot.app.simulation import open_simulation
from core.application.use_case import Caller
from core.base.calendar_time import ONE_DAY
from core.base.date_times import start_of
from core.jobs import rehearsal, upcoming
from core.jobs.rehearsal import DayUnasked, Foretold
from core.people import users
from core.people.users import OPERATOR_CALLER
from core.records.messages import Message

NICENESS = 10


async def rehearse(order: Order) -> Foretold:
    asked, zone = order.rehearsal, order.settings.zone
    since, until = start_of(asked.first, zone), start_of(asked.last + ONE_DAY, zone)
    async with AsyncExitStack() as stack:
        simulation = await open_simulation(order.settings, stack)
        run = simulation.pipeline.run
        person = await run(OPERATOR_CALLER, users.actor, asked.person_id)
        await run(Caller(person), rehearsal.suppose, asked.supposed)
        off = await run(OPERATOR_CALLER, upcoming.unasked_days, asked.user_ids, asked.first, asked.last)
        decided = [each async for each in simulation.run(asked.user_ids, until) if isinstance(each, Message)]
    messages = [each for each in decided if each.outcome_at >= since]
    return Foretold(messages, [DayUnasked(each.user_id, each.on) for each in off])


def main() -> None:
    os.nice(NICENESS)
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(rehearse(order))))


if __name__ == "__main__":
    main()
