"""Lists of the tasks that meet some conditions, in an order: the request, and what the store is asked for it."""

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, UnsetType

from core.application.use_case import Context
from core.base.calendar_time import ONE_DAY
from core.base.date_times import DateTime
from core.base.errors import FieldCode, Invalid
from core.base.external_ids import IdThere, Source, sought_there
from core.base.model import Int32, Priority, Semaforo, TaskStatus
from core.base.paging import FROM, TO, OrderedPage, set_or_none
from core.language.accents import words_in
from core.records.work import TaskConditions

MOST_VALUES = 10
LONGEST = 200
"""The most characters of `q`, as for a search."""


class TaskSort(StrEnum):
    """The fields that order a list of tasks; tasks with the same value are ordered by id."""

    ID = "id"
    DUE = "fechaCumplir"
    UPDATED = "updatedAt"


OPEN_STATES = [state for state in TaskStatus if state is not TaskStatus.CERRADA]


def any_of(meaning: str) -> Meta:
    """Limit a list of values, and describe it: a task may have any of them in that field."""
    return Meta(min_length=1, max_length=MOST_VALUES, description=f"{meaning}, any of these.")


States = Annotated[list[TaskStatus], any_of("Its estatus")]
Priorities = Annotated[list[Priority], any_of("Its prioridad")]
Lights = Annotated[list[Semaforo], any_of("Its light in the newest daily log that has it")]


class TaskQuery(OrderedPage, frozen=True, kw_only=True):
    """Active tasks for which all that is given holds, in an order; `from` and `to` bound fechaCumplir."""

    SORTS: ClassVar = {
        TaskSort.ID: ("id", int),
        TaskSort.DUE: ("fecha_cumplir", date),
        TaskSort.UPDATED: ("updated_at", datetime),
    }

    from_date: Annotated[date, Meta(description="The first fechaCumplir, included.")] | UnsetType = FROM
    to_date: Annotated[date, Meta(description="The last fechaCumplir, included.")] | UnsetType = TO
    responsible_user_id: Annotated[Int32, Meta(description="One of those who work on it.")] | UnsetType = UNSET
    leader_user_id: Annotated[Int32, Meta(description="Its leaderUserId.")] | UnsetType = UNSET
    created_by_user_id: Annotated[Int32, Meta(description="Who created it.")] | UnsetType = UNSET
    estatus: States | UnsetType = UNSET
    prioridad: Priorities | UnsetType = UNSET
    semaforo: Lights | UnsetType = UNSET
    open: Annotated[bool, Meta(description="True: any estatus but CERRADA; false: CERRADA.")] | UnsetType = UNSET
    late: Annotated[bool, Meta(description="Whether it is open and was due before today.")] | UnsetType = UNSET
    changed_since: Annotated[DateTime, Meta(description="The earliest updatedAt.")] | UnsetType = UNSET
    q: Annotated[str, Meta(description="Words of descripcion; the last may be the beginning of one.")] | UnsetType = (
        UNSET
    )
    external_source: Source | UnsetType = UNSET
    external_id: IdThere | UnsetType = UNSET
    sort: Annotated[TaskSort, Meta(description="What the list is ordered by, and then by id.")] | UnsetType = UNSET

    @property
    def is_plain(self) -> bool:
        """True where nothing is asked for but a page by id."""
        return self.changes().keys() <= {"limit", "after_id"}


ALL_TASKS = TaskQuery()


def conditions_of(ctx: Context, asked: TaskQuery) -> TaskConditions:
    """The conditions of a query for the store. Raises `Invalid` on inverted dates and on words without a letter."""
    first, last = asked.dates()
    states = frozenset(TaskStatus if asked.estatus is UNSET else asked.estatus)
    if asked.open is not UNSET:
        states &= {*OPEN_STATES} if asked.open else {TaskStatus.CERRADA}
    if asked.late is True:
        states -= {TaskStatus.CERRADA}
        yesterday = ctx.today - ONE_DAY
        last = min(last, yesterday) if last else yesterday
    since = None if asked.changed_since is UNSET else asked.changed_since.instant("changedSince", ctx.settings.zone)
    return TaskConditions(
        responsible=set_or_none(asked.responsible_user_id),
        leader=set_or_none(asked.leader_user_id),
        creator=set_or_none(asked.created_by_user_id),
        states=states,
        priorities=frozenset(Priority if asked.prioridad is UNSET else asked.prioridad),
        lights=None if asked.semaforo is UNSET else frozenset(asked.semaforo),
        due_from=first,
        due_to=last,
        not_late_on=ctx.today if asked.late is False else None,
        changed_since=since,
        words=words_of(asked),
        external=sought_there(asked.external_source, asked.external_id),
    )


def words_of(asked: TaskQuery) -> Sequence[str]:
    """The words of `q`, none without it. Raises `Invalid` where it is too long or has none."""
    if asked.q is UNSET:
        return ()
    if len(asked.q) > LONGEST:
        raise Invalid.at("q", FieldCode.TOO_LONG, limit=LONGEST)
    if not (words := list(dict.fromkeys(words_in(asked.q)))):
        raise Invalid.at("q", FieldCode.NO_WORDS)
    return words
