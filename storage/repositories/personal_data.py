"""The rows and words of one person (`storage.schema.personal`), handed out and erased."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.use_case import identity
from core.ports.personal_data import PersonalDataRepository
from core.records.journal import ERASED, Entity
from core.records.people import Traces
from storage.schema.chat import chat_claims, inbox
from storage.schema.journal import JOURNALED, journal
from storage.schema.metadata import metadata
from storage.schema.migrations.journal import Journaled
from storage.schema.migrations.search_index import KINDS
from storage.schema.people import users
from storage.schema.personal import FREE_TEXT, SECTIONS, Section
from storage.schema.service import idempotency_keys
from storage.sql.column_types import Json
from storage.sql.executor import Repository
from storage.sql.expressions import Spelled, among, parameter_of
from storage.sql.statements import Change, Query, as_tuple

CHANGED = msgspec.json.Decoder(dict[str, list[Any]])
BY_TABLE = {journaled.table: journaled for journaled in JOURNALED}
PLAIN = Journaled("", "", {})
PERSON = sa.bindparam("person", type_=sa.BigInteger)
IDENTITY = (
    *("username", "display_name", "birthday", "timezone", "holidays", "language", "telegram_user_id", "external_id"),
)
"""The fields of a person whose former values the journal forgets: each becomes the present one, but null stays."""
JOURNAL = sa.select(journal.c.seq, journal.c.kind, journal.c.entity_id, journal.c.changed)
OF_PERSON = sa.and_(journal.c.root == Entity.PERSON, journal.c.root_id == PERSON)

SEARCH_WORDS = sa.table("search_words", sa.column("word", sa.Text))
HAS_WORD = "WHERE words @@ CAST(quote_literal(search_words.word) AS tsquery)"


def wire_name(table: sa.Table, column: str) -> str:
    return BY_TABLE.get(table.name, PLAIN).name_of(column)


def handed_out(section: Section) -> Query[dict[str, Any]]:
    columns = [column for column in section.table.c if column.name not in section.hidden]
    names = [wire_name(section.table, column.name) for column in columns]
    as_json = [isinstance(column.type, Json | sa.LargeBinary) for column in columns]

    def row(*values: Any) -> dict[str, Any]:
        return {
            name: msgspec.json.decode(value) if json and value is not None else value
            for name, value, json in zip(names, values, as_json, strict=True)
        }

    return Query(sa.select(*columns).where(section.whose).order_by(*section.table.primary_key), row)


def erasing(section: Section, whose: sa.ColumnElement[bool], columns: Sequence[str]) -> Change:
    erased = sa.bindparam("erased", type_=sa.Text)
    filled = [section.table.c[name] for name in columns]
    left = sa.or_(*(sa.and_(column.is_not(None), column != erased) for column in filled))
    values = {column.name: sa.case((column.is_(None), sa.null()), else_=erased) for column in filled}
    return Change(sa.update(section.table).where(whose, left).values(values))


def begins_with(column: sa.ColumnElement[Any], beginning: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    return sa.func.substr(column, 1, sa.func.length(beginning)) == beginning


def holds(column: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """The condition that a text has the parameter `name` in it, whatever the case of ASCII."""
    text = sa.func.lower(sa.cast(column, sa.Text))
    needle = sa.func.lower(sa.bindparam("name", type_=sa.Text))
    return Spelled(sa.func.instr(text, needle) > 0, sa.func.strpos(text, needle) > 0)


def replacing(column: sa.Column[Any]) -> tuple[Query[Any], Change]:
    """Return the query of a column's texts that have a name in them, and the change that replaces one of these."""
    key = list(column.table.primary_key)
    plain = sa.type_coerce(column, sa.Text)
    value = sa.bindparam("value", type_=sa.Text)
    return (
        Query(sa.select(plain.label("text"), *key).where(holds(plain)), as_tuple),
        Change(
            sa.update(column.table)
            .where(*(each == parameter_of(each, f"key_{each.name}") for each in key))
            .values({column.name: sa.type_coerce(value, sa.Text) if isinstance(column.type, Json) else value})
        ),
    )


