"""`semaforo ledger` and `semaforo simulate` as an operator reads them, on a Monday at nine in Mexico City."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import config, wiring
from core.application.requests import build
from core.application.use_case import Caller
from core.people import absences, users
from core.people.absences import AbsenceCreate
from core.people.users import OPERATOR, UserCreate
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from core.work import task_rules, tasks
from core.work.task_rules import TaskRuleCreate
from core.work.tasks import StatusRequest, TaskCreate
from tests.clock import FakeClock
from tests.system.typed import misused, refused

NOW = FakeClock().now()
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def monday(monkeypatch):
    monkeypatch.setattr(config.Config, "clock", FakeClock())


@pytest.fixture
def office(semaforo):
    """Do something in the database of the folder; Ana has a phone, Nora has none."""

    def do(work):
        async def run():
            async with wiring.open_pipeline(config.load()) as pipeline:
                return await work(pipeline)

        return asyncio.run(run())

    async def gather(pipeline):
        for who in ("ana", "nora"):
            await pipeline.run(Caller(OPERATOR), users.add_user, UserCreate(username=who, name=f"{who.title()} Torres"))
        code = await pipeline.run(Caller(OPERATOR), users.invite, "ana")
        await pipeline.run(Caller(OPERATOR), users.link, code, 7001)

    do(gather)
    return do


def keep(office, *messages):
    """Messages of Ana's: (kind, when it was due, outcome, reason, until, answered)."""

    async def work(pipeline):
        async def write(uow):
            for number, (kind, at, outcome, reason, until, answered) in enumerate(messages, 1):
                await uow.outbox.add([NewMessage(1, kind, {"task_id": 7} if "survey" in kind else {}, kind, at, at)])
                if outcome is Outcome.WAITING and until:
                    await uow.outbox.postpone(number, until, reason, at)
                elif outcome is not Outcome.WAITING:
                    await uow.outbox.settle(number, outcome, reason, until or at)
                if answered:
                    await uow.outbox.answer([kind], answered)

        await pipeline.store.write(write)

    office(work)


def test_a_ledger_says_what_was_due_what_became_of_it_and_when_it_was_answered(semaforo, office):
    keep(
        office,
        (MessageKind.OPEN_PROMPT, NOW - HOUR, Outcome.SENT, None, None, NOW - HOUR / 2),
        (MessageKind.OVERDUE_SURVEY, NOW - 2 * HOUR, Outcome.WAITING, Reason.QUIET_HOURS, NOW + 22 * HOUR, None),
        (MessageKind.OVERDUE_DIGEST, NOW - HOUR, Outcome.WITHHELD, Reason.HOLIDAY, None, None),
        (MessageKind.TASK_ASSIGNED, NOW - 3 * HOUR, Outcome.SENT, None, NOW - 2 * HOUR, None),
        (MessageKind.NUDGE, NOW, Outcome.WAITING, None, None, None),
        (MessageKind.BIRTHDAYS, NOW, Outcome.BLOCKED, None, None, None),
        (MessageKind.CLOSE_PROMPT, NOW - 15 * HOUR, Outcome.FAILED, None, None, None),
    )
    code, lines, err = semaforo("ledger", "ANA")
    assert (code, err) == (0, "")
    assert lines == [
        "Ana Torres (ana) on Mon 2026-11-23, times of America/Mexico_City",
        "",
        "DUE    WHAT                             BECAME                                        ANSWERED",
        "06:00  new task                         sent 07:00",
        "07:00  question about the late task #7  held until Tue 2026-11-24 07:00: quiet hours",
        "08:00  prompt to open the day           sent 08:00                                    08:30",
        "08:00  list of what is late             not sent: holiday",
        "09:00  today's birthdays                not sent: they have blocked the bot",
        "09:00  a leader's reminder              to be sent now",
    ]
    assert semaforo("ledger", "ana", "--date", "2026-11-22")[1][3:] == [
        "DUE    WHAT                     BECAME                              ANSWERED",
        "18:00  prompt to close the day  not sent: Telegram did not take it",
    ]


def test_a_ledger_owns_up_to_a_time_without_service(semaforo, office):
    async def asked(pipeline):
        async def write(uow):
            for at in (NOW - 20 * HOUR, NOW - 3 * HOUR):
                await uow.job_runs.start_scheduled(Job.DAY_PROMPTS, at, at.isoformat())

        await pipeline.store.write(write)

    office(asked)
    told = "The service was not there from {} to {}: what is asked by the clock was not asked then."
    assert semaforo("ledger", "ana")[1][1:3] == [told.format("00:00", "06:00"), told.format("06:00", "09:00")]
    until = "Mon 2026-11-23 00:00"
    assert semaforo("ledger", "ana", "--date", "2026-11-22")[1][2] == told.format("13:00", until)


def test_a_ledger_with_nothing_in_it_says_why(semaforo, office):
    async def away(pipeline):
        ana = await pipeline.run(Caller(OPERATOR), users.actor, 1)
        request = build(AbsenceCreate, {"firstDay": "2026-11-23", "lastDay": "2026-11-25"})
        await pipeline.run(Caller(ana), absences.declare_absence, request)

    office(away)
    assert semaforo("ledger", "ana")[1][1:] == [
        "Not asked about the day: away until 2026-11-25.",
        "",
        "There was nothing to tell them.",
    ]
    assert semaforo("ledger", "nora", "--date", "2026-11-16")[1] == [
        "Nora Torres (nora) on Mon 2026-11-16, times of America/Mexico_City",
        "Telegram is not linked: there is no way to write to them.",
        "Not asked about the day: holiday (Revolution Day).",
        "",
        "There was nothing to tell them.",
    ]
    assert semaforo("ledger", "ana", "--date", "2026-08-25")[1][-1] == (
        "Nothing is remembered for longer than 90 days (jobs.record_days)."
    )
    semaforo("user", "deactivate", "ana")
    assert "They have left: nobody writes to them." in semaforo("ledger", "ana")[1]


