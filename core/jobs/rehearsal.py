"""Rehearsals of the days to come: whose messages somebody asks for, and what they suppose.

A simulation answers it over a copy of the database, in which the suppositions are carried out first, as the person who
asks and with their rights. Before that they are tried in the real database, in a transaction that is rolled back: so
the person reads what they may not suppose.
"""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from msgspec import Meta, Struct, field

from core.application.access import Operation, relations_to_person, require
from core.application.scopes import require_scopes
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import ONE_DAY
from core.base.errors import FieldCode, Invalid, faults_at
from core.base.model import Int32, Model, Nothing, Request
from core.delivery.proposals import TriedError
from core.people import users
from core.people.absences import AbsenceCreate, declare_absence
from core.records.messages import Message
from core.records.tokens import Scope
from core.work.task_edits import TaskEdit, edit_task

MOST_AHEAD = 14 * ONE_DAY
MOST_SUPPOSED = 20


class SupposedDueDate(Request, frozen=True, kw_only=True):
    """A task, and when it would be due."""

    task_id: Int32
    fecha_cumplir: date


class Supposed(Request, frozen=True, kw_only=True):
    """Absences and due dates that are supposed to be noted now."""

    absences: Annotated[list[AbsenceCreate], Meta(max_length=MOST_SUPPOSED)] = field(default_factory=list)
    due_dates: Annotated[list[SupposedDueDate], Meta(max_length=MOST_SUPPOSED)] = field(default_factory=list)


class Rehearsal(Struct, frozen=True):
    """A rehearsal: who asks, whose messages of which days are wanted, and what is supposed."""

    person_id: int
    user_ids: Sequence[int]
    first: date
    last: date
    supposed: Supposed


class DayUnasked(Model, frozen=True):
    """A date on which a person is not asked about their day: they do not work."""

    user_id: int
    fecha: date


class Foretold(Struct, frozen=True):
    """Messages in the order in which they are decided: one that is put off comes twice."""

    messages: Sequence[Message]
    unasked: Sequence[DayUnasked]


@needs(Scope.REPORTS_READ)
@query
async def rehearsal_of(ctx: Context, first: date, last: date, user_ids: Sequence[int], supposed: Supposed) -> Rehearsal:
    """A rehearsal for these people, by default the caller and those they lead. Raises `Forbidden`, `Invalid`."""
    if first < ctx.today:
        raise Invalid.at("desde", FieldCode.PAST)
    if last < first:
        raise Invalid.at("hasta", FieldCode.BEFORE, other="desde")
    if last > ctx.today + MOST_AHEAD:
        raise Invalid.at("hasta", FieldCode.TOO_FAR_AHEAD, fecha=ctx.today + MOST_AHEAD)
    people = sorted({*user_ids} or {ctx.actor.id, *ctx.actor.team})
    for person in people:
        require(ctx.actor, Operation.LEDGER_READ, relations_to_person(ctx.actor, person))
        await users.by_id(ctx, person)
    return Rehearsal(ctx.actor.id, people, first, last, supposed)


@needs(Scope.REPORTS_READ)
@command
async def try_supposed(ctx: Context, supposed: Supposed) -> Nothing:
    """Try what is supposed. Raises the error that refuses it, else `TriedError`, so that all is rolled back."""
    if supposed.due_dates:
        require_scopes(ctx.token, frozenset({Scope.TASKS_READ}))
    await suppose(ctx, supposed)
    raise TriedError


@command
async def suppose(ctx: Context, supposed: Supposed) -> Nothing:
    for place, absence in enumerate(supposed.absences):
        with faults_at(f"absences[{place}]"):
            await declare_absence(ctx, absence)
    for place, due in enumerate(supposed.due_dates):
        with faults_at(f"dueDates[{place}]"):
            await edit_task(ctx, due.task_id, TaskEdit(fecha_cumplir=due.fecha_cumplir))
    return Nothing()
