"""The story that the product is for, in a real browser over `semaforo demo`, and the same over REST."""

import pytest
from playwright.async_api import expect

from tests.browser import tab
from tests.system import acts
from tests.system.story import Demo, Person, demo

pytestmark = pytest.mark.long

BY_THE_CLOCK_MS = 130_000
"""A minute ahead, and until the minute after that begins."""


@pytest.mark.timeout(300)  # on a busy machine
async def test_a_member_lives_their_day_their_leader_sees_it_and_what_comes_unasked_comes_once(tmp_path):
    """One test of much: a service and a browser take as long to start as all of it."""
    async with demo("--data", str(tmp_path)) as running, tab(running.chat) as page:
        ana, lucia, luis = (Person(page, username) for username in ("ana", "lucia", "luis"))
        await ana_lives_her_day(ana, lucia, running)
        await luis_is_asked_and_reminded(luis, running)


async def ana_lives_her_day(ana: Person, lucia: Person, running: Demo) -> None:
    """From the first word to the leader's summary."""
    today = running.today.isoformat()
    await ana.begin()
    assert (await running.get(f"/daily-logs/me?fecha={today}"))[0] == 404
    day = await acts.begins_her_day(ana)
    await acts.ends_her_day(day)
    await acts.takes_back_the_close_and_a_light(day)
    await acts.meets_no_secret(ana, running)
    log = await acts.sees_it_over_rest(running, today)
    await acts.leader_reads_the_same(running, today, log)
    await acts.sees_her_team(lucia, log)


async def luis_is_asked_and_reminded(luis: Person, running: Demo) -> None:
    """The question about what is late, whose item turns red with the reason; and a reminder."""
    await luis.begin()
    task = await acts.late_task(running, "luis")
    await running.semaforo("job", "run", "overdue-survey")
    await acts.says_why_it_is_stuck(luis, await luis.showing(acts.WORK))
    await acts.is_red_with_its_reason(running, "luis", task)
    await acts.asked_again_nothing_is_sent(luis, running)
    await acts.reminder(running, "luis", acts.soon(running))
    await running.semaforo("job", "run", "reminders")
    await expect((await luis.showing(acts.VISIT)).get_by_role("button", name="10 min")).to_be_visible()


async def test_a_reminder_set_for_one_minute_ahead_arrives_by_the_clock():
    async with demo() as running, tab(running.chat) as page:
        ana = Person(page, "ana")
        await ana.begin()
        await acts.reminder(running, "ana", acts.soon(running, minutes=1))
        await expect(ana.last).to_contain_text(acts.VISIT, timeout=BY_THE_CLOCK_MS)
