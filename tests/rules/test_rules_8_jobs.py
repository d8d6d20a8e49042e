"""Chapter 8: what the jobs change that can be read over REST; their messages are the chat's business."""

from datetime import date

from tests.rules.test_operations import JOBS
from tests.rules.world import TODAY, TOMORROW, done, refused

DUE, NOT_YET = "2026-11-23T15:00:00Z", "2026-11-23T15:00:01Z"


async def sent(world):
    """Return which reminders have been sent."""
    return {row["id"]: row["sent"] for row in await world.read("/reminders", "root")}


async def birthdays(world):
    """The birthdays in the calendar: what each is called, and when."""
    kind = await world.type_id("BIRTHDAY")
    return [row for row in await world.read("/events", "pablo") if row["eventTypeId"] == kind]


async def test_8_every_run_is_recorded_with_its_counts_even_when_nothing_was_due(world):
    twice = [job for job in JOBS for _ in range(2)]
    for job in twice:
        assert done(await world.run(job, "root")) == {}
    runs = await world.rows("SELECT job, finished_at IS NOT NULL, counts IS NOT NULL, asked_by_user_id FROM job_runs")
    assert [tuple(run) for run in runs] == [(job, 1, 1, world.id("root")) for job in twice]


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
    assert await world.told() == ["ana"]
    tasks = (today, past, future, gone, working)
    states = [(await world.task_now(task))["estatus"] for task in tasks]
    assert states == ["PENDIENTE", "PENDIENTE", "PLANEACION", "PLANEACION", "EN_PROCESO"]
    world.clock.advance(days=1)
    done(await world.run("task-planeacion-sync"))
    assert (await world.task_now(future))["estatus"] == "PENDIENTE"


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


async def test_8_2_reminders_of_an_event_at_one_moment_are_one_message_and_of_what_is_over_there_is_none(world):
    event = await world.event("ana")
    for _ in range(2):
        await world.reminder(event, DUE)
    over = await world.event("lucia", startDatetime="2026-11-23T13:00:00Z", endDatetime="2026-11-23T15:00:00Z")
    id_of_over = (await world.reminder(over, DUE))["id"]
    done(await world.run("reminders"))
    assert await world.told() == ["ana"]
    assert (await sent(world))[id_of_over]


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


async def test_8_4_survey_and_digest_change_nothing(world):
    task = await late(world, "ana")
    for job in ("overdue-survey", "overdue-regular"):
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
