"""The summary of the week or the month before: for leaders who can be written to, once a period."""

from datetime import UTC, date, datetime

import pytest

from core.jobs.period_summaries import send_period_summaries
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, MARTA, OPERATOR, PABLO
from tests.core.job_steps import run, told


@pytest.fixture
async def linked(world):
    """All have Telegram but Marta, who leads Pedro."""
    await world.link(LUCIA, ANA, LUIS, PABLO)
    return world


async def sent_on(world, day):
    """Return whom a run tells of which days."""
    before = len(told(world))
    world.clock.set(datetime.fromisoformat(f"{day}T15:00").replace(tzinfo=UTC))
    await run(world, send_period_summaries, OPERATOR)
    found = told(world)[before:]
    assert {kind for _, kind, _ in found} <= {MessageKind.PERIOD_SUMMARY}
    return [(who, *(str(date.fromordinal(about[name])) for name in ("first", "last"))) for who, _, about in found]


@pytest.mark.parametrize(
    ("day", "days"),
    [
        ("2026-11-23", [(LUCIA, "2026-11-16", "2026-11-22")]),
        ("2026-12-01", [(LUCIA, "2026-11-01", "2026-11-30")]),
        ("2027-02-01", [(LUCIA, "2027-01-01", "2027-01-31")]),
        ("2026-11-24", []),
        ("2026-11-29", []),
    ],
)
async def test_leaders_are_told_on_mondays_and_on_the_first(linked, day, days):
    assert await sent_on(linked, day) == days


async def test_once_a_period_and_only_who_leads_somebody_by_then(linked):
    assert len(await sent_on(linked, "2026-11-23")) == 1
    assert await sent_on(linked, "2026-11-23") == []
    await linked.link(MARTA)
    assert [who for who, *_ in await sent_on(linked, "2026-11-23")] == [MARTA]
    for username in ("ana", "luis"):
        await linked.directory(username, leader=None)
    assert [who for who, *_ in await sent_on(linked, "2026-11-30")] == [MARTA]
