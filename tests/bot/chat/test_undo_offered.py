"""A walk over all that the chat can write: what the journal has of it, whose it is, and what has «↩ Deshacer» below."""

import ast
import inspect
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import NamedTuple

import pytest

from bot.chat.callbacks.absences import AnswerMove, EndAbsence, Move, MoveTask
from bot.chat.callbacks.account import Join, Leave, SetHolidays
from bot.chat.callbacks.asked_tasks import AnswerAsked
from bot.chat.callbacks.callback_data import Action, Screen, write
from bot.chat.callbacks.day import CloseDay, OpenDay, Reopen, ReopenDay, SendAvance, SetLight, SetPercent
from bot.chat.callbacks.drafts import SaveDraft
from bot.chat.callbacks.event_cards import (
    CancelEvent,
    EventEdit,
    EventPart,
    MoveEvent,
    SetEventPerson,
    SetEventReminder,
)
from bot.chat.callbacks.history import HistoryOf, Undo, UndoOld
from bot.chat.callbacks.invitations import AnswerInvitation
from bot.chat.callbacks.own_reminders import FinishReminder, PostponeReminder, RemoveReminder
from bot.chat.callbacks.proposals import AnswerProposal
from bot.chat.callbacks.red import NameHelper, WhyRed
from bot.chat.callbacks.surveys import Block, Finish, KeepOn, ReopenForSurvey
from bot.chat.callbacks.tasks import (
    DeleteTask,
    EndRule,
    HandOver,
    LetIn,
    PauseRule,
    SetDue,
    SetMuted,
    SetResponsible,
    SetStatus,
    TaskFilter,
)
from bot.chat.callbacks.team import HandOverAll, ReopenTheirs
from bot.chat.router import MODULES
from core.application.requests import build
from core.application.use_case import Pipeline, UseCase
from core.base.model import Priority, Semaforo, TaskStatus
from core.calendar import calendar_links, event_edits, events, invitations, outside_calendars, own_reminders
from core.delivery import nudges, proposals, snoozes, surveys, task_nudges
from core.delivery.proposals import ProposalKind
from core.delivery.snoozes import Delay
from core.drafts import drafts
from core.people import absences, groups, notices, sign_ons, tokens, users
from core.people.users import UserCreate
from core.records.calendar import ParticipationStatus
from core.records.journal import Via
from core.work import (
    asked_tasks,
    corrections,
    daily_logs,
    day_reports,
    followers,
    handover,
    last_change,
    red_help,
    task_edits,
    task_moves,
    task_requests,
    task_rules,
    tasks,
    undo,
)
from core.work.tasks import TaskCreate
from tests.bot.chat.handlers.test_proposals import propose
from tests.bot.world import labels
from tests.cast import TODAY, day
from tests.journaled import rows_of_journal, things

UNDO = "↩ Deshacer"
BACK = TaskFilter.OPEN, 0, 0, 0
TODAYS = TODAY, TODAY


class Outcome(Enum):
    """The outcome of a write: the button takes it back, it stays, or the journal does not have it."""

    TAKEN_BACK = "taken back"
    STAYS = "stays"
    NOTHING = "not journaled"


class Written(NamedTuple):
    """A press, or words typed on a screen that is shown before; `who` does it, `made` says what in a world."""

    use_case: UseCase
    made: Callable[..., Awaitable[Action | str | tuple[Screen, str]]]
    outcome: Outcome
    who: str
    via: Via


WRITTEN: list[Written] = []


@pytest.fixture
def ran(monkeypatch):
    """The names of the commands that are run."""
    names, run = [], Pipeline.run_encoded

    async def noted(self, encode, caller, use_case, *args, **kwargs):
        result = await run(self, encode, caller, use_case, *args, **kwargs)
        if use_case.writes:
            names.append(use_case.name)
        return result

    monkeypatch.setattr(Pipeline, "run_encoded", noted)
    return names


def writes(use_case, outcome=Outcome.TAKEN_BACK, who="ana", via=Via.CHAT):
    def noted(made):
        WRITTEN.append(Written(use_case, made, outcome, who, via))
        return made

    return noted


