"""The search: ids by the index of words, newest first, and then what the viewer may read of these.

The index also has the people whom a row may concern, so that a person finds their few rows among a million. It only
spares looks: every row found is checked by the conditions on which rows are read.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.engine import Dialect

from core.application.access import Operation, may
from core.language.accents import without_accents
from core.ports.search import SearchRepository
from core.records.people import Actor
from core.records.search import Match, SearchKind
from storage.repositories.event_filter import visible
from storage.repositories.task_filter import is_visible
from storage.schema.calendar import events
from storage.schema.migrations.search_index import KINDS
from storage.schema.work import task_comments, tasks
from storage.sql.executor import Repository
from storage.sql.expressions import among
from storage.sql.statements import Query

LED, ALONE = "\ue000", "\ue001"
"""The marks of readers in the index: of those whose leader is a reader, too, and of the others."""
EVERYBODY = f"{ALONE}0"

COMPLETIONS = 30
"""The most words that the last one is completed to, as their beginning."""
LONGEST_COMPLETION = 1000
"""The longest word offered, in characters. SQLite's index cuts words at 32 KiB, which may break a character."""
LONGEST_WORD = 64
"""The characters of a word that PostgreSQL's index keeps."""
SHOWN = 2000
"""The characters of a long text that are returned."""
AT_ONCE, MOST_AT_ONCE = 100, 1600
"""The rows looked at first, and the most at once; their number doubles while the viewer may read too few of them."""
BEYOND = 2**62

Terms = Sequence[Sequence[str]]
"""Groups of words: a text must have at least one word of each."""


class SearchTerms(Struct, frozen=True):
    """Whole words, the words that the last may stand for, and readers of whom a row must concern one, if any."""

    whole: Terms
    last: Sequence[str]
    readers: Sequence[str] = ()

    @property
    def parameters(self) -> dict[str, Terms]:
        """The terms as one query, and as one for each part; a part that is not asked for is the last word once more."""
        whole, last, readers = [*self.whole], [self.last], [self.readers] if self.readers else []
        return {"terms": [*whole, *last, *readers], "whole": whole or last, "last": last, "readers": readers or last}


