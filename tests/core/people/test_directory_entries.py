"""Entries of the directory: what everybody may know of everybody, and what one may know of oneself."""

import msgspec

from core.application.requests import build
from core.application.use_case import Caller
from core.base.errors import Code, NotFound
from core.base.model import Language, Role
from core.people import directory, users
from core.people.directory import DirectoryEntry, OwnEntry
from core.people.groups import viewer
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, ROBOT, ROOT, Who
from tests.core.refusals import refused
from tests.core.world import STRANGER_ID, day, fresh_world
from tests.tables import each_row

EVERYBODY = sorted(set(Who) - {Who.OPERATOR})


async def works(world, who=ANA):
    return (await world.run(PABLO, directory.get_person, int(who))).works_today


@each_row([PABLO, LUCIA, ROOT, ROBOT], world=fresh_world)
async def test_everybody_is_listed_to_everybody(world, who):
    listed = await world.run(who, directory.list_people)
    assert [entry.id for entry in listed] == EVERYBODY
    assert listed[ANA - 1] == DirectoryEntry(
        ANA, "ana", "Ana", LUCIA, Role.MEMBER, "America/Mexico_City", "MX", True, True
    )
    assert [entry.id for entry in listed if not entry.is_active] == [INES]
    assert await world.run(who, directory.get_person, int(ANA)) == listed[ANA - 1]


async def test_a_groups_viewer_may_list_them_too(world):
    reader = Caller(viewer(world.store.state.users[LUCIA], frozenset({ANA})))
    assert len(await world.pipeline.run(reader, directory.list_people)) == len(EVERYBODY)


async def test_a_page_of_them_is_by_id(world):
    listed = await world.run(ANA, directory.list_people, build(directory.PeopleQuery, {"limit": 2, "afterId": 3}))
    assert [entry.id for entry in listed] == EVERYBODY[3:5]


async def test_nobody_who_is_not_there(world):
    with refused(NotFound, Code.USER_NOT_FOUND):
        await world.run(ROOT, directory.get_person, STRANGER_ID)


def test_nothing_private_is_in_an_entry():
    assert set(DirectoryEntry.__struct_fields__) == {
        "id", "username", "display_name", "leader_user_id", "role", "timezone", "holidays", "is_active",
        "works_today",
    }  # fmt: skip
    assert set(OwnEntry.__struct_fields__) - set(DirectoryEntry.__struct_fields__) == {"language", "telegram_linked"}


async def test_an_absence_of_today_is_a_day_not_worked_and_others_are_not(world):
    await world.away(ANA, day(1), day(2))
    assert await works(world)
    await world.away(ANA, day(0), day(0))
    assert not await works(world)
    assert await works(world, LUIS)


async def test_who_has_left_and_an_integration_do_not_work(world):
    assert [await works(world, who) for who in (INES, ROBOT, ROOT)] == [False, False, True]


async def test_a_zone_of_ones_own_is_told_else_the_business_zone(world):
    await world.directory("ana", timezone="America/Tijuana")
    listed = await world.run(PABLO, directory.list_people)
    assert (listed[ANA - 1].timezone, listed[LUIS - 1].timezone) == ("America/Tijuana", "America/Mexico_City")


async def test_oneself_is_the_same_with_the_language_and_whether_the_chat_is_linked(world):
    entry = await world.run(LUIS, directory.get_person, int(ANA))
    own = await world.run(ANA, directory.get_me)
    assert own == OwnEntry(*msgspec.structs.astuple(entry), None, False)
    await world.link(ANA)
    await world.run(ANA, users.set_language, Language.EN)
    own = await world.run(ANA, directory.get_me)
    assert (own.id, own.language, own.telegram_linked) == (ANA, Language.EN, True)
    assert not (await world.run(LUIS, directory.get_me)).telegram_linked
