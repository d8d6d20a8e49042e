"""One's own notices: the installation's until they are chosen, and nobody else's."""

from datetime import time

import pytest
from msgspec import structs

from core.application.requests import build
from core.application.use_case import Caller
from core.base.errors import FieldCode, Forbidden
from core.people import notices
from core.people.notices import NoticesRequest
from core.people.users import OPERATOR
from core.records.messages import MessageKind
from core.records.people import Actor, Notices
from core.records.people import NoticeKind as Kind
from tests.cast import ANA, LUIS
from tests.core.refusals import invalid
from tests.core.world import fresh_world, world_with
from tests.tables import each_row


async def choose(world, who=ANA, **fields):
    return await world.run(who, notices.set_notices, build(NoticesRequest, fields))


async def test_they_are_the_installations_until_one_chooses():
    world = await world_with(default_reminder_minutes=20, quiet_starts=time(22))
    office = Notices(20, [], None, None, None, "22:00", "07:00", None, None)
    assert structs.replace(await world.run(ANA, notices.own_notices), off=[]) == office
    everything = Notices(0, [Kind.COMMENTS, Kind.EVENTS], "08:30", "13:00", "17:30", "20:00", "08:00", "14:00", "15:00")
    names = "defaultReminderMinutes", "off", "openAt", "avanceAt", "closeAt", "quietStarts", "quietEnds"
    names += "lunchStarts", "lunchEnds"
    fields = dict(zip(names, [0, ["EVENTS", "COMMENTS", "EVENTS"], *structs.astuple(everything)[2:]], strict=True))
    assert await choose(world, **fields) == await world.run(ANA, notices.own_notices) == everything
    assert structs.replace(await world.run(LUIS, notices.own_notices), off=[]) == office
    assert await choose(world) == office


@each_row(sorted(notices.ALWAYS_ON), world=fresh_world)
async def test_what_somebody_relies_on_cannot_be_off(world, kind):
    with invalid(("off[1]", FieldCode.RELIED_ON)):
        await choose(world, off=["COMMENTS", kind])


def test_every_message_is_of_a_kind_and_every_kind_has_messages():
    assert notices.KIND_OF.keys() == set(MessageKind)
    assert set(notices.KIND_OF.values()) == set(Kind)


@each_row(
    [
        ({"openAt": "10:00", "avanceAt": "10:00"}, [("avanceAt", FieldCode.NOT_AFTER)]),
        ({"openAt": "10:00", "closeAt": "09:00"}, [("closeAt", FieldCode.NOT_AFTER)]),
        ({"openAt": "06:59"}, [("openAt", FieldCode.IN_QUIET_HOURS)]),
        ({"closeAt": "21:00"}, [("closeAt", FieldCode.IN_QUIET_HOURS)]),
        ({"closeAt": "20:00", "quietStarts": "19:00"}, [("closeAt", FieldCode.IN_QUIET_HOURS)]),
        ({"lunchStarts": "14:00"}, [("lunchEnds", FieldCode.REQUIRED_WITH)]),
        ({"lunchEnds": "15:00"}, [("lunchStarts", FieldCode.REQUIRED_WITH)]),
        ({"lunchStarts": "14:00", "lunchEnds": "14:00"}, [("lunchEnds", FieldCode.NOT_AFTER)]),
        ({"lunchStarts": "14:00", "lunchEnds": "15:00"}, []),
        ({"openAt": "24:00"}, [("openAt", FieldCode.INVALID_FORMAT)]),
        ({"openAt": "07:00", "closeAt": "20:59"}, []),
        ({"openAt": "05:00", "closeAt": "23:00", "quietStarts": "00:00", "quietEnds": "00:00"}, []),
    ],
    world=fresh_world,
)
async def test_prompts_are_in_the_order_of_the_day_and_outside_the_quiet_hours(world, times, faults):
    if not faults:
        await choose(world, **times)
    else:
        with invalid(*faults):
            await choose(world, **times)


@each_row([-1, 7 * 24 * 60 + 1], world=fresh_world)
async def test_a_reminder_is_at_most_a_week_before(world, minutes):
    with invalid(("defaultReminderMinutes", FieldCode.OUT_OF_RANGE)):
        await choose(world, defaultReminderMinutes=minutes)


async def test_a_groups_viewer_chooses_nothing(world):
    viewer = Caller(Actor(OPERATOR.user, read_only=True))
    with pytest.raises(Forbidden):
        await world.pipeline.run(viewer, notices.set_notices, build(NoticesRequest, {}))
