"""The journal's rows, which triggers write (`storage.schema.migrations.journal`)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.use_case import identity
from core.ports.journal import JournalRepository
from core.records.journal import CHANGED, KINDS, Entity, JournalRow, JournalState, Via
from core.records.people import Actor
from storage.repositories import task_filter
from storage.repositories import task_rules as rules
from storage.repositories.event_filter import visible
from storage.repositories.viewers import EACH_VIEWER, VIEWER, VIEWERS, Viewer
from storage.schema.calendar import (
    event_participants,
    event_series,
    event_types,
    event_visibility,
    events,
    own_reminders,
)
from storage.schema.journal import ITEM_UPDATED, JOURNALED, journal, journal_state
from storage.schema.metadata import metadata
from storage.schema.migrations.journal import INSTANT, JSON, Journaled
from storage.schema.people import absences, users
from storage.schema.work import daily_log_items, daily_logs, task_rules, tasks
from storage.sql.column_types import choice, utc_text
from storage.sql.executor import Repository, every, one, only
from storage.sql.expressions import Spelled, among, parameter_of
from storage.sql.statements import Change, Query, as_tuple

YOUNGEST = sa.select(sa.func.max(journal.c.seq)).scalar_subquery()
FIRST = (
    sa.select(journal.c.seq, journal.c.at)
    .where(journal.c.seq < YOUNGEST)
    .order_by(journal.c.seq)
    .limit(sa.bindparam("most", type_=sa.Integer))
    .subquery("first")
)
LAST = sa.select(sa.func.coalesce(sa.func.max(journal.c.seq), 0).label("seq"))
SETTLED = sa.select(sa.func.journal_settled().label("seq"))
GIVEN = sa.select(sa.func.coalesce(sa.func.pg_sequence_last_value("journal_seq_seq"), 0).label("seq"))
COLUMNS = [
    *(journal.c.seq, journal.c.unit, journal.c.at, journal.c.actor_user_id),
    sa.type_coerce(journal.c.via, choice(Via, "via")).label("via"),
    *(journal.c.token, journal.c.kind, journal.c.entity_id),
    sa.type_coerce(journal.c.root, choice(Entity, "root")).label("root"),
    *(journal.c.root_id, journal.c.changed.label("changed_json"), journal.c.undoes),
]
"""The columns of a row, in the order of `JournalRow`."""
ROWS = sa.select(*COLUMNS)
MOST = sa.bindparam("most", type_=sa.Integer)

DATABASE = Spelled(
    journal_state.c.database_id,
    journal_state.c.database_id
    + sa.func.left(
        sa.func.md5(
            sa.literal_column(
                "(SELECT system_identifier::text FROM pg_control_system())"
                " || (SELECT oid::text FROM pg_database WHERE datname = current_database())"
                " || left(pg_walfile_name(pg_current_wal_lsn()), 8)",
                sa.Text,
            )
        ),
        8,
    ),
)
"""The id of this database. On PostgreSQL it also depends on the server, its database and the timeline, since nobody
tells us of a restore there."""


DELETION, WRITTEN = journal.alias("deletion"), journal.alias("written")
TASK = sa.bindparam("task_id", type_=sa.Integer)
SEQS = sa.select(journal.c.seq)
HISTORY_OF_TASK = sa.union_all(
    SEQS.where(journal.c.root == Entity.TASK, journal.c.root_id == TASK),
    SEQS.join(daily_log_items, journal.c.entity_id == daily_log_items.c.id).where(
        ITEM_UPDATED, daily_log_items.c.task_id == TASK
    ),
).subquery("history_of_task")
"""The rows about a task and what belongs to it, and about changes of its items in daily logs; found by indices."""

OF_UNIT = journal.c.unit == sa.bindparam("unit", type_=sa.BigInteger)


def went_along(entity: Entity, table: sa.Table, viewer: Viewer, *columns: Any) -> sa.Select[Any]:
    """Columns of the viewer's row of a kind that was deleted in the same unit as the current event."""
    deletions = sa.select(DELETION.c.unit).where(
        DELETION.c.root == Entity.EVENT, DELETION.c.root_id == events.c.id, DELETION.c.kind == "event.deleted"
    )
    return (
        sa.select(*columns)
        .select_from(journal)
        .join(table, table.c.id == journal.c.entity_id)
        .where(
            journal.c.root == Entity.EVENT,
            journal.c.root_id == events.c.id,
            journal.c.kind == f"{entity}.deleted",
            journal.c.unit == deletions.order_by(DELETION.c.seq.desc()).limit(1).correlate(events).scalar_subquery(),
            table.c.user_id == viewer.id,
        )
        .correlate_except(journal, table)
    )


