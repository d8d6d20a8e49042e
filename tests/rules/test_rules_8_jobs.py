"""Chapter 8: what the jobs change that can be read over REST; their messages are the chat's business."""

from datetime import UTC, date, datetime

import pytest

from tests.rules.world import TODAY, TOMORROW, done, refused

JOBS = ("task-planeacion-sync", "reminders", "overdue-survey", "overdue-regular", "birthday-sync")
DUE, NOT_YET = "2026-11-23T15:00:00Z", "2026-11-23T15:00:01Z"


async def sent(world):
    """Which reminders have been sent."""
    return {row["id"]: row["sent"] for row in await world.read("/reminders", "root")}


async def birthdays(world):
    """The birthdays in the calendar: what each is called, and when."""
    kind = await world.type_id("BIRTHDAY")
    return [row for row in await world.read("/events", "pablo") if row["eventTypeId"] == kind]


@pytest.mark.parametrize("job", JOBS)
async def test_8_a_run_with_nothing_due_is_fine_and_so_is_a_second(world, job):
    for _ in range(2):
        assert done(await world.run(job)) == {}


@pytest.mark.parametrize("job", JOBS)
async def test_8_every_run_is_recorded_with_its_counts_even_when_nothing_was_due(world, job):
    for _ in range(2):
        done(await world.run(job, "root"))
    runs = await world.rows("SELECT job, finished_at IS NOT NULL, counts IS NOT NULL, asked_by_user_id FROM job_runs")
    assert [tuple(run) for run in runs] == [(job, 1, 1, world.id("root"))] * 2


async def test_8_an_unknown_job_is_404(world):
    refused(await world.run("nada"), 404)


async def test_8_1_planned_tasks_become_pending_on_their_day(world):
    today = await world.task(fechaSolicitud=TODAY, estatus="PLANEACION")
    past = await world.task(fechaSolicitud="2026-11-01", estatus="PLANEACION")
    future = await world.task(fechaSolicitud=TOMORROW)
    gone = await world.task(fechaSolicitud=TODAY, estatus="PLANEACION")
    done(await world.delete(f"/tasks/{gone['id']}"))
    working = await world.task(fechaSolicitud=TODAY, estatus="EN_PROCESO")
    done(await world.run("task-planeacion-sync"))
    tasks = (today, past, future, gone, working)
    states = [(await world.task_now(task))["estatus"] for task in tasks]
    assert states == ["PENDIENTE", "PENDIENTE", "PLANEACION", "PLANEACION", "EN_PROCESO"]
    world.clock.advance(days=1)
    done(await world.run("task-planeacion-sync"))
    assert (await world.task_now(future))["estatus"] == "PENDIENTE"


async def test_8_1_the_responsibles_are_told_once(world):
    people = [world.id("ana"), world.id("luis")]
    await world.task("lucia", responsibleUserIds=people, fechaSolicitud=TODAY, estatus="PLANEACION")
    for _ in range(2):
        done(await world.run("task-planeacion-sync"))
        assert await world.told() == ["ana", "luis"]


async def test_8_1_a_second_run_has_no_second_effect(world):
    task = await world.task(fechaSolicitud=TODAY, estatus="PLANEACION")
    done(await world.run("task-planeacion-sync"))
    once = await world.task_now(task)
    world.clock.advance(minutes=1)
    done(await world.run("task-planeacion-sync"))
    assert await world.task_now(task) == once
    done(await world.edit(task, estatus="PLANEACION"))
    done(await world.run("task-planeacion-sync"))
    assert (await world.task_now(task))["estatus"] == "PENDIENTE"


async def test_8_2_reminders_that_are_due_are_sent_once(world):
    event = await world.event()
    past, now, later = [(await world.reminder(event, at))["id"] for at in ("2026-11-23T14:00:00Z", DUE, NOT_YET)]
    done(await world.run("reminders"))
    assert await sent(world) == {past: True, now: True, later: False}
    before = await world.read("/reminders", "root")
    done(await world.run("reminders"))
    assert await world.read("/reminders", "root") == before
    world.clock.advance(seconds=1)
    done(await world.run("reminders"))
    assert await sent(world) == {past: True, now: True, later: True}


