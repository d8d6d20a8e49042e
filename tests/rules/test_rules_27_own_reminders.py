"""Chapter 27: reminders for oneself."""

import pytest

from tests.rules.test_rules_20_tokens import lacks
from tests.rules.world import done, refused, with_scopes

BODY = {"words": "Hablarle a don Ramiro", "remindAt": "2026-11-24T10:00"}


async def test_27_1_only_its_person_reads_changes_or_removes_one(world):
    made = done(await world.post("/me/reminders", BODY, "luis"))
    assert made["remindAt"] == "2026-11-24T16:00:00Z"
    path = f"/me/reminders/{made['id']}"
    for who in ("ana", "lucia", "root", "robot"):
        assert await world.read("/me/reminders", who) == []
        for reply in (await world.get(path, who), await world.put(path, BODY, who), await world.delete(path, who)):
            assert refused(reply, 404)["code"] == "reminder_not_found"
    moved = done(await world.put(path, {**BODY, "recurrenceType": "WEEKLY"}, "luis"))
    assert await world.read("/me/reminders", "luis") == [moved]
    assert (moved["weekdays"], moved["at"]) == ([2], "10:00")
    done(await world.delete(path, "luis"))
    assert await world.read("/me/reminders", "luis") == []


@pytest.mark.parametrize("change", [{"remindAt": "2026-11-20T10:00"}, {"words": ""}, {"weekdays": [1]}])
async def test_27_2_what_would_never_come_is_refused(world, change):
    refused(await world.post("/me/reminders", BODY | change, "luis"), 400)


async def test_27_3_a_token_reads_and_writes_them_with_the_scopes_of_events(world):
    lacks(await world.post("/me/reminders", BODY, with_scopes(world, "ana", {"events:read"})), {"events:write"})
    lacks(await world.get("/me/reminders", with_scopes(world, "ana", {"tasks:read"})), {"events:read"})
    done(await world.post("/me/reminders", BODY, with_scopes(world, "ana", {"events:write"})))


async def test_27_4_its_change_is_told_to_its_person_alone(world):
    done(await world.post("/me/reminders", BODY, "luis"))
    for who, told in (("luis", 1), ("lucia", 0), ("root", 0)):
        assert len((await world.read("/changes?kinds=own_reminder", who))["rows"]) == told


async def test_27_5_it_comes_to_its_person_alone_at_its_minute(world):
    soon = world.clock.now().strftime("%Y-%m-%dT%H:%M:59Z")
    done(await world.post("/me/reminders", BODY | {"remindAt": soon}, "luis"))
    world.clock.advance(minutes=1)
    done(await world.run("reminders"))
    assert await world.told("own_reminder") == ["luis"]