async def item(world, percent=None):
    """Ana's item of today, of the task 1 that Lucía gave her."""
    task = await world.task("ana", by="lucia", text="Contrato")
    log = await world.open_log("ana")
    if percent is not None:
        await world.set_percent("ana", percent)
    return log, log.items[0].id, task


async def draft(world, who, words):
    card = await world.says(who, words)
    await world.quiet()
    assert "✅ Guardar" in labels(card), card
    return SaveDraft(world.store.execute("SELECT max(id) FROM drafts").fetchone()[0])


async def late(world):
    return await world.task("ana", by="lucia", text="Contrato", due=-1, fechaSolicitud=day(-3))


def minute(instant):
    return int(instant.timestamp()) // 60


@writes(absences.cancel_as_seen)
async def an_absence_ends(world):
    made = await world.away("ana", 3, 7)
    return EndAbsence(made.id, made.first_day, made.last_day)


@writes(corrections.correct_hours)
async def hours_away_are_put_right(world):
    await world.taps("ana", await world.says("ana", "salgo a las 5"), "✅ Guardar")
    return "perdón, era a las 4"


async def reminds(world):
    """The first reminder of Ana's, set in words."""
    await world.says("ana", "recuérdame mañana a las 10 llamar al banco")
    return 1


@writes(own_reminders.create_own_reminder)
async def a_reminder_is_set(_):
    return "recuérdame mañana a las 10 llamar al banco"


@writes(own_reminders.finish_own_reminder)
async def a_reminder_is_done(world):
    return FinishReminder(await reminds(world))


@writes(own_reminders.remove_own_reminder)
async def a_reminder_is_removed(world):
    return RemoveReminder(await reminds(world))


@writes(snoozes.snooze_own_reminder)
async def a_reminder_is_put_off(world):
    return PostponeReminder(await reminds(world), Delay.HOUR)


@writes(own_reminders.postpone_own_reminder)
async def a_reminder_gets_another_time(world):
    await reminds(world)
    return "perdón, era a las 5"


@writes(task_moves.move_task)
async def a_task_is_moved_from_an_absence(world):
    made = await world.away("ana", 3, 7)
    return MoveTask(made.id, (await world.task("ana", due=5)).id, Move.DAY, day(8).toordinal())


@writes(task_moves.answer_move, who="lucia")
async def a_move_is_granted(world):
    made, task = await world.away("ana", 3, 7), await world.task("ana", by="lucia", due=5)
    wish = MoveTask(made.id, task.id, Move.DAY, day(8).toordinal())
    await world.forges("ana", write(wish))
    return AnswerMove(made.id, task.id, day(5).toordinal(), Move.DAY, day(8).toordinal(), accept=True)


@writes(asked_tasks.answer_asked, Outcome.STAYS, who="luis")
async def an_asked_task_is_taken(world):
    """The task is the asker's: the person who takes it may not delete it."""
    card = await world.says("ana", "/nueva Revisar contrato con @luis mañana")
    await world.taps("ana", card, "🙋 Pedírselo a Luis")
    return AnswerAsked(1, accepted=True)


@writes(daily_logs.open_recent_log, Outcome.STAYS)
async def a_day_is_opened(world):
    await world.task("ana")
    return OpenDay(*TODAYS)


@writes(daily_logs.reopen_log)
async def a_day_is_reopened(world):
    log, *_ = await item(world)
    await world.close_log("ana")
    return ReopenDay(*TODAYS, log.id)


@writes(daily_logs.send_avance)
async def a_report_is_sent(world):
    log, *_ = await item(world, 40)
    return SendAvance(*TODAYS, log.id, sure=True)


@writes(daily_logs.close_log)
async def a_day_is_closed(world):
    log, *_ = await item(world)
    return CloseDay(*TODAYS, log.id, sure=True)


@writes(daily_logs.set_semaforo)
async def a_light_is_set(world):
    _, number, _ = await item(world)
    return SetLight(*TODAYS, number, Semaforo.ROJO)


@writes(daily_logs.set_porcentaje)
async def a_percentage_is_set(world):
    _, number, _ = await item(world)
    return SetPercent(*TODAYS, number, 100)