async def test_8_2_creator_and_participants_are_told_once(world):
    event = await world.event("ana")
    for name in ("ana", "pedro", "pablo"):
        await world.participant(event, userId=world.id(name))
    await world.participant(event, customerId=world.id("luis"))
    await world.visibility(event, "luis")
    await world.reminder(event, DUE)
    for _ in range(2):
        done(await world.run("reminders"))
        assert await world.told() == ["ana", "pablo", "pedro"]


async def test_8_2_a_reminder_of_an_inactive_cancelled_or_deleted_event_is_not_sent(world):
    inactive, cancelled = await world.event(), await world.event(statusId=3)
    done(await world.patch(f"/events/{inactive['id']}", {"isActive": False}))
    ids = [(await world.reminder(event, DUE))["id"] for event in (inactive, cancelled)]
    done(await world.run("reminders"))
    assert await sent(world) == dict.fromkeys(ids, False)


async def test_8_2_a_reminder_much_too_late_is_marked_all_the_same(world):
    event = await world.event()
    ids = [(await world.reminder(event, at))["id"] for at in ("2026-11-01T15:00:00Z", "2026-11-22T14:59:59Z")]
    done(await world.run("reminders"))
    assert await sent(world) == dict.fromkeys(ids, True)
    assert await world.told() == []
    await world.reminder(event, "2026-11-22T15:00:00Z")
    done(await world.run("reminders"))
    assert await world.told() == ["ana"]


async def test_8_2_a_later_time_arms_it_again(world):
    event = await world.event()
    reminder = await world.reminder(event, DUE)
    done(await world.run("reminders"))
    body = {"eventId": event["id"], "remindAt": "2026-11-23T15:10:00Z"}
    assert done(await world.put(f"/reminders/{reminder['id']}", body))["sent"] is False
    done(await world.run("reminders"))
    assert await sent(world) == {reminder["id"]: False}
    world.clock.advance(minutes=10)
    done(await world.run("reminders"))
    assert await sent(world) == {reminder["id"]: True}
    assert await world.told() == ["ana", "ana"]


async def late(world, *people, who="lucia", **fields):
    """A task that was due on 10 November."""
    dates = {"fechaSolicitud": "2026-11-01", "fechaCumplir": "2026-11-10"}
    return await world.task(who, responsibleUserIds=[world.id(name) for name in people], **{**dates, **fields})


async def test_8_3_each_responsible_of_an_open_late_task_is_asked_once(world):
    await late(world, "ana", "luis")
    await late(world, "ana", estatus="EN_PROCESO")
    await late(world, "ana", estatus="CERRADA")
    await late(world, "ana", fechaCumplir=TODAY)
    gone = await late(world, "ana")
    done(await world.delete(f"/tasks/{gone['id']}", "root"))
    for _ in range(2):
        done(await world.run("overdue-survey"))
        assert await world.told() == ["ana", "ana", "luis"]
    world.clock.advance(days=1)  # now the one of today is late as well
    done(await world.run("overdue-survey"))
    assert await world.told() == ["ana", "ana", "ana", "luis"]


async def test_8_3_a_new_due_date_that_passes_is_asked_about_anew(world):
    task = await late(world, "ana")
    done(await world.run("overdue-survey"))
    done(await world.edit(task, "lucia", fechaCumplir="2026-11-20"))
    for _ in range(2):
        done(await world.run("overdue-survey"))
        assert await world.told() == ["ana", "ana"]


