"""Use cases of the service itself: for the operator, admins and integrations to ask for, and for nobody else."""

import inspect

from core.application.use_case import UseCase
from core.calendar import calendar_links, calendar_news, outside_calendars
from core.delivery import dead_letters, leases, sending, webhook_sending
from core.jobs import backup_news, pruning, service_state, timetable, upcoming
from core.people import groups, tokens, users
from core.work import changes
from tests.cast import ANA, LUCIA
from tests.core.refusals import forbidden
from tests.core.world import fresh_world
from tests.tables import each_row

ALL_OF = (
    backup_news,
    calendar_news,
    dead_letters,
    leases,
    pruning,
    sending,
    service_state,
    timetable,
    upcoming,
    webhook_sending,
)
"""Modules every use case of which is for the service."""

ALSO = (
    calendar_links.note_fetches,
    changes.new_rows,
    changes.readable_by_each,
    groups.viewer_for_push,
    outside_calendars.calendars_to_read,
    outside_calendars.settle_reading,
    tokens.note_use,
    users.note_telegram_username,
    users.set_blocked,
    *(planned.use_case for planned in timetable.TIMETABLE.values()),
)


def use_cases():
    for module in ALL_OF:
        own = f"{module.__name__.rpartition('.')[2]}."
        yield from (each for each in vars(module).values() if isinstance(each, UseCase) and each.name.startswith(own))
    yield from ALSO


@each_row(use_cases(), world=fresh_world)
async def test_members_and_leaders_may_not(world, use_case):
    """The refusal comes before anything is read, even the arguments, which are nonsense here."""
    asked = list(inspect.signature(use_case.act).parameters.values())[1:]
    required = [each for each in asked if each.default is each.empty]
    given = [[1] for each in required if each.kind is not each.KEYWORD_ONLY]
    named = {each.name: True for each in required if each.kind is each.KEYWORD_ONLY}
    for who in (ANA, LUCIA):
        with forbidden():
            await world.run(who, use_case, *given, **named)
