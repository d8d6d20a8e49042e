"""Chapter 14: a task handed over, and another due date asked for."""

from tests.rules.world import TODAY, UNKNOWN, done, refused

YES, NO = {"accepted": True}, {"accepted": False}
LATER = "2026-12-09"


async def task_of(world, who="ana", **fields):
    body = {"descripcion": "Lona del stand", "fechaCumplir": "2026-12-02", "responsibleUserIds": [world.id(who)]}
    return done(await world.call("POST", "/tasks", "lucia", body | fields))


async def hand_over(world, task, to, who="ana"):
    return await world.call("POST", f"/tasks/{task['id']}/hand-over", who, {"userId": world.id(to)})


async def ask_for_date(world, task, due=LATER, who="ana", **fields):
    return await world.call("POST", f"/tasks/{task['id']}/due-date-request", who, {"fechaCumplir": due, **fields})


async def answer(world, asked, body, who):
    return await world.put(f"/asked-tasks/{asked['id']}/answer", body, who)


async def test_14_4_a_responsible_asks_and_a_yes_makes_the_same_task_theirs(world):
    task = await task_of(world)
    outcome = done(await hand_over(world, task, "luis"))
    asked = outcome["asked"]
    assert (outcome["task"]["responsibleUserIds"], asked["asksFor"], asked["taskId"]) == (
        [world.id("ana")],
        "HAND_OVER",
        task["id"],
    )
    assert done(await answer(world, asked, YES, "luis"))["taskId"] == task["id"]
    taken = await world.read(f"/tasks/{task['id']}", "luis")
    assert {**taken, "updatedAt": ""} == {
        **task,
        "responsibleUserId": world.id("luis"),
        "responsibleUserIds": [world.id("luis")],
        "updatedAt": "",
    }


async def test_14_4_a_no_changes_nothing(world):
    task = await task_of(world)
    asked = done(await hand_over(world, task, "luis"))["asked"]
    assert done(await answer(world, asked, NO, "luis"))["state"] == "DECLINED"
    assert await world.read(f"/tasks/{task['id']}", "lucia") == task


async def test_14_4_who_may_assign_tasks_to_them_asks_nobody(world):
    task = await task_of(world)
    for who, to in (("lucia", "luis"), ("robot", "ana")):
        outcome = done(await hand_over(world, task, to, who))
        assert (outcome["asked"], outcome["task"]["responsibleUserIds"]) == (None, [world.id(to)])


async def test_14_4_others_hand_nothing_over_and_nobody_gets_it_who_is_not_there(world):
    task = await task_of(world)
    refused(await hand_over(world, task, "pablo", "pablo"), 404)
    for to in ("ines", "robot"):
        refused(await hand_over(world, task, to), 400, "userId")
    refused(await world.call("POST", f"/tasks/{task['id']}/hand-over", "ana", {"userId": UNKNOWN}), 400, "userId")
    refused(await hand_over(world, task, "ana", "lucia"), 409)


async def test_14_4_a_yes_is_too_late_for_a_task_that_is_closed_deleted_or_no_longer_theirs(world):
    async def closed(task):
        done(await world.team_edit(task, estatus="CERRADA"))

    async def deleted(task):
        done(await world.delete(f"/tasks/{task['id']}", "lucia"))

    async def given(task):
        done(await hand_over(world, task, "lucia", "lucia"))

    for became in (closed, deleted, given):
        task = await task_of(world)
        asked = done(await hand_over(world, task, "luis"))["asked"]
        await became(task)
        refused(await answer(world, asked, YES, "luis"), 409)
        refused(await hand_over(world, task, "luis"), 409 if became is not given else 404)


async def test_14_4_it_stands_in_the_day_of_who_takes_it_as_far_as_it_was_and_not_in_the_other(world):
    task = await task_of(world)
    log = await world.log("ana")
    await world.log("luis")
    done(await world.advance(log["items"][0], 60))
    done(await hand_over(world, task, "luis", "lucia"))
    (item,) = (await world.read(f"/daily-logs/me?fecha={TODAY}", "luis"))["items"]
    assert (item["taskId"], item["porcentaje"]) == (task["id"], 60)
    assert (await world.read(f"/daily-logs/me?fecha={TODAY}", "ana"))["items"] == []


async def test_14_4_the_journal_has_who_took_it_and_they_may_take_that_back(world):
    task = await task_of(world)
    asked = done(await hand_over(world, task, "luis"))["asked"]
    done(await answer(world, asked, YES, "luis"))
    row = (await world.read(f"/tasks/{task['id']}/history", "lucia"))["rows"][0]
    assert (row["actor"], row["changed"]) == (
        world.id("luis"),
        {"responsibleUserIds": [[world.id("ana")], [world.id("luis")]]},
    )
    done(await world.call("POST", f"/changes/{row['seq']}/undo", "luis"))
    assert (await world.read(f"/tasks/{task['id']}", "ana"))["responsibleUserIds"] == [world.id("ana")]


async def test_14_5_who_may_not_move_a_date_asks_and_a_yes_moves_it(world):
    task = await task_of(world)
    asked = done(await ask_for_date(world, task, motivo="El cliente"))["asked"]
    assert (asked["userId"], asked["fechaCumplir"], asked["motivo"]) == (world.id("lucia"), LATER, "El cliente")
    done(await answer(world, asked, YES, "lucia"))
    assert (await world.read(f"/tasks/{task['id']}"))["fechaCumplir"] == LATER


async def test_14_5_the_answer_may_say_another_date(world):
    task = await task_of(world)
    asked = done(await ask_for_date(world, task))["asked"]
    done(await answer(world, asked, {**YES, "fechaCumplir": "2026-12-07"}, "lucia"))
    assert (await world.read(f"/tasks/{task['id']}"))["fechaCumplir"] == "2026-12-07"
    other = done(await hand_over(world, task, "luis"))["asked"]
    refused(await answer(world, other, {**YES, "fechaCumplir": LATER}, "luis"), 400, "fechaCumplir")


async def test_14_5_who_may_move_it_moves_it_and_who_is_not_responsible_asks_nobody(world):
    task = await task_of(world)
    outcome = done(await ask_for_date(world, task, who="lucia"))
    assert (outcome["asked"], outcome["task"]["fechaCumplir"]) == (None, LATER)
    done(await world.put(f"/tasks/{task['id']}/followers/{world.id('luis')}", None, "lucia"))
    refused(await ask_for_date(world, task, "2026-12-10", "luis"), 403)
    refused(await ask_for_date(world, task, "2026-01-01"), 400, "fechaCumplir")
