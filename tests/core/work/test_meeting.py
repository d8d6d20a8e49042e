"""The overview for a meeting, of closed, stuck and next tasks: of a team, a person, or some words."""

import pytest

from core.application.requests import build
from core.base.errors import Code
from core.work import meeting
from core.work.meeting import MeetingRequest
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, ROOT
from tests.core.refusals import forbidden
from tests.core.world import day


async def met(world, who, first=-7, last=0, **fields):
    request = build(MeetingRequest, {"desde": day(first), "hasta": day(last), **fields})
    return await world.run(who, meeting.meeting, request)


def ids(rows):
    return [row.task_id for row in rows]


@pytest.fixture
async def lived(world):
    """Ana's 1 is closed today, 2 red, 3 late, 4 due next week, 5 later. Luis has 6, Pablo 7; 1, 6, 7 are for Reyes."""
    closed = await world.task(ANA, descripcion="Contrato de Reyes")
    red = await world.task(ANA, fechaCumplir=day(3))
    await world.task(ANA, fechaSolicitud=day(-9), fechaCumplir=day(-2))
    await world.task(ANA, fechaCumplir=day(7))
    await world.task(ANA, fechaCumplir=day(8))
    await world.light(ANA, (await world.item(ANA, task=red)).id, "ROJO", motivo="Falta la firma")
    await world.edit(ANA, closed, estatus="CERRADA")
    await world.task(LUIS, descripcion="Lona para REYES", fechaCumplir=day(1))
    await world.task(PABLO, descripcion="Reyes, propuesta", fechaCumplir=day(1))
    return world


async def test_each_task_stands_once_where_it_belongs(lived):
    found = await met(lived, LUCIA)
    assert (ids(found.closed), ids(found.stuck), ids(found.next)) == ([1], [2, 3], [6, 4])
    assert {row.task_id: row.motivo for row in found.stuck} == {2: "Falta la firma", 3: None}
    assert [row.since for row in found.stuck] == [day(0), None], "nobody set 3 red"
    assert found.next_until == day(7)


async def test_closed_ones_are_those_of_the_days(lived):
    assert ids((await met(lived, LUCIA, -7, -1)).closed) == []


async def test_of_a_person_and_of_oneself(lived):
    assert ids((await met(lived, LUCIA, userId=int(LUIS))).next) == [6]
    assert ids((await met(lived, PABLO)).next) == [7], "who leads nobody is told their own"
    for who in (MARTA, LUIS):
        with forbidden(Code.FORBIDDEN):
            await met(lived, who, userId=int(ANA))


async def test_of_a_client_whatever_one_may_read_and_nothing_else(lived):
    found = await met(lived, LUCIA, q="réyes")
    assert (ids(found.closed), ids(found.stuck), ids(found.next)) == ([1], [], [6])
    assert ids((await met(lived, PABLO, q="reyes")).next) == [7]


async def test_of_a_client_whoever_reads_all_is_told_all(lived):
    found = await met(lived, ROOT, q="reyes")
    assert (ids(found.closed), ids(found.next)) == ([1], [6, 7])
    assert ids((await met(lived, MARTA, q="reyes")).next) == []
