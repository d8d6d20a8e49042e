"""Button data: short, versioned, read back exactly or not at all."""

from datetime import date

import pytest

from bot.chat.callbacks import read, read_screen
from bot.chat.callbacks.absences import (
    AbsenceCard,
    AbsenceList,
    AnswerMove,
    EndAbsence,
    Move,
    MoveAnswered,
    MoveAsked,
    MoveTask,
    TaskOfAbsence,
)
from bot.chat.callbacks.account import Join, Leave, SetZone, Speak, Zones
from bot.chat.callbacks.agenda import AgendaDay, AgendaMonth, AgendaRange, EventCard, ReminderCard, Snooze
from bot.chat.callbacks.callback_data import MAX_BYTES, AskFor, NoAction, Screen, write
from bot.chat.callbacks.day import (
    CloseDay,
    Day,
    GoOn,
    Item,
    ReportEnd,
    SetLight,
    SetPercent,
    StartReport,
    Today,
    Walk,
)
from bot.chat.callbacks.drafts import (
    CountMe,
    DraftCard,
    DraftDropped,
    DropDraft,
    Field,
    Free,
    FreeHelp,
    SaveDraft,
    SetField,
)
from bot.chat.callbacks.red import NameHelper
from bot.chat.callbacks.surveys import Block, Finish, KeepOn, ReopenForSurvey, Survey, SurveyAsk
from bot.chat.callbacks.tasks import (
    LetIn,
    SetDue,
    SetMuted,
    SetPriority,
    SetResponsible,
    SetStatus,
    TaskCard,
    TaskFilter,
    TaskList,
)
from bot.chat.callbacks.team import (
    History,
    Late,
    LedgerOf,
    Nudge,
    NudgeFromPerson,
    Person,
    RedList,
    ReopenTheirs,
    Summary,
    Team,
    TeamMonth,
    TeamWeek,
)
from bot.chat.callbacks.tokens import EndToken, EndTokens
from bot.chat.router import ACTIONS, SCREENS
from core.base.calendar_time import known_zones
from core.base.model import INT32_MAX, Language, Priority, Semaforo, TaskStatus
from core.delivery.snoozes import Delay
from tests.tables import each_row

DAY = date(2026, 11, 23)
LAST = date(9997, 12, 31).toordinal()
BACK = TaskFilter.OPEN, 999, LAST, INT32_MAX
"""The longest way back of a task's card."""
WIDEST = [
    LetIn(INT32_MAX, INT32_MAX, INT32_MAX),
    SetMuted(INT32_MAX, *BACK, muted=True),
    Free(INT32_MAX, INT32_MAX),
    FreeHelp(ask=True),
    CountMe(INT32_MAX, among=True),
    AbsenceList(INT32_MAX, INT32_MAX),
    AbsenceCard(INT32_MAX, INT32_MAX, ending=True),
    TaskOfAbsence(INT32_MAX, INT32_MAX, Move.PERSON, INT32_MAX),
    MoveAsked(INT32_MAX, INT32_MAX, LAST, Move.PERSON, INT32_MAX, declined=True),
    MoveAnswered(INT32_MAX, INT32_MAX, Move.PERSON, INT32_MAX, accepted=True),
    EndAbsence(INT32_MAX, DAY, DAY),
    MoveTask(INT32_MAX, INT32_MAX, Move.PERSON, INT32_MAX, INT32_MAX),
    AnswerMove(INT32_MAX, INT32_MAX, LAST, Move.PERSON, INT32_MAX, accept=True),
    AgendaDay(DAY, INT32_MAX),
    AgendaRange(DAY, DAY, 999),
    AgendaMonth(DAY),
    EventCard(INT32_MAX, DAY, INT32_MAX),
    Day(DAY, INT32_MAX),
    Today(),
    Item(DAY, INT32_MAX, AskFor.COMMENT, Walk.CHANGED),
    NameHelper(INT32_MAX, DAY.toordinal(), INT32_MAX, INT32_MAX, named=False, walk=Walk.CHANGED),
    GoOn(DAY, DAY, INT32_MAX, back=True),
    ReportEnd(DAY, INT32_MAX, closing=True),
    StartReport(DAY, DAY, unchanged=True),
    TaskList(TaskFilter.PLANNING, 999),
    TaskCard(INT32_MAX, AskFor.STATUS, TaskFilter.WEEK, 999, LAST, INT32_MAX, LAST),
    Team(DAY, INT32_MAX),
    RedList(INT32_MAX),
    Summary(own=True),
    Survey(INT32_MAX, SurveyAsk.COMMENT),
    ReminderCard(INT32_MAX),
    Late(INT32_MAX),
    LedgerOf(INT32_MAX, INT32_MAX),
    Finish(INT32_MAX),
    KeepOn(INT32_MAX, 100),
    Block(INT32_MAX),
    ReopenForSurvey(DAY, DAY, INT32_MAX, INT32_MAX),
    Snooze(INT32_MAX, Delay.TOMORROW),
    Nudge(DAY, INT32_MAX, INT32_MAX),
    NudgeFromPerson(DAY, INT32_MAX, INT32_MAX, INT32_MAX),
    TeamWeek(DAY, INT32_MAX),
    TeamMonth(DAY, INT32_MAX),
    History(DAY),
    Person(DAY, INT32_MAX, INT32_MAX, INT32_MAX),
    CloseDay(DAY, DAY, INT32_MAX),
    SetLight(DAY, DAY, INT32_MAX, Semaforo.AMARILLO, Walk.CHANGED),
    SetPercent(DAY, DAY, INT32_MAX, 100, AskFor.WHY, Walk.CHANGED),
    ReopenTheirs(DAY, DAY, INT32_MAX, INT32_MAX, 999, 999),
    SetStatus(INT32_MAX, *BACK, TaskStatus.PLANEACION),
    SetDue(INT32_MAX, *BACK, DAY),
    SetPriority(INT32_MAX, *BACK, Priority.URGENTE),
    SetResponsible(INT32_MAX, *BACK, INT32_MAX, responsible=False, at=999),
    Speak(Language.ES),
    Join("a" * 26),
    Leave(),
    NoAction(),
    DraftCard(INT32_MAX, Field.PEOPLE, INT32_MAX),
    DraftDropped(),
    SetField(INT32_MAX, Field.PEOPLE, -INT32_MAX, INT32_MAX),
    SaveDraft(INT32_MAX, anyway=True),
    DropDraft(INT32_MAX),
    EndTokens(INT32_MAX),
    EndToken("t_" + "f" * 11, 999),
    Zones(ask=True),
    Zones(),
    *(SetZone(zone) for zone in ["", max(known_zones(), key=len)]),
]


