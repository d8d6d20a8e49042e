"""«¿Qué se cerró, qué está atorado y qué sigue?»: one message with the three, for Monday's meeting."""

import pytest

from bot.chat.callbacks.team import MeetingOf
from bot.chat.panels.components import NO_ISOLATES
from bot.chat.panels.groups import may_be_shown
from tests.bot.chat.handlers.meetings import spaced
from tests.cast import day
from tests.tables import each_row


@pytest.fixture
async def lived(world):
    await world.link("ana", "luis", "lucia", "pablo")
    closed = await world.task("ana", text="Contrato de Reyes")
    await world.change_task("ana", closed, estatus="CERRADA")
    await world.task("luis", text="Lona de Reyes", due=-2)
    await world.task("ana", text="Propuesta de Reyes", due=4)
    return world


PANEL = [
    "✅ Se cerró · 1",
    "• «Contrato de Reyes» (#1) — Ana · lun, 23 nov",
    "",
    "⚠️ Está atorado o atrasado · 1",
    "• «Lona de Reyes» (#2) — Luis · venció sáb, 21 nov",
    "",
    "➡️ Sigue · 1",
    "• «Propuesta de Reyes» (#3) — Ana · vence vie, 27 nov",
]


def lines(message):
    return spaced(message).translate(NO_ISOLATES).split("\n")


async def test_three_parts_in_one_message(lived):
    said = await lived.says("lucia", "¿qué se cerró, qué está atorado y qué sigue?", "Para la junta")
    assert lines(said)[2] == "Para la junta · 16–23 nov 2026"
    assert lines(said)[4:] == PANEL
    assert len(lived.phone("lucia").messages) == 2, "the question and its answer"


async def test_of_a_client_by_a_word_of_its_tasks(lived):
    said = await lived.says("lucia", "¿cómo va Reyes?", "Para la junta")
    assert lines(said)[2].startswith("Para la junta · reyes")
    assert lines(said)[4:] == PANEL


@each_row(
    [
        ("lucia", "what got done, what's stuck, what's next?", "Para la junta · 16–23 nov 2026"),
        ("lucia", "¿qué cerró Ana, qué tiene atorado y qué sigue?", "Para la junta · Ana"),
        ("ana", "¿qué cerró Luis, qué tiene atorado y qué sigue?", "Lo de Luis lo ven Luis y su líder."),
    ],
    given="lived",
)
async def test_of_whom_who_is_shown_it(lived, who, words, shown):
    assert shown in spaced(await lived.says(who, words))


def test_a_group_is_shown_its_teams_alone():
    shown = [MeetingOf(day(-7), day(0)), MeetingOf(day(-7), day(0), 2), MeetingOf(day(-7), day(0), words="Reyes")]
    assert [may_be_shown(each) for each in shown] == [True, False, False]
