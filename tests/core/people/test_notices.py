"""One's own notices: the installation's until they are chosen, and nobody else's."""

import pytest

from core.application.requests import build
from core.application.use_case import Caller
from core.base.errors import FieldCode, Forbidden
from core.people import notices
from core.people.notices import NoticesRequest
from core.people.users import OPERATOR
from core.records.people import Actor, Notices
from tests.cast import ANA, LUIS
from tests.core.refusals import invalid
from tests.core.world import world_with


async def choose(world, minutes, who=ANA):
    return await world.run(who, notices.set_notices, build(NoticesRequest, {"defaultReminderMinutes": minutes}))


async def test_they_are_the_installations_until_one_chooses():
    world = await world_with(default_reminder_minutes=20)
    assert await world.run(ANA, notices.own_notices) == Notices(20)
    assert await choose(world, 0) == await world.run(ANA, notices.own_notices) == Notices(0)
    assert await choose(world, 45) == Notices(45)
    assert await world.run(LUIS, notices.own_notices) == Notices(20)
    assert await choose(world, None) == Notices(20)


@pytest.mark.parametrize("minutes", [-1, 7 * 24 * 60 + 1])
async def test_a_reminder_is_at_most_a_week_before(world, minutes):
    with invalid(("defaultReminderMinutes", FieldCode.OUT_OF_RANGE)):
        await choose(world, minutes)


async def test_a_groups_viewer_chooses_nothing(world):
    viewer = Caller(Actor(OPERATOR.user, read_only=True))
    with pytest.raises(Forbidden):
        await world.pipeline.run(viewer, notices.set_notices, build(NoticesRequest, {}))
