"""Chapter 15: one's own notices."""

from tests.rules.world import done, refused


async def test_15_1_they_are_ones_own_and_the_installations_until_chosen(world):
    assert await world.read("/me/notices", "ana") == {"defaultReminderMinutes": 10}
    chosen = {"defaultReminderMinutes": 30}
    assert done(await world.put("/me/notices", chosen, "ana")) == chosen
    assert await world.read("/me/notices", "ana") == chosen
    assert await world.read("/me/notices", "luis") == {"defaultReminderMinutes": 10}
    assert done(await world.put("/me/notices", {"defaultReminderMinutes": None}, "ana")) == {
        "defaultReminderMinutes": 10
    }


async def test_15_1_a_bad_value_is_refused_by_its_field(world):
    for bad in (-1, 10_081, "10", 1.5, True):
        refused(await world.put("/me/notices", {"defaultReminderMinutes": bad}, "ana"), 400, "defaultReminderMinutes")


async def test_15_1_an_event_over_rest_gets_no_reminder_by_itself(world):
    await world.event("ana")
    assert await world.read("/reminders", "ana") == []
