"""The story that the product is for, in a real browser over `semaforo demo`, and the same over REST."""

from tests.browser import tab
from tests.system import acts
from tests.system.story import Person, demo


async def test_a_member_lives_their_day_and_their_leader_and_an_integration_see_it(tmp_path):
    async with demo("--data", str(tmp_path)) as running, tab(running.chat) as page:
        ana, lucia, today = Person(page, "ana"), Person(page, "lucia"), running.today.isoformat()
        await ana.begin()
        assert (await running.get(f"/daily-logs/me?fecha={today}"))[0] == 404
        await acts.ends_her_day(await acts.begins_her_day(ana))
        await acts.meets_no_secret(ana, running)
        log = await acts.sees_it_over_rest(running, today)
        await acts.leader_reads_the_same(running, today, log)
        await acts.sees_her_team(lucia, log)