def test_what_is_to_come_is_a_table_in_the_order_of_time_and_changes_nothing(semaforo, office):
    async def work(pipeline):
        ana = await pipeline.run(Caller(OPERATOR), users.actor, 1)
        fields = {"descripcion": "Revisar", "fechaSolicitud": "2026-11-02", "fechaCumplir": "2026-11-20"}
        await pipeline.run(Caller(ana), tasks.create_task, build(TaskCreate, fields))
        request = build(AbsenceCreate, {"firstDay": "2026-11-24", "lastDay": "2026-11-24"})
        await pipeline.run(Caller(ana), absences.declare_absence, request)

    office(work)
    before = Path("semaforo.db").read_bytes()
    code, lines, err = semaforo("simulate", "--to", "2026-11-24", "--user", "ana")
    assert (code, err) == (0, "")
    assert lines == [
        "What would be sent from Mon 2026-11-23 to Tue 2026-11-24, times of America/Mexico_City.",
        "Foretold on Mon 2026-11-23 09:00 over a copy: nothing was sent, nothing was changed.",
        "Assumed: nobody reacts. Nobody opens, reports on or closes a day; tasks, events and absences stay as they are",
        "now; the service is up all the time and Telegram takes every message.",
        "",
        "WHEN                  WHO  WHAT                             BECOMES",
        "Mon 2026-11-23 09:00  ana  prompt to open the day           sent",
        "Mon 2026-11-23 09:01  ana  question about the late task #1  sent",
        "Mon 2026-11-23 10:00  ana  list of what is late             not sent: asked about today already",
        "Mon 2026-11-23 14:00  ana  prompt to send the report        sent",
        "Tue 2026-11-24 00:00  ana  prompts for the day              not sent: away until 2026-11-24",
        "Tue 2026-11-24 10:00  ana  list of what is late             not sent: absence",
        "",
        "Messages sent: 3. People written to: 1.",
    ]
    assert Path("semaforo.db").read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["semaforo.db"]
    later = semaforo("simulate", "--from", "2026-11-24", "--to", "2026-11-24")[1]
    assert [line.split("  ")[1] for line in later[6:-2]] == ["ana", "ana"]
    assert semaforo("simulate", "--from", "2026-11-24", "--user", "nora")[1][-1] == "Nobody would be told anything."


def test_the_tasks_that_rules_make_are_foretold_too(semaforo, office):
    async def work(pipeline):
        ana = await pipeline.run(Caller(OPERATOR), users.actor, 1)
        fields = {"descripcion": "Revisar", "recurrenceType": "WEEKLY", "weekdays": [5]}
        rule = await pipeline.run(Caller(ana), task_rules.create_rule, build(TaskRuleCreate, fields))
        closing = build(StatusRequest, {"estatus": "CERRADA"})
        await pipeline.run(Caller(ana), tasks.set_status, rule.task_id, closing)

    office(work)
    _, lines, _ = semaforo("simulate", "--from", "2026-11-27", "--to", "2026-12-04", "--user", "ana")
    assert [line for line in lines if "rule" in line] == [
        "Fri 2026-11-27 00:05  ana  task of rule 1             made: task 2, for Fri 2026-12-04",
        "Fri 2026-12-04 00:05  ana  task of rule 1             waits: task 2 is open",
    ]


@pytest.mark.usefixtures("office")
def test_what_cannot_be_told_is_refused_with_where_to_look(semaforo):
    for argv, said in (
        (("ledger", "ghost"), "ghost"),
        (("ledger", "ana", "--date", "2026-11-24"), "semaforo simulate --user ana --from 2026-11-24"),
        (("simulate", "--user", "ghost"), "ghost"),
        (("simulate", "--from", "2026-11-22"), "semaforo ledger USER --date 2026-11-22"),
        (("simulate", "--to", "2026-11-22"), "semaforo ledger USER --date 2026-11-22"),
        (("simulate", "--from", "2026-11-25", "--to", "2026-11-24"), "--to: 2026-11-24 is before 2026-11-25"),
        (("simulate", "--to", "2028-01-01"), "366 days"),
    ):
        assert said in refused(semaforo, *argv)


def test_without_a_schema_on_a_server_nothing_is_foretold_and_none_is_made(
    semaforo_anew, monkeypatch, bare_postgresql_url
):
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", bare_postgresql_url)
    assert "there is no schema" in refused(semaforo_anew, "simulate")
    assert "there is no database" in semaforo_anew("db", "check")[2]


@pytest.mark.parametrize(
    "text", ["tomorrow", "2026-11-31", "20261123", "2026-11-23T00:00", "２０２６-11-23", "0001-01-01"]
)
def test_a_date_that_is_none_is_wrong_use(semaforo, text, capsys):
    assert "takes a date as YYYY-MM-DD" in misused(semaforo, capsys, "simulate", "--to", text)