@each_row(WIDEST)
def test_a_place_is_read_back_from_its_short_text(place):
    text = write(place)
    assert len(text.encode()) <= MAX_BYTES
    assert text.startswith("1:")
    assert read(text) == place


def test_one_too_long_is_refused():
    with pytest.raises(ValueError, match="longer than 64"):
        write(Join("a" * 70))


@each_row(
    [
        "", ":", "1", "1:", "0:h", "2:h", "01:h", "h", "1:nope", "1:d", "1:d:", "1:d:2026-02-30", "1:d:20261123",
        "1:d:1899-12-31", "1:d:9999-12-31", "1:d:2026-11-23:x", f"1:d:2026-11-23:{2**31}", "1:i:2026-11-23:1:q",
        "1:L:2026-11-23:2026-11-23:1:AZUL", "1:P:2026-11-23:2026-11-23:1:", "1:P:2026-11-23:2026-11-23:1:5.5",
        "1:S:1:o:0:0:0:ABIERTA", "1:S:1:CERRADA", "1:l:o:1000", "1:t:1::o:-1",
        "1:t:1::o:0:-1", f"1:t:1::o:0:{2**31 - 1}", "1:G:fr", "\x00", "1:t:١",
    ],
)  # fmt: skip
def test_anything_else_is_none(text):
    assert read(text) is None


def test_a_press_is_no_view():
    assert read_screen(write(Leave())) is None
    assert read_screen(write(Today())) == Today()
    assert read_screen("") is None


@each_row(
    [
        ((2026, 11, 23), (2026, 11, 23), (2026, 11, 23), (2026, 11, 23)),
        ((2026, 11, 23), (2026, 11, 23), (2026, 11, 24), (2026, 11, 24)),
        ((2026, 11, 20), (2026, 11, 23), (2026, 11, 23), (2026, 11, 20)),
        ((2026, 11, 24), (2026, 11, 23), (2026, 11, 25), (2026, 11, 26)),
        ((9997, 1, 1), (1901, 1, 1), (2026, 11, 23), (9999, 12, 31)),
        ((1901, 1, 1), (9997, 1, 1), (2026, 11, 23), (1, 1, 1)),
    ]
)
def test_the_day_meant_is_as_far_from_today_as_when_the_button_was_drawn(fecha, drawn, today, meant):
    press = CloseDay(date(*fecha), date(*drawn), 1)
    assert press.meant(date(*today)) == date(*meant)


def leaves(kind):
    below = kind.__subclasses__()
    return {kind} if not below else set().union(*map(leaves, below))


def test_everything_that_can_be_shown_can_be_drawn():
    assert set(SCREENS) == leaves(Screen)


def test_every_change_has_its_handler_and_a_place_to_go_back_to():
    for press in WIDEST:
        if not isinstance(press, Screen | NoAction):
            assert type(press) in ACTIONS
            assert type(press.screen()) in SCREENS