async def test_8_4_responsibles_and_leaders_have_one_digest_a_day(world):
    await late(world, "ana", "luis")
    await late(world, "ana")
    await late(world, "pedro", who="marta")
    await world.task("pablo")
    everybody = ["ana", "lucia", "luis", "marta", "pedro"]
    for _ in range(2):
        done(await world.run("overdue-regular"))
        assert await world.told() == everybody
    world.clock.advance(days=1)
    done(await world.run("overdue-regular"))
    assert await world.told() == sorted(everybody * 2)


async def test_8_3_the_survey_asks_and_changes_nothing(world):
    await changes_nothing(world, "overdue-survey")


async def test_8_4_the_digest_tells_and_changes_nothing(world):
    await changes_nothing(world, "overdue-regular")


async def changes_nothing(world, job):
    """A job leaves an overdue task, its comments and the logs as they are."""
    task = await late(world, "ana")
    for _ in range(2):
        done(await world.run(job))
    assert await world.task_now(task) == task
    assert await world.read(f"/tasks/{task['id']}/comments") == []
    refused(await world.get(f"/daily-logs/me?fecha={TODAY}"), 404)


async def test_8_5_a_birthday_is_a_public_event_of_a_whole_day(world):
    await world.person("ana", birthday=date(1990, 12, 2))
    done(await world.run("birthday-sync"))
    (event,) = await birthdays(world)
    assert (event["startDatetime"], event["endDatetime"]) == ("2026-12-02T06:00:00Z", "2026-12-03T06:00:00Z")
    assert (event["isPublic"], event["isActive"], event["statusId"]) == (True, True, 1)
    assert event["createdByUserId"] is None
    assert "Ana" in event["title"]
    assert "1990" not in str(event)
    assert "36" not in event["title"] + (event["description"] or "")


async def test_8_5_it_is_the_next_occurrence_today_included(world):
    for name, day in [("ana", date(1990, 11, 22)), ("luis", date(1990, 11, 23)), ("pablo", date(1990, 11, 24))]:
        await world.person(name, birthday=day)
    done(await world.run("birthday-sync"))
    starts = sorted(row["startDatetime"][:10] for row in await birthdays(world))
    assert starts == ["2026-11-23", "2026-11-24", "2027-11-22"]


async def test_8_5_the_29th_of_february_is_the_28th_in_common_years(world):
    await world.person("ana", birthday=date(1992, 2, 29))
    done(await world.run("birthday-sync"))
    assert [row["startDatetime"][:10] for row in await birthdays(world)] == ["2027-02-28"]
    world.clock.set(datetime(2027, 12, 1, 15, tzinfo=UTC))
    await world.people()
    done(await world.run("birthday-sync"))
    assert [row["startDatetime"][:10] for row in await birthdays(world)][-1] == "2028-02-29"


async def test_8_5_only_active_people_with_a_birthday_have_one(world):
    await world.person("ana", birthday=date(1990, 12, 2))
    await world.person("ines", birthday=date(1990, 12, 3))
    done(await world.run("birthday-sync"))
    assert len(await birthdays(world)) == 1


async def test_8_5_a_second_run_has_no_second_effect(world):
    await world.person("ana", birthday=date(1990, 12, 2))
    done(await world.run("birthday-sync"))
    once = await birthdays(world)
    world.clock.advance(minutes=1)
    done(await world.run("birthday-sync"))
    assert await birthdays(world) == once


async def test_8_5_it_changes_and_goes_as_the_directory_does(world):
    await world.person("ana", birthday=date(1990, 12, 2))
    await world.person("luis", birthday=date(1990, 12, 3))
    done(await world.run("birthday-sync"))
    await world.person("ana", birthday=date(1990, 12, 24), name="Anita")
    await world.person("luis", birthday=None)
    done(await world.run("birthday-sync"))
    (event,) = await birthdays(world)
    assert event["startDatetime"] == "2026-12-24T06:00:00Z"
    assert "Anita" in event["title"]
    await world.person("ana", is_active=False)
    done(await world.run("birthday-sync"))
    assert await birthdays(world) == []
