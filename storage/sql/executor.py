"""Runs statements within a unit of work: the connection to a database, and what repositories are made of."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from core.base.paging import Page
from core.records.people import Actor
from storage.sql.ordered import Sees
from storage.sql.statements import Change, Query

T = TypeVar("T")

LOOKED_AT = (2, 5)
"""The ids looked at for each row of a page, at first and at most, before rows are found by their viewer's relations."""

PIECE_ROWS = 100
"""A row may have texts of 256 KiB."""


class IndexBehind(Exception):
    """The search does not find yet what was written, and a unit that only reads cannot index it."""


class DatabaseConnection(ABC):
    """Runs statements for the repositories, each method within a unit of work."""

    async def index_written(self) -> None:  # noqa: B027  triggers may have done it
        """Have the search find all that is written. Raises `IndexBehind` in a unit that reads, where some is not."""

    @abstractmethod
    async def all(self, query: Query[T], **values: Any) -> Sequence[T]: ...

    @abstractmethod
    async def each_piece(self, query: Query[T], take: Callable[[Sequence[T]], None], **values: Any) -> None:
        """Give the rows to `take`, `PIECE_ROWS` at a time: they may be more than memory has room for."""

    @abstractmethod
    async def one(self, query: Query[T], **values: Any) -> T | None:
        """The first row, or None."""

    async def only(self, query: Query[T], **values: Any) -> T:
        """The one row. Raises `LookupError` if there is none."""
        found = await self.one(query, **values)
        if found is None:
            raise LookupError(f"no row for {values}")
        return found

    @abstractmethod
    async def all_of_each(self, query: Query[T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        """The rows of the query for each of these values, together."""

    @abstractmethod
    async def run(self, change: Change, **values: Any) -> int:
        """Run a change, and return how many rows changed."""

    async def run_each(self, changes: Sequence[Change], **values: Any) -> int:
        """Run several changes with the same values, and return how many rows changed in all."""
        return sum([await self.run(change, **values) for change in changes])

    @abstractmethod
    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None: ...


class Repository:
    """A port of the core on a connection. Its statements are class attributes, above the methods that run them.

    A method that only runs a statement, or some changes, is declared by them: `get = one(select, Task)`.
    """

    def __init__(self, connection: DatabaseConnection) -> None:
        self._db = connection

    async def page_of_near(self, near: Query[T], far: Query[T], page: Page, **asked: Any) -> Sequence[T]:
        """A page of rows by id: by the query `near`, up to the id `reach`, or by `far` if that gives too few.

        `near` reaches further only after finding so many that it can fill the page. For a viewer who may read a fifth
        of all rows or more, a page costs what it shows (docs/decisions/0048).
        """
        if page.most is not None:
            for looked_at in LOOKED_AT:
                reach = page.after + page.most * looked_at
                found = await self._db.all(near, **asked, **parameters_of(page), reach=reach)
                if len(found) == page.most:
                    return found
                if len(found) * LOOKED_AT[-1] < page.most * looked_at:
                    break
        return await self._db.all(far, **asked, **parameters_of(page))

    async def ordered_page(
        self, form: Callable[[Sees], Query[T]], page: Page, *, few: bool, **asked: Any
    ) -> Sequence[T]:
        """A page in an order, of what a viewer may read who may read much. `form`: the query of `ordered` by `Sees`.

        `few`: what is asked for finds so few rows that each is looked at. Else the first are, as in `page_of_near`.
        """
        if few:
            return await self._db.all(form(Sees.EACH), **asked)
        for rows in LOOKED_AT if page.most else ():
            near = await self._db.all(form(Sees.NEAR), **asked, looked_at=rows * (page.most or 0))
            if len(near) == page.most:
                return near
        return await self._db.all(form(Sees.RELATED), **asked)


class StatementMethod:
    """A method of a port that runs one statement or more, whose parameters have the names that the port gives them.

    The fields of a Struct are parameters; of the actor who reads, `viewer` and their `team` are, of a page those of
    `storage.sql.expressions.page`. The statement is the method's attribute `statement`.
    """

    def __init__(
        self, run: str, statement: Change | Sequence[Change], then: Callable[[Any], Any] | None = None
    ) -> None:
        self._run = run
        self._statement = statement
        self._then = then

    def __set_name__(self, repository: type[Repository], name: str) -> None:
        port = next(vars(base)[name] for base in repository.__mro__[1:] if name in vars(base))
        _, *parameters = signature(port).parameters.values()
        names = [each.name for each in parameters]
        defaults = {each.name: each.default for each in parameters if each.default is not Parameter.empty}
        structs = [each.name for each in parameters if isinstance(each.annotation, type(Struct))]
        run, statement, then = self._run, self._statement, self._then

        @wraps(port)
        async def method(self: Repository, *given: Any, **named: Any) -> Any:
            values = {**defaults, **dict(zip(names, given, strict=False)), **named}
            for struct in structs:
                values |= parameters_of(values.pop(struct))
            found = await getattr(self._db, run)(statement, **values)
            return then(found) if then else found

        vars(method)["statement"] = statement
        setattr(repository, name, method)


def parameters_of(given: Struct) -> dict[str, Any]:
    if isinstance(given, Page):
        return {"after_id": given.after, "limit": given.most}
    return {"viewer": given.id, "team": given.team} if isinstance(given, Actor) else asdict(given)


def one(query: Any, into: Callable[..., Any], columns: Collection[str] = ()) -> Any:
    """A method that returns the first row, or None."""
    return StatementMethod("one", Query(query, into, columns))


def only(query: Any, into: Callable[..., Any], columns: Collection[str] = (), *, postgresql: Any = None) -> Any:
    """A method that returns the one row."""
    return StatementMethod("only", Query(query, into, columns, postgresql=postgresql))


def every(query: Any, into: Callable[..., Any], then: Callable[[Any], Any] | None = None) -> Any:
    """A method that returns all rows, or what `then` makes of them together."""
    return StatementMethod("all", Query(query, into), then)


def change(statement: Any, columns: Collection[str] = ()) -> Any:
    """A method that returns how many rows changed."""
    return StatementMethod("run", Change(statement, columns))


def changes(*each: Change) -> Any:
    """A method that returns how many rows changed by several statements, with the same parameters."""
    return StatementMethod("run_each", each)