@writes(day_reports.report)
async def a_day_is_told_in_words(world):
    await item(world)
    return "1 60 %"


@writes(daily_logs.reopen_item)
async def an_item_is_reopened(world):
    _, number, _ = await item(world, 100)
    return Reopen(*TODAYS, number)


@writes(daily_logs.reopen_item, who="lucia")
async def an_item_of_somebody_else_is_reopened(world):
    _, number, _ = await item(world, 100)
    return ReopenTheirs(*TODAYS, number, world.users["ana"].id)


@writes(drafts.save_draft)
async def a_task_is_drafted(world):
    return await draft(world, "ana", "/nueva Revisar contrato mañana")


@writes(drafts.save_draft)
async def an_event_is_drafted(world):
    return await draft(world, "ana", "/evento Junta con @luis mañana a las 10 una hora")


@writes(drafts.save_draft)
async def an_absence_is_drafted(world):
    return await draft(world, "ana", "/ausencia del 26 al 30 vacaciones")


@writes(event_edits.move_event, who="lucia")
async def a_series_is_moved(world):
    await world.series("lucia", "ana")
    event, *_ = await world.act("lucia", events.list_events)
    begins = minute(event.start_datetime)
    return MoveEvent(event.id, True, begins + 60, 60, begins)


async def meeting(world):
    return await world.event("lucia", "ana", offset=1)


@writes(event_edits.set_person, who="lucia")
async def a_person_is_taken_out_of_an_event(world):
    return SetEventPerson((await meeting(world)).id, False, world.users["ana"].id, False)


@writes(event_edits.set_reminders, who="lucia")
async def an_event_gets_a_reminder(world):
    return SetEventReminder((await meeting(world)).id, False, 30)


@writes(event_edits.cancel_event, who="lucia")
async def an_event_is_cancelled(world):
    return CancelEvent((await meeting(world)).id, False)


@writes(event_edits.edit_texts, who="lucia")
async def an_event_is_called_otherwise(world):
    return EventEdit((await meeting(world)).id, EventPart.TITLE), "Otra cosa"


@writes(invitations.answer_as_shown)
async def an_invitation_is_answered(world):
    event = await meeting(world)
    return AnswerInvitation(event.id, 0, ParticipationStatus.ACCEPTED, minute(event.start_datetime))


@writes(invitations.answer_series)
async def an_invitation_to_a_series_is_answered(world):
    return AnswerInvitation(0, await world.series("lucia", "ana"), ParticipationStatus.DECLINED)


@writes(proposals.answer_proposal, who="lucia", via=Via.MCP)
async def a_proposal_is_confirmed(world):
    fields = {"descripcion": "Pedir mesas", "fechaCumplir": day(4), "responsibleUserIds": [world.users["ana"].id]}
    return AnswerProposal(await propose(world, "lucia", ProposalKind.TASK, build(TaskCreate, fields)), confirmed=True)


@writes(surveys.finish)
async def a_late_task_is_done(world):
    return Finish((await late(world)).id)


@writes(surveys.keep_on)
async def a_late_task_goes_on(world):
    return KeepOn((await late(world)).id, 50)


@writes(surveys.block)
async def a_task_is_blocked(world):
    _, _, task = await item(world)
    return Block(task.id)


@writes(surveys.block, Outcome.STAYS)
async def a_late_task_is_blocked(world):
    """The task is red already: only the day is new."""
    return Block((await late(world)).id)


@writes(surveys.reopen)
async def a_day_is_reopened_for_a_late_task(world):
    task = await late(world)
    await world.end_day("ana")
    return ReopenForSurvey(*TODAYS, (await world.log("ana")).items[0].id, task.id)


@writes(tasks.set_status)
async def a_state_is_set(world):
    return SetStatus((await world.task("ana")).id, *BACK, TaskStatus.EN_PROCESO)


@writes(task_edits.edit_task)
async def a_due_date_is_set(world):
    return SetDue((await world.task("ana")).id, *BACK, day(9))


@writes(task_edits.set_responsible, who="lucia")
async def a_responsible_is_added(world):
    task = await world.task("ana", by="lucia")
    return SetResponsible(task.id, *BACK, world.users["luis"].id, responsible=True)


