"""The journal of a store, and a check that it is complete: replayed over nothing, it makes the tables."""

import json
from collections import Counter
from datetime import date, datetime
from enum import Enum

import sqlalchemy as sa

from storage.schema.journal import JOURNALED, journal, journal_state
from storage.schema.metadata import metadata
from storage.schema.migrations.journal import INSTANT, JSON
from storage.sql.statements import Query, as_tuple

ENTITIES = {journaled.entity: journaled for journaled in JOURNALED}


class Row:
    """A row of the journal."""

    def __init__(self, values):
        vars(self).update(zip(journal.c.keys(), values, strict=True))
        self.changed = json.loads(self.changed)
        self.entity = self.kind.partition(".")[0]

    def __repr__(self):
        return f"{self.seq}: {self.kind} {self.entity_id} {self.changed}"


def tuples(selected):
    """A query of tuples, to be kept: to compile one costs more than to run it a hundred times."""
    return Query(selected, as_tuple)


def things_of(journaled):
    """A query of the table's rows, and under which name and how the journal says each column after the id."""
    table = metadata.tables[journaled.table]
    columns = [(journaled.name_of(name), how) for name, how in journaled.columns.items()]
    return tuples(sa.select(table.c.id, *(table.c[name] for name in journaled.columns))), columns


THINGS = {journaled.entity: things_of(journaled) for journaled in JOURNALED}
ROWS = tuples(sa.select(journal).order_by(journal.c.seq))
PRUNED = tuples(sa.select(journal_state).where(journal_state.c.pruned_to > 0))


async def rows_of(store, query):
    return await store.read(lambda uow: uow.outbox._db.all(query))


async def rows_of_journal(store, after=0):
    return [row for row in map(Row, await rows_of(store, ROWS)) if row.seq > after]


def replayed(rows):
    """The things that the rows make, by entity and id; those that are partly known are marked."""
    made = {}
    for row in rows:
        if row.kind.endswith(".created"):
            made[row.entity, row.entity_id] = {}
        thing = made.setdefault((row.entity, row.entity_id), {"known": "in part"})
        for field, (before, after) in row.changed.items():
            assert before != after, row
            assert "known" in thing or thing.get(field) == before, (row, thing)
            thing[field] = after
        if row.kind == "comment.deleted":
            del made[row.entity, row.entity_id]
    return made


def on_the_wire(value, how):
    if how == JSON:
        return None if value is None else json.loads(value)
    if how == INSTANT:
        return value and value.strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")
    if isinstance(value, Enum):
        return value.value
    return value.isoformat() if isinstance(value, date | datetime) else value


async def things(store):
    """Return the contents of the tables, by entity and id, in the journal's words."""
    found = {}
    for entity, (query, columns) in THINGS.items():
        for row_id, *values in await rows_of(store, query):
            pairs = zip(columns, values, strict=True)
            found[entity, row_id] = {name: on_the_wire(value, how) for (name, how), value in pairs}
    return found


async def assert_says_all(store):
    """Replayed over nothing the journal makes the tables, and each unit has one row for each thing that it changed.

    One that it has made and then changed, as a log of which an item is changed at once, has two. A row that says
    nothing, because what it said was erased, is none.
    """
    rows = await rows_of_journal(store)
    if await rows_of(store, PRUNED):
        return  # what is forgotten says nothing
    made, there = replayed(rows), await things(store)
    for key, thing in made.items():
        partly = thing.pop("known", None)
        full = {field: value for field, value in there[key].items() if value is not None}
        said = {field: value for field, value in thing.items() if value is not None}
        assert said == ({field: full.get(field) for field in said} if partly else full), key
    assert {key for key in there if key not in made and key[0] != "event_type"} == set()
    changes = [row for row in rows if row.unit is not None and row.changed and not row.kind.endswith(".created")]
    times = Counter((row.unit, row.entity, row.entity_id) for row in changes)
    assert [row for row in changes if times[row.unit, row.entity, row.entity_id] > 1] == []