class Matching(sa.TypeDecorator[Terms]):
    """Terms as each engine's full text query, a parameter. No word has a character that would be an operator."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Terms | None, dialect: Dialect) -> str:
        quote, either, both = ('"', " OR ", " AND ") if dialect.name == "sqlite" else ("'", " | ", " & ")
        groups = (either.join(f"{quote}{word}{quote}" for word in group) for group in value or ())
        return both.join(f"({group})" for group in groups)


def newest(kind: str) -> Query[int]:
    """Ids of rows with the terms, below an id. PostgreSQL looks at the latest eras first: it has no order of ids."""
    whole, last, readers, terms = (sa.bindparam(name, type_=Matching) for name in ("whole", "last", "readers", "terms"))
    rest = sa.bindparam("before", type_=sa.BigInteger), sa.bindparam("most", type_=sa.Integer)
    ids = sa.column("rowid", sa.BigInteger)
    on_sqlite, on_postgresql = (sa.text(text.format(table=f"search_{kind}")) for text in (FROM_FTS5, FROM_GIN))
    return Query(
        on_sqlite.bindparams(terms, *rest).columns(ids),
        int,
        postgresql=on_postgresql.bindparams(whole, last, readers, *rest).columns(ids),
    )


FROM_FTS5 = """
SELECT rowid FROM {table} WHERE {table} MATCH :terms AND rowid < :before
ORDER BY rowid DESC LIMIT CAST(:most AS INTEGER)
"""
FROM_GIN = """
WITH top AS (SELECT max(rowid) >> 11 AS era FROM {table} WHERE rowid < :before),
wanted AS (
  SELECT CAST(:whole AS tsquery) AS whole, CAST(:last AS tsquery) AS last, CAST(:readers AS tsquery) AS readers
)
SELECT rowid FROM (
  (SELECT rowid FROM {table}
   WHERE words @@ (SELECT whole FROM wanted) AND words @@ (SELECT last FROM wanted)
   AND words @@ (SELECT readers FROM wanted) AND words @@ (
     SELECT string_agg(quote_literal(chr(57346) || era), '|')::tsquery
     FROM generate_series((SELECT era - 1 FROM top), (SELECT era FROM top)) AS era
   ) AND rowid + 0 < :before ORDER BY rowid + 0 DESC LIMIT :most)
  UNION ALL
  (SELECT rowid FROM {table}
   WHERE words @@ (SELECT whole FROM wanted) AND words @@ (SELECT last FROM wanted)
   AND words @@ (SELECT readers FROM wanted) AND words @@ (
     SELECT string_agg(quote_literal(chr(57346) || era), '|')::tsquery
     FROM generate_series((SELECT era - 31 FROM top), (SELECT era - 2 FROM top)) AS era
   ) ORDER BY rowid + 0 DESC LIMIT :most)
  UNION ALL
  (SELECT rowid FROM {table}
   WHERE words @@ (SELECT whole FROM wanted) AND words @@ (SELECT last FROM wanted)
   AND words @@ (SELECT readers FROM wanted) AND rowid + 0 < ((SELECT era FROM top) - 31) << 11
   ORDER BY rowid + 0 DESC LIMIT :most)
) AS found LIMIT :most
"""
"""Conditions on their own are each a search of the index that skips what the others lack; one with all is not."""

FIRST_WORD = "SELECT term FROM search_{kind}_words WHERE term >= {least} LIMIT 1"
FTS5_WORDS = """
{kind}_found (term) AS (
  SELECT ({first}) UNION ALL SELECT ({next}) FROM {kind}_found WHERE {kind}_found.term < :beyond
  LIMIT CAST(:most AS INTEGER)
)
"""
WORDS_OF_FTS5 = "WITH RECURSIVE {} SELECT term FROM ({}) WHERE {}".format(  # noqa: S608 names of our own
    ", ".join(
        FTS5_WORDS.format(
            kind=kind,
            first=FIRST_WORD.format(kind=kind, least=":start"),
            next=FIRST_WORD.format(kind=kind, least=f"{kind}_found.term || char(1)"),
        )
        for kind in KINDS
    ),
    " UNION ".join(f"SELECT term FROM {kind}_found" for kind in KINDS),  # noqa: S608 as above
    f"term < :beyond AND length(term) <= {LONGEST_COMPLETION}",
)
KEPT_WORDS = "SELECT word AS term FROM search_words WHERE word >= :start AND word < :beyond ORDER BY word LIMIT :most"


def beginning_with() -> Query[str]:
    """The words of the index from `start` on and before `beyond`, a few of them."""
    parameters: list[sa.BindParameter[Any]] = [
        *(sa.bindparam(name, type_=sa.Text) for name in ("start", "beyond")),
        sa.bindparam("most", type_=sa.Integer),
    ]
    on_sqlite, on_postgresql = (
        sa.text(text).bindparams(*parameters).columns(sa.column("term", sa.Text))
        for text in (WORDS_OF_FTS5, KEPT_WORDS)
    )
    return Query(on_sqlite, str, postgresql=on_postgresql)


def shown(text: sa.ColumnElement[Any]) -> sa.ColumnElement[str]:
    return sa.func.substr(text, 1, SHOWN, type_=sa.Text)


def task_match(task_id: int, descripcion: str, at: Any) -> Match:
    return Match(SearchKind.TASK, task_id, task_id, descripcion, "", at)


def comment_match(*row: Any) -> Match:
    return Match(SearchKind.COMMENT, *row)


def event_match(event_id: int, title: str, location: str | None, note: str | None, at: Any) -> Match:
    return Match(SearchKind.EVENT, event_id, None, title, " · ".join(filter(None, (location, note))), at)


OF_TASKS = sa.select(tasks.c.id, shown(tasks.c.descripcion).label("title"), tasks.c.fecha_cumplir).where(
    among(tasks.c.id, "ids"), tasks.c.is_active
)
OF_COMMENTS = (
    sa.select(
        task_comments.c.id,
        task_comments.c.task_id,
        shown(tasks.c.descripcion).label("title"),
        task_comments.c.comentario,
        task_comments.c.created_at,
    )
    .join(tasks, tasks.c.id == task_comments.c.task_id)
    .where(among(task_comments.c.id, "ids"), tasks.c.is_active)
)
OF_EVENTS = sa.select(
    events.c.id, events.c.title, events.c.location, shown(events.c.description).label("note"), events.c.start_datetime
).where(among(events.c.id, "ids"), ~events.c.is_deleted)


READ = {"tasks": Operation.TASK_READ, "comments": Operation.TASK_READ, "events": Operation.EVENT_READ}


class SearchIndex(Repository, SearchRepository):
    BEGINNING_WITH = beginning_with()
    NEWEST = {kind: newest(kind) for kind in READ}  # noqa: RUF012 never changed
    ROWS = {  # noqa: RUF012 never changed
        (kind, everything): Query(rows if everything else rows.where(readable), into)
        for kind, rows, readable, into in (
            ("tasks", OF_TASKS, is_visible(), task_match),
            ("comments", OF_COMMENTS, is_visible(), comment_match),
            ("events", OF_EVENTS, visible(), event_match),
        )
        for everything in (False, True)
    }

    _is_complete = False

    @contextmanager
    def taken_for_complete(self) -> Iterator[None]:
        """Find what is indexed, whatever else is written."""
        self._is_complete = True
        try:
            yield
        finally:
            self._is_complete = False

    async def index_written(self) -> None:
        """Index what is written, unless the index is taken for complete. Raises `IndexBehind` in a unit that reads."""
        if not self._is_complete:
            await self._db.index_written()

    async def words(self, start: str, most: int) -> Sequence[str]:
        await self.index_written()
        return await self._db.all(self.BEGINNING_WITH, start=start, beyond=f"{start}\U0010ffff", most=most)

    async def terms(self, words: Sequence[str]) -> SearchTerms:
        """The terms for all of some words, the last of them perhaps a beginning."""
        *whole, last = (
            [each for each in {word: None, without_accents(word): None} if each.isalnum()]
            for word in (each[:LONGEST_WORD] for each in words)
        )
        return SearchTerms(whole, [*last, *await self.words(last[-1], COMPLETIONS)])

    async def matches(self, viewer: Actor, words: Sequence[str], enough: int) -> Sequence[Match]:
        terms = await self.terms(words)
        found = [await self._of_kind(viewer, kind, terms, enough) for kind in READ]
        return [match for matches in found for match in matches]

    async def _of_kind(self, viewer: Actor, kind: str, terms: SearchTerms, enough: int) -> Sequence[Match]:
        """Return the newest rows that the viewer may read, `enough` if there are.

        Where few of the newest are theirs to read, only rows that may concern them are looked at.
        """
        found, least = await self._some(viewer, kind, terms, BEYOND)
        if least and len(found) < enough and not may(viewer, READ[kind]):
            terms, found, least = replace(terms, readers=readers(viewer)), [], BEYOND
        most = AT_ONCE
        while least and len(found) < enough:
            more, least = await self._some(viewer, kind, terms, least, most)
            found, most = [*found, *more], min(2 * most, MOST_AT_ONCE)
        return found

    async def _some(
        self, viewer: Actor, kind: str, terms: SearchTerms, before: int, most: int = AT_ONCE
    ) -> tuple[Sequence[Match], int]:
        """Return the readable ones of the next rows with the terms, and the least id looked at; 0 at the end."""
        ids = await self._db.all(self.NEWEST[kind], **terms.parameters, before=before, most=most)
        rows = self.ROWS[kind, may(viewer, READ[kind])]
        found = await self._db.all(rows, ids=ids, viewer=viewer.id, team=viewer.team) if ids else []
        return found, min(ids) if len(ids) == most else 0


def readers(viewer: Actor) -> Sequence[str]:
    """Return the readers, as the index marks them, of rows that may concern the viewer."""
    return [f"{LED}{viewer.id}", f"{ALONE}{viewer.id}", EVERYBODY, *(f"{LED}{member}" for member in viewer.team)]