@writes(task_requests.hand_over, who="lucia")
async def a_task_is_handed_over(world):
    return HandOver((await world.task("ana", by="lucia")).id, *BACK, world.users["luis"].id)


@writes(tasks.delete_task)
async def a_task_is_deleted(world):
    return DeleteTask((await world.task("ana")).id, *BACK)


async def rule(world):
    await world.forges("lucia", write(await draft(world, "lucia", "/nueva Enviar reporte cada viernes @luis")))
    return 1


@writes(task_rules.update_rule, who="lucia")
async def a_rule_is_paused(world):
    return PauseRule(await rule(world), *BACK, paused=True)


@writes(task_rules.end_rule, who="lucia")
async def a_rule_is_ended(world):
    return EndRule(await rule(world), *BACK)


@writes(handover.hand_over_all, who="lucia")
async def all_of_somebody_is_handed_over(world):
    await world.task("ana", by="lucia")
    return HandOverAll(world.users["ana"].id, world.users["luis"].id)


@writes(tasks.add_comment)
async def a_task_is_commented_on(world):
    return f"/comentar {(await world.task('ana')).id} Falta la firma"


@writes(red_help.explain)
async def a_red_is_explained(world):
    _, number, task = await item(world)
    await world.forges("ana", write(SetLight(*TODAYS, number, Semaforo.ROJO)))
    return WhyRed(task.id, TODAY.toordinal(), number), "Falta la firma"


@writes(red_help.explain, Outcome.NOTHING)
async def a_helper_is_named(world):
    _, number, task = await item(world)
    await world.forges("ana", write(SetLight(*TODAYS, number, Semaforo.ROJO)))
    return NameHelper(task.id, TODAY.toordinal(), number, world.users["luis"].id, named=True)


@writes(followers.let_in, Outcome.NOTHING)
async def somebody_is_let_into_a_task(world):
    task = await world.task("ana")
    await world.comment("ana", task, "@pablo mira")
    return LetIn(task.id, 1, world.users["pablo"].id)


@writes(followers.mute, Outcome.NOTHING)
async def a_conversation_is_muted(world):
    return SetMuted((await world.task("ana")).id, *BACK, muted=True)


async def priority_raised(world):
    task = await world.task("ana")
    await world.change_task("ana", task, prioridad=Priority.ALTA)
    return task, (await rows_of_journal(world.store))[-1].seq


@writes(undo.undo_recent_change, Outcome.STAYS)
async def what_was_just_done_is_taken_back(world):
    _, seq = await priority_raised(world)
    return Undo(seq)


@writes(undo.undo_change, Outcome.STAYS)
async def an_older_change_is_taken_back(world):
    task, seq = await priority_raised(world)
    return UndoOld(HistoryOf.TASK, task.id, 0, seq)


@writes(users.set_language, Outcome.STAYS)
async def a_language_is_chosen(world):
    return "/idioma es"


@writes(users.set_timezone, Outcome.STAYS)
async def a_zone_is_chosen(world):
    return "/zona Monterrey"


@writes(users.set_holidays, Outcome.STAYS)
async def holidays_are_chosen(world):
    return SetHolidays("CO")


@writes(users.unlink, Outcome.STAYS)
async def an_account_is_left(world):
    return Leave()


@writes(users.link, Outcome.STAYS, who="mallory")
async def an_account_is_joined(world):
    """By nobody whom the directory knows by then."""
    await world.operate(users.add_user, UserCreate(username="mallory", name="Mallory"))
    return Join(await world.operate(users.invite, "mallory"))


APART = {
    *(drafts.begin_draft, drafts.change_draft, drafts.drop_draft, asked_tasks.withdraw_asked),
    *(task_requests.ask_for_date, last_change.withdraw_last_asked),
    *(
        snoozes.snooze,
        snoozes.put_off,
        nudges.nudge,
        task_nudges.nudge_about,
        notices.choose_notices,
        followers.unmute,
        groups.unlink_group,
    ),
    *(red_help.answer, red_help.drop_helper, red_help.withdraw_red),
    *(calendar_links.make_link, calendar_links.renew_link, calendar_links.end_link),
    *(outside_calendars.add_outside_calendar, outside_calendars.remove_outside_calendar),
    *(sign_ons.open_sign_on, sign_ons.answer_sign_on),
    *(tokens.issue_first_token, tokens.issue_own_token, tokens.end_own_token, users.end_own_tokens),
}
"""The commands that write nothing that the journal has."""