def was_visible(viewer: Viewer) -> sa.ColumnElement[bool]:
    """The condition that the viewer could read the current event before it was deleted."""
    shown = went_along(Entity.VISIBILITY, event_visibility, viewer, event_visibility.c.is_visible).limit(1)
    return sa.or_(
        events.c.created_by_user_id == viewer.id,
        sa.func.coalesce(shown.scalar_subquery(), events.c.is_public),
        went_along(Entity.PARTICIPANT, event_participants, viewer, event_participants.c.id).exists(),
    )


THINGS: Mapping[Entity, sa.Table] = {
    Entity.TASK: tasks,
    Entity.TASK_RULE: task_rules,
    Entity.DAILY_LOG: daily_logs,
    Entity.ABSENCE: absences,
    Entity.EVENT: events,
    Entity.SERIES: event_series,
    Entity.EVENT_TYPE: event_types,
    Entity.PERSON: users,
    Entity.VISIBILITY: event_visibility,
    Entity.OWN_REMINDER: own_reminders,
}
"""The things whose readers may read the journal's rows about them."""


def readable_by(viewer: Viewer) -> Mapping[Entity, sa.ColumnElement[bool]]:
    """The condition on which a viewer may read a thing of each kind by a relation, as the table of permissions says.

    A person is not in it: no relation lets one read a person's rows.
    """

    def is_theirs(person: sa.Column[int]) -> sa.ColumnElement[bool]:
        return sa.or_(person == viewer.id, viewer.leads(person))

    return {
        Entity.TASK: task_filter.is_visible(viewer),
        Entity.TASK_RULE: rules.is_visible(viewer),
        Entity.DAILY_LOG: is_theirs(daily_logs.c.user_id),
        Entity.ABSENCE: is_theirs(absences.c.user_id),
        Entity.EVENT: sa.case((events.c.is_deleted, was_visible(viewer)), else_=visible(viewer)),
        Entity.SERIES: event_series.c.created_by_user_id == viewer.id,
        Entity.OWN_REMINDER: own_reminders.c.user_id == viewer.id,
        Entity.EVENT_TYPE: sa.true(),
        Entity.VISIBILITY: sa.or_(
            event_visibility.c.user_id == viewer.id,
            sa.exists()
            .where(events.c.id == event_visibility.c.event_id, events.c.created_by_user_id == viewer.id)
            .correlate_except(events),
        ),
    }


def ids_of_things(entity: Entity, *conditions: sa.ColumnElement[bool]) -> Query[int]:
    return Query(sa.select(THINGS[entity].c.id).where(among(THINGS[entity].c.id, "ids"), *conditions), int)


def ids_of_things_by_viewer(entity: Entity, readable: sa.ColumnElement[bool]) -> Query[tuple[int, int]]:
    """Select a pair (viewer, thing) for all that each of several viewers may read."""
    found = sa.select(VIEWERS.c.value, THINGS[entity].c.id).select_from(VIEWERS.join(THINGS[entity], sa.true()))
    return Query(found.where(among(THINGS[entity].c.id, "ids"), readable), as_tuple)


def values_of(journaled: Journaled) -> Query[tuple[int, Mapping[str, Any]]]:
    """The values of rows of a table, written as the journal's triggers write them."""
    names = [journaled.name_of(column) for column in journaled.columns]
    ways = list(journaled.columns.values())

    def as_written(thing_id: int, *values: Any) -> tuple[int, Mapping[str, Any]]:
        return thing_id, dict(zip(names, map(written, values, ways), strict=True))

    table = metadata.tables[journaled.table]
    columns = [table.c[column] for column in journaled.columns]
    return Query(sa.select(table.c.id, *columns).where(among(table.c.id, "ids")), as_written)


def written(value: Any, way: str) -> Any:
    if value is None:
        return None
    if way == JSON:
        return msgspec.json.decode(value)
    return utc_text(value) if way == INSTANT else msgspec.to_builtins(value)


