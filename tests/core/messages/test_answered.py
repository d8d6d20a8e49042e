"""Answered messages: by doing what they ask, once they were sent, the first time, by their own person."""

from core.application.requests import build
from core.base.errors import Code
from core.delivery import ledger, surveys
from core.language.phrases.model import ReportLine
from core.records.messages import MessageKind, NewMessage, Outcome
from core.work import day_reports, task_moves, tasks
from core.work.task_moves import MoveAnswer, MoveRequest
from core.work.tasks import StatusRequest
from tests.cast import ANA, LUCIA, LUIS
from tests.core.refusals import conflict
from tests.core.world import TODAY, dated, day, fresh_world
from tests.tables import each_row

OPEN, REPORT, CLOSE = MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT, MessageKind.CLOSE_PROMPT
CLOSED = build(StatusRequest, {"estatus": "CERRADA"})
NUDGE, SURVEY = MessageKind.NUDGE, MessageKind.OVERDUE_SURVEY


async def told(world, who, kind, occasion=None, outcome=Outcome.SENT):
    """A message of an occasion as the sender left it."""
    now = world.clock.now()
    world.leave(NewMessage(int(who), kind, {}, f"{kind}:{occasion or TODAY}:{int(who)}", now, now, outcome))


async def answers(world, who=ANA):
    """Return when each of somebody's messages was answered, by kind."""
    found = await world.run(who, ledger.ledger_of, int(who))
    return {message.kind: message.answered_at for message in found.messages}


async def test_each_step_of_the_day_answers_its_own_prompt(world):
    for kind in (OPEN, REPORT, CLOSE):
        await told(world, ANA, kind)
    done = [await world.open(ANA)]
    steps = [(OPEN, None), (REPORT, world.avance), (CLOSE, world.close)]
    expected = {OPEN: None, REPORT: None, CLOSE: None}
    for kind, step in steps:
        expected[kind] = world.clock.now()
        if step:
            await step(ANA, done[0])
        assert await answers(world) == expected
        world.clock.advance(minutes=5)


async def test_the_first_step_answers_a_leaders_reminder_and_the_first_answer_stays(world):
    await told(world, ANA, NUDGE)
    first = world.clock.now()
    log = await world.open(ANA)
    world.clock.advance(minutes=5)
    await world.avance(ANA, log)
    assert await answers(world) == {NUDGE: first}


async def test_to_open_again_what_is_open_answers_nothing(world):
    await world.open(ANA)
    world.clock.advance(minutes=5)
    await told(world, ANA, OPEN)
    await world.open(ANA)
    assert await answers(world) == {OPEN: None}


async def test_of_another_day_another_persons_and_what_was_not_sent_have_no_answer(world):
    await told(world, ANA, OPEN, day(-1).isoformat())
    await told(world, LUIS, OPEN)
    await told(world, ANA, NUDGE, outcome=Outcome.WAITING)
    await world.open(ANA)
    assert await answers(world) == {OPEN: None, NUDGE: None}
    assert await answers(world, LUIS) == {OPEN: None}


async def percent_of_the_day(world, task):
    await world.percent(ANA, (await world.item(ANA, task=task)).id, 40)


async def light_of_the_day(world, task):
    await world.light(ANA, (await world.item(ANA, task=task)).id, "AMARILLO")


async def report_of_the_day(world, task):
    await world.open(ANA)
    await world.run(ANA, day_reports.report, TODAY, [ReportLine(f"{task.id} 70", task.id, percent=70)])


async def percent_of_the_survey(world, task):
    percent = build(surveys.PercentageRequest, {"fecha": TODAY, "porcentaje": 40})
    await world.run(ANA, surveys.keep_on, task.id, percent)


ANSWERS = {
    "finish": lambda world, task: world.run(ANA, surveys.finish, task.id),
    "keep_on": percent_of_the_survey,
    "block": lambda world, task: world.run(ANA, surveys.block, task.id, dated(TODAY)),
    "comment": lambda world, task: world.comment(ANA, task),
    "patch": lambda world, task: world.edit(ANA, task, estatus="CERRADA"),
    "state": lambda world, task: world.run(ANA, tasks.set_status, task.id, CLOSED),
    "percent": percent_of_the_day,
    "light": light_of_the_day,
    "report": report_of_the_day,
}
"""Each way to say how a late task is going: to its question, over REST, on its card or in the day."""


@each_row(list(ANSWERS), world=fresh_world)
async def test_whatever_is_said_of_a_late_task_answers_its_question(world, answer):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], fechaSolicitud=day(-5), fechaCumplir=day(-1))
    for who in (ANA, LUIS):
        await told(world, who, SURVEY, f"{task.id}:{task.fecha_cumplir}")
    await ANSWERS[answer](world, task)
    assert (await answers(world))[SURVEY] == world.clock.now()
    assert (await answers(world, LUIS))[SURVEY] is None


async def test_a_leaders_edit_and_a_change_that_says_nothing_of_it_answer_nothing(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], fechaSolicitud=day(-5), fechaCumplir=day(-1))
    await told(world, ANA, SURVEY, f"{task.id}:{task.fecha_cumplir}")
    await world.edit(ANA, task, prioridad="ALTA")
    await world.team_edit(LUCIA, task, estatus="CERRADA")
    assert (await answers(world))[SURVEY] is None


@each_row([True, False], world=fresh_world)
async def test_who_decides_on_a_move_answers_its_question(world, accepted):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], fechaCumplir=day(5))
    absence = await world.away(ANA, day(3), day(7))
    wish = {"fechaCumplir": day(10)}
    await world.run(ANA, task_moves.move_task, absence.id, task.id, build(MoveRequest, wish))
    waiting = await world.store.read(lambda uow: uow.outbox.waiting(int(LUCIA)))
    (asked,) = [each for each in waiting if each.kind is MessageKind.MOVE_ASKED]
    await world.store.write(lambda uow: uow.outbox.settle(asked.id, Outcome.SENT, None, world.clock.now()))
    answer = build(MoveAnswer, wish | {"before": day(5), "accepted": accepted})
    await world.run(LUCIA, task_moves.answer_move, absence.id, task.id, answer)
    assert (await answers(world, LUCIA))[MessageKind.MOVE_ASKED] == world.clock.now()


async def test_what_is_refused_is_not_an_answer(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], fechaSolicitud=day(-5), fechaCumplir=day(-1))
    await told(world, ANA, SURVEY, f"{task.id}:{task.fecha_cumplir}")
    await world.close(ANA, await world.open(ANA))
    with conflict(Code.DAILY_LOG_CLOSED):
        await world.run(ANA, surveys.block, task.id, dated(TODAY))
    assert (await answers(world))[SURVEY] is None