def commands_named(module):
    """The commands that a module names as an attribute of what it imports."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = getattr(vars(module).get(node.value.id), node.attr, None)
            if isinstance(found, UseCase) and found.writes:
                yield found


def test_the_walk_knows_every_command_that_the_chat_runs():
    named = {each.name for module in MODULES for each in commands_named(module)}
    assert named == {each.use_case.name for each in WRITTEN} | {each.name for each in APART}


async def does(world, who, made):
    """Press or write what was made; the message that then shows what became of it."""
    if isinstance(made, Action):
        return (await world.forges(who, write(made)))[0]
    screen, words = made if isinstance(made, tuple) else (None, made)
    if screen is not None:
        await world.forges(who, write(screen))
    said = await world.says(who, words)
    await world.quiet()
    return world.phone(who).current(said)


@writes(last_change.undo_last, Outcome.STAYS)
async def what_was_done_last_is_taken_back(world):
    await world.task("ana")
    await world.says("ana", "/comentar 1 Falta la firma", "Comentario guardado")
    return "deshaz eso"


@writes(last_change.withdraw_last_comment, Outcome.STAYS)
async def a_comment_is_withdrawn(world):
    await world.comment("ana", await world.task("ana"), "Falta la firma")
    return "borra ese comentario"


async def saved(world, words):
    """Save what a draft of Ana's has."""
    await world.taps("ana", await world.says("ana", words, sees="sin guardar"), "✅ Guardar")


@writes(corrections.correct_task)
async def a_task_just_saved_is_put_right(world):
    await saved(world, "/nueva Contrato para el viernes")
    return "perdón, para el jueves"


@writes(corrections.correct_absence)
async def an_absence_just_saved_is_put_right(world):
    await saved(world, "/ausencia jueves")
    return "no, el viernes"


@writes(corrections.correct_event)
async def an_event_just_saved_is_put_right(world):
    await saved(world, "/evento Junta jueves 16:00 1h @luis")
    return "perdón, era a las 5"


@writes(last_change.move_last_comment, Outcome.STAYS)
async def a_comment_is_moved_to_another_task(world):
    for _ in range(2):
        await world.task("ana")
    await world.says("ana", "/comentar 1 Falta la firma", "Comentario guardado")
    return "no, era en la 2"


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written.made.__name__)
async def test_what_a_press_or_a_sentence_changed_is_ones_own_by_chat_in_one_unit_and_taken_back(world, written, ran):
    made = await written.made(world)
    last = max((row.seq for row in await rows_of_journal(world.store)), default=0)
    before = await things(world.store)
    ran.clear()
    shown = await does(world, written.who, made)
    assert written.use_case.name in ran
    rows = await rows_of_journal(world.store, last)
    assert bool(rows) is (written.outcome is not Outcome.NOTHING)
    writer = world.users.get(written.who)
    ones_own = (writer and writer.id, written.via, None)
    assert {(row.actor_user_id, row.via, row.token) for row in rows} <= {ones_own}
    assert len({row.unit for row in rows}) <= 1
    assert None not in {row.unit for row in rows}
    assert (UNDO in labels(shown)) is (written.outcome is Outcome.TAKEN_BACK)
    if written.outcome is Outcome.TAKEN_BACK:
        assert labels(shown).count(UNDO) == 1
        back = await world.taps(written.who, shown, UNDO, notice="↩ Deshecho: quedó como estaba.")
        assert UNDO not in labels(back)
        assert differ(before, await things(world.store)) == {}
        (undone,) = {row.undoes for row in await rows_of_journal(world.store, rows[-1].seq)}
        assert undone in {row.seq for row in rows}


def differ(before, now):
    """The fields of what was there before that are other now."""
    return {
        key: fields
        for key, was in before.items()
        if (fields := {name: (value, now[key][name]) for name, value in was.items() if now[key][name] != value})
    }