class Journal(Repository, JournalRepository):
    settled = only(LAST, int, postgresql=SETTLED)
    last_number = only(LAST, int, postgresql=GIVEN)
    state = only(sa.select(DATABASE.label("database_id"), journal_state.c.pruned_to), JournalState)
    rows = every(
        ROWS.where(
            journal.c.seq > sa.bindparam("after", type_=sa.BigInteger),
            journal.c.seq <= sa.bindparam("until", type_=sa.BigInteger),
        )
        .order_by(journal.c.seq)
        .limit(MOST),
        JournalRow,
    )
    of_thing = every(
        ROWS.where(
            journal.c.root == parameter_of(journal.c.root),
            journal.c.root_id == parameter_of(journal.c.root_id),
            journal.c.seq < sa.bindparam("before", type_=sa.BigInteger),
        )
        .order_by(journal.c.seq.desc())
        .limit(MOST),
        JournalRow,
    )
    of_task = every(
        ROWS.where(
            journal.c.seq.in_(
                sa.select(HISTORY_OF_TASK.c.seq)
                .where(HISTORY_OF_TASK.c.seq < sa.bindparam("before", type_=sa.BigInteger))
                .order_by(HISTORY_OF_TASK.c.seq.desc())
                .limit(MOST)
            )
        ).order_by(journal.c.seq.desc()),
        JournalRow,
    )

    READABLE = {entity: ids_of_things(entity, readable) for entity, readable in readable_by(VIEWER).items()}  # noqa: RUF012 never changed
    READABLE_BY_EACH = {  # noqa: RUF012 never changed
        entity: ids_of_things_by_viewer(entity, readable) for entity, readable in readable_by(EACH_VIEWER).items()
    }
    THERE = {entity: ids_of_things(entity) for entity in THINGS}  # noqa: RUF012 never changed

    async def readable(self, viewer: Actor | None, entity: Entity, ids: Collection[int]) -> Collection[int]:
        if viewer is None:
            return set(await self._db.all(self.THERE[entity], ids=ids))
        if entity not in self.READABLE:
            return set()
        return set(await self._db.all(self.READABLE[entity], ids=ids, viewer=viewer.id, team=viewer.team))

    async def readable_by_each(
        self, viewers: Collection[int], entity: Entity, ids: Collection[int]
    ) -> Sequence[tuple[int, int]]:
        if entity not in self.READABLE_BY_EACH:
            return ()
        return await self._db.all(self.READABLE_BY_EACH[entity], viewers=viewers, ids=ids)

    get = one(ROWS.where(journal.c.seq == sa.bindparam("seq", type_=sa.BigInteger)), JournalRow)
    of_unit = every(ROWS.where(OF_UNIT).order_by(journal.c.seq), JournalRow)
    units_of = every(
        sa.select(journal.c.unit)
        .where(
            journal.c.actor_user_id == sa.bindparam("actor_id", type_=sa.Integer),
            journal.c.unit >= sa.bindparam("first", type_=sa.BigInteger),
        )
        .group_by(journal.c.unit)
        .order_by(journal.c.unit.desc())
        .limit(MOST),
        int,
    )
    undoing = every(
        ROWS.where(
            journal.c.root == parameter_of(journal.c.root),
            among(journal.c.root_id, "root_ids"),
            journal.c.undoes.in_(sa.select(WRITTEN.c.seq).where(WRITTEN.c.unit == sa.bindparam("unit"))),
        ).order_by(journal.c.seq),
        JournalRow,
    )

    VALUES = {Entity(journaled.entity): values_of(journaled) for journaled in JOURNALED}  # noqa: RUF012 never changed

    async def values(self, entity: Entity, ids: Collection[int]) -> Mapping[int, Mapping[str, Any]]:
        return dict(await self._db.all(self.VALUES[entity], ids=ids))

    OF_ENTITY = Query(
        sa.select(journal.c.seq, journal.c.kind, journal.c.changed).where(
            journal.c.root == parameter_of(journal.c.root),
            journal.c.root_id == parameter_of(journal.c.root_id),
            journal.c.entity_id == parameter_of(journal.c.entity_id),
        ),
        as_tuple,
    )
    REWRITE = Change(sa.update(journal).where(journal.c.seq == sa.bindparam("this", type_=sa.BigInteger)), ["changed"])

    async def forget_field(self, entity: Entity, entity_id: int, root: Entity, root_id: int, field: str) -> None:
        for seq, kind, text in await self._db.all(self.OF_ENTITY, root=root, root_id=root_id, entity_id=entity_id):
            changed = CHANGED.decode(text)
            if KINDS[kind] is entity and changed.pop(field, None):
                await self._db.run(self.REWRITE, this=seq, changed=changed)

    note_undo = only(
        sa.select(sa.func.journal_undo(sa.bindparam("seq"))),
        identity,
        postgresql=sa.select(
            sa.func.set_config("semaforo.undoes", sa.cast(sa.bindparam("seq", type_=sa.BigInteger), sa.Text), sa.true())
        ),
    )

    OLD = Query(
        sa.select(sa.func.max(FIRST.c.seq).label("last")).where(FIRST.c.at < parameter_of(journal.c.at, "before")),
        identity,
    )
    FORGET = Change(sa.delete(journal).where(journal.c.seq <= sa.bindparam("last", type_=sa.BigInteger)))
    BEGIN_AFTER = Change(sa.update(journal_state), ["pruned_to"])

    async def prune(self, before: datetime, most: int) -> int:
        last = await self._db.one(self.OLD, before=before, most=most)
        if last is None:
            return 0
        await self._db.run(self.BEGIN_AFTER, pruned_to=last)
        return await self._db.run(self.FORGET, last=last)