class PersonalData(Repository, PersonalDataRepository):
    def sections(self) -> Sequence[str]:
        return list(SECTIONS)

    PERSON_ROWS = Query(JOURNAL.where(OF_PERSON), as_tuple)
    PRESENT = Query(sa.select(*(users.c[name] for name in IDENTITY)).where(users.c.id == PERSON), as_tuple)

    async def _present(self, user_id: int) -> dict[str, Any]:
        values = await self._db.only(self.PRESENT, person=user_id)
        return dict(zip((wire_name(users, name) for name in IDENTITY), values, strict=True))

    async def traces(self, user_id: int) -> Traces:
        present = await self._present(user_id)
        found = {name: {present[name]: None} for name in ("displayName", "username", "telegramUserId")}
        for *_, changed in await self._db.all(self.PERSON_ROWS, person=user_id):
            for field, values in CHANGED.decode(changed).items():
                found.get(field, {}).update(dict.fromkeys(values))
        names, usernames, accounts = ([each for each in values if each is not None] for values in found.values())
        return Traces(user_id, names, usernames, accounts)

    ROWS = {name: handed_out(section) for name, section in SECTIONS.items()}  # noqa: RUF012 never changed

    async def each_piece(
        self, section: str, traces: Traces, take: Callable[[Sequence[Mapping[str, Any]]], None]
    ) -> None:
        await self._db.each_piece(self.ROWS[section], take, **owner_values(traces))

    REMOVE_KEYS = Change(
        sa.delete(idempotency_keys).where(
            sa.or_(
                begins_with(idempotency_keys.c.scope, sa.bindparam("scope", type_=sa.Text)),
                sa.and_(
                    begins_with(idempotency_keys.c.scope, sa.literal("telegram ")),
                    idempotency_keys.c.key.in_(
                        sa.select(sa.cast(inbox.c.update_id, sa.Text)).where(among(inbox.c.chat_id, "accounts"))
                    ),
                ),
            )
        )
    )
    REMOVE = {  # noqa: RUF012 never changed
        name: Change(sa.delete(section.table).where(section.whose))
        for name, section in SECTIONS.items()
        if section.gone
    }
    REMOVE_CLAIMS = Change(sa.delete(chat_claims).where(among(chat_claims.c.chat_id, "accounts")))
    GROUP_UPDATES = Query(
        sa.select(inbox.c.update_id, inbox.c.body).where(inbox.c.chat_id < 0, inbox.c.answered_at.is_not(None)),
        as_tuple,
    )
    REMOVE_UPDATES = Change(sa.delete(inbox).where(among(inbox.c.update_id, "ids")))
    WORDS = {  # noqa: RUF012 never changed
        (name, columns): Query(sa.select(section.table.c.id).where(whose), int)
        for name, section in SECTIONS.items()
        for whose, columns in section.words
    }
    ERASE = {  # noqa: RUF012 never changed
        (name, columns): erasing(section, whose, columns)
        for name, section in SECTIONS.items()
        for whose, columns in section.words
    }
    NAMED = {  # noqa: RUF012 never changed
        (table.name, name): replacing(table.c[name])[0] for table, columns in FREE_TEXT.items() for name in columns
    }
    RENAME = {  # noqa: RUF012 never changed
        (table.name, name): replacing(table.c[name])[1] for table, columns in FREE_TEXT.items() for name in columns
    }

    async def erase(self, traces: Traces, erased: str, without: Callable[[str], str]) -> None:
        theirs = owner_values(traces)
        await self._db.run(self.REMOVE_KEYS, scope=f"rest {traces.user_id} ", **theirs)
        for name in self.REMOVE:
            await self._db.run(self.REMOVE[name], **theirs)
        await self._erase_in_chats(traces)
        texts: dict[Entity, dict[str, set[int]]] = {}
        for name, columns in self.WORDS:
            table = SECTIONS[name].table
            if journaled := BY_TABLE.get(table.name):
                ids = set(await self._db.all(self.WORDS[name, columns], **theirs))
                fields = {wire_name(table, column): ids for column in columns if column in journaled.columns}
                texts.setdefault(Entity(journaled.entity), {}).update(fields)
            await self._db.run(self.ERASE[name, columns], erased=erased, **theirs)
        names = [*traces.display_names, *(f"@{username}" for username in traces.usernames)]
        for place, query in self.NAMED.items():
            found = {row[1:]: row[0] for name in names for row in await self._db.all(query, name=name)}
            keys = [f"key_{key.name}" for key in metadata.tables[place[0]].primary_key]
            for key, text in found.items():
                if (replaced := without(text)) != text:
                    await self._db.run(self.RENAME[place], value=replaced, **dict(zip(keys, key, strict=True)))
        await self._erase_in_journal(traces, texts, erased, without)
        await self._db.all(self.FORGET_WORDS)

    FORGET_WORDS = Query(
        sa.select(sa.literal_column("NULL").label("word")).where(sa.false()),
        identity,
        postgresql=sa.delete(SEARCH_WORDS)
        .where(*(sa.text(f"NOT EXISTS (SELECT 1 FROM search_{kind} {HAS_WORD})") for kind in KINDS))  # noqa: S608 ours
        .returning(SEARCH_WORDS.c.word),
    )
    """Removes words that no text has any more from PostgreSQL's list of all words; SQLite has no such list."""

    async def _erase_in_chats(self, traces: Traces) -> None:
        """Erase what they wrote in groups, and the claim on their chat."""
        if traces.accounts:
            theirs = re.compile(rb"\b(?:%s)\b" % b"|".join(str(each).encode() for each in traces.accounts))
            updates = await self._db.all(self.GROUP_UPDATES)
            await self._db.run(self.REMOVE_UPDATES, ids=[update for update, body in updates if theirs.search(body)])
            await self._db.run(self.REMOVE_CLAIMS, accounts=traces.accounts)

    WITH_NAME = Query(JOURNAL.where(holds(sa.type_coerce(journal.c.changed, sa.Text))), as_tuple)
    OF_KIND = Query(
        JOURNAL.where(
            among(journal.c.entity_id, "ids"), begins_with(journal.c.kind, sa.bindparam("kind", type_=sa.Text))
        ),
        as_tuple,
    )
    REWRITE = Change(sa.update(journal).where(journal.c.seq == sa.bindparam("this", type_=sa.BigInteger)), ["changed"])
    MARK_ERASED = Change(
        sa.update(journal)
        .where(journal.c.seq == sa.select(sa.func.max(journal.c.seq)).where(OF_PERSON).scalar_subquery())
        .values(kind=ERASED)
    )

    async def _erase_in_journal(
        self,
        traces: Traces,
        texts: Mapping[Entity, Mapping[str, set[int]]],
        erased: str,
        without: Callable[[str], str],
    ) -> None:
        """Erase the same in the journal, from values before and after a change; fields that then agree are left out."""
        found: dict[int, Any] = {}
        for name in [*traces.display_names, *(f"@{username}" for username in traces.usernames)]:
            written = msgspec.json.encode(name).decode()[1:-1]  # as it stands within a text of JSON
            found |= {row[0]: row for row in await self._db.all(self.WITH_NAME, name=written)}
        for entity, fields in texts.items():
            ids = sorted(set().union(*fields.values()))
            found |= {row[0]: row for row in await self._db.all(self.OF_KIND, ids=ids, kind=f"{entity}.")}
        found |= {row[0]: row for row in await self._db.all(self.PERSON_ROWS, person=traces.user_id)}
        present = await self._present(traces.user_id)
        for seq, kind, entity_id, text in found.values():
            entity = Entity(kind.partition(".")[0])
            changed = CHANGED.decode(text)
            for field, values in changed.items():
                if entity is Entity.PERSON and entity_id == traces.user_id and field in present:
                    changed[field] = [None if each is None else present[field] for each in values]
                elif entity_id in texts.get(entity, {}).get(field, ()):
                    changed[field] = [None if each is None else erased for each in values]
                else:
                    changed[field] = [without(each) if isinstance(each, str) else each for each in values]
            left = {field: values for field, values in changed.items() if values[0] != values[1]}
            if msgspec.json.encode(left).decode() != text:
                await self._db.run(self.REWRITE, this=seq, changed=left)

    async def mark_erased(self, user_id: int) -> None:
        await self._db.run(self.MARK_ERASED, person=user_id)

    NOTE = Query(
        sa.insert(journal)
        .from_select(
            ["unit", "at", "actor_user_id", "via", "token", "kind", "entity_id", "root", "root_id", "changed"],
            sa.select(
                *(sa.literal_column(f"o ->> {place}") for place in range(5)),
                sa.bindparam("kind", type_=sa.Text),
                PERSON,
                sa.literal_column(f"'{Entity.PERSON}'"),
                PERSON,
                sa.literal_column("'{}'"),
            ).select_from(sa.select(sa.func.max(sa.func.json_array()).label("o")).subquery("origin")),
        )
        .returning(journal.c.seq),
        identity,
        postgresql=sa.select(
            sa.cast(
                sa.func.journal_write(
                    sa.bindparam("kind", type_=sa.Text),
                    PERSON,
                    sa.literal_column(f"'{Entity.PERSON}'"),
                    PERSON,
                    sa.literal_column("''"),
                ),
                sa.Text,
            ).label("seq")
        ),
    )

    async def note(self, kind: str, user_id: int) -> None:
        await self._db.one(self.NOTE, kind=kind, person=user_id)


def owner_values(traces: Traces) -> dict[str, Any]:
    return {"person": traces.user_id, "accounts": list(traces.accounts)}
