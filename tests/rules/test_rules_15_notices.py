"""Chapter 15: one's own notices."""

from tests.rules.world import done, refused

AT_FIRST = {
    "defaultReminderMinutes": 10,
    "off": [],
    "openAt": None,
    "avanceAt": None,
    "closeAt": None,
    "quietStarts": "21:00",
    "quietEnds": "07:00",
    "lunchStarts": None,
    "lunchEnds": None,
}
CHOSEN = {
    "defaultReminderMinutes": 30,
    "off": ["COMMENTS", "BIRTHDAYS"],
    "openAt": "08:30",
    "avanceAt": "12:00",
    "closeAt": "17:00",
    "quietStarts": "20:00",
    "quietEnds": "08:00",
    "lunchStarts": "14:00",
    "lunchEnds": "15:00",
}


async def test_15_1_they_are_ones_own_and_the_installations_until_chosen(world):
    assert await world.read("/me/notices", "ana") == AT_FIRST
    assert done(await world.put("/me/notices", CHOSEN, "ana")) == CHOSEN
    assert await world.read("/me/notices", "ana") == CHOSEN
    assert await world.read("/me/notices", "luis") == AT_FIRST
    assert done(await world.put("/me/notices", {"off": None}, "ana")) == AT_FIRST


async def test_15_1_a_bad_value_is_refused_by_its_field(world):
    for bad in (-1, 10_081, "10", 1.5, True):
        refused(await world.put("/me/notices", {"defaultReminderMinutes": bad}, "ana"), 400, "defaultReminderMinutes")
    for field in ("openAt", "avanceAt", "closeAt", "quietStarts", "quietEnds", "lunchStarts"):
        refused(await world.put("/me/notices", {field: "25:00"}, "ana"), 400, field)
    refused(await world.put("/me/notices", {"off": ["COMENTARIOS"]}, "ana"), 400, "off")


async def test_15_1_an_event_over_rest_gets_no_reminder_by_itself(world):
    await world.event("ana")
    assert await world.read("/reminders", "ana") == []


async def test_15_2_what_somebody_relies_on_cannot_be_turned_off_and_the_refusal_says_so(world):
    for kind in ("DAY_PROMPTS", "LATE_TASKS", "NUDGES", "REQUESTS", "REMINDERS"):
        error = refused(await world.put("/me/notices", {"off": ["EVENTS", kind]}, "ana"), 400, "off")
        (fault,) = error["errors"]
        assert (fault["field"], fault["code"], fault["message"]) == (
            "off[1]",
            "relied_on",
            "No se puede apagar: alguien cuenta con que te llegue.",
        )
    assert await world.read("/me/notices", "ana") == AT_FIRST


async def test_15_3_the_times_are_in_the_order_of_the_day_and_outside_the_quiet_hours(world):
    refused(await world.put("/me/notices", {"openAt": "10:00", "closeAt": "09:30"}, "ana"), 400, "closeAt")
    refused(await world.put("/me/notices", {"openAt": "06:00"}, "ana"), 400, "openAt")
    done(await world.put("/me/notices", {"openAt": "06:00", "quietEnds": "05:00"}, "ana"))


async def test_15_4_a_lunch_has_both_ends_in_order_and_makes_nobody_busy(world):
    for lunch, field, code in (
        ({"lunchStarts": "14:00"}, "lunchEnds", "required_with"),
        ({"lunchEnds": "15:00"}, "lunchStarts", "required_with"),
        ({"lunchStarts": "14:00", "lunchEnds": "13:00"}, "lunchEnds", "not_after"),
    ):
        (fault,) = refused(await world.put("/me/notices", lunch, "ana"), 400, field)["errors"]
        assert fault["code"] == code
    lunch = {"lunchStarts": "14:00", "lunchEnds": "15:00"}
    assert done(await world.put("/me/notices", lunch, "ana")) == AT_FIRST | lunch
    times = "startDatetime=2026-11-24T14:00&endDatetime=2026-11-24T15:00"
    assert await world.read(f"/events/availability?{times}&userIds={world.id('ana')}") == []
