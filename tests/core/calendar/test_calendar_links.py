"""Links to calendars: whose they are, what is logged of them, and who may use the service's own doors."""

from core.application.requests import build
from core.base.errors import Code
from core.calendar import calendar_links
from core.calendar.calendar_links import CalendarLinkRequest
from core.records.calendar_links import CalendarKind, Fetch
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PEDRO, ROBOT, ROOT
from tests.core.refusals import not_found
from tests.core.world import fresh_world
from tests.tables import each_row

SECRET, OTHER = b"s" * 32, b"o" * 32


async def make(world, who, kind="mine", secret_hash=SECRET):
    request = build(CalendarLinkRequest, {"kind": kind})
    return (await world.run(who, calendar_links.make_link, request, secret_hash)).link


async def opened(world, secret_hash=SECRET):
    return await world.run(OPERATOR, calendar_links.open_link, secret_hash)


async def test_what_is_made_renewed_and_ended_is_logged_without_its_secret(world, audit):
    link = await make(world, ANA)
    await world.run(ANA, calendar_links.renew_link, link.id, OTHER)
    await world.run(ANA, calendar_links.end_link, link.id)
    assert audit() == [
        "calendar link opened id=1 user=2 kind=mine by=2 via=rest token=-",
        "calendar link opened id=1 user=2 kind=mine by=2 via=rest token=-",
        "calendar link ended id=1 user=2 by=2 via=rest token=-",
    ]


async def test_a_secret_opens_its_link_until_it_is_renewed_or_ended(world):
    link = await make(world, ANA, "team")
    assert await opened(world) == link
    await world.run(ANA, calendar_links.renew_link, link.id, OTHER)
    with not_found(Code.CALENDAR_LINK_NOT_FOUND):
        await opened(world)
    assert await opened(world, OTHER) == link
    await world.run(ANA, calendar_links.end_link, link.id)
    with not_found(Code.CALENDAR_LINK_NOT_FOUND):
        await opened(world, OTHER)


async def test_a_link_of_somebody_inactive_opens_nothing_and_is_there_again_when_they_are(world):
    link = await make(world, PEDRO)
    await world.directory("pedro", isActive=False)
    with not_found(Code.CALENDAR_LINK_NOT_FOUND):
        await opened(world)
    await world.directory("pedro", isActive=True)
    assert await opened(world) == link


@each_row([LUIS, LUCIA, ROOT, ROBOT], world=fresh_world)
async def test_the_links_of_others_are_not_there(world, who):
    link = await make(world, ANA)
    assert await world.run(who, calendar_links.own_links) == []
    with not_found(Code.CALENDAR_LINK_NOT_FOUND):
        await world.run(who, calendar_links.renew_link, link.id, OTHER)
    with not_found(Code.CALENDAR_LINK_NOT_FOUND):
        await world.run(who, calendar_links.end_link, link.id)
    assert await world.run(ANA, calendar_links.own_links) == [link]


async def test_fetches_are_noted(world):
    link = await make(world, ANA)
    fetches = [Fetch(link.id, "Thunderbird"), Fetch(999, "nobody's")]
    await world.run(OPERATOR, calendar_links.note_fetches, fetches)
    (noted,) = await world.run(ANA, calendar_links.own_links)
    assert (noted.last_fetched_at, noted.last_fetched_by) == (world.clock.now(), "Thunderbird")
    renewed = await world.run(ANA, calendar_links.renew_link, link.id, OTHER)
    assert renewed.link == link == (await world.run(ANA, calendar_links.own_links))[0]


def test_every_kind_says_what_it_shows():
    assert set(calendar_links.SHOWN) == set(CalendarKind)
