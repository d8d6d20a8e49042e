"""Compiles statements for SQLite."""

from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.engine import Dialect


class SqliteCompiler(SQLiteCompiler):
    def limit_clause(self, select: Any, **kw: Any) -> str:
        """LIMIT without a bare parameter, for which SQLite would plan the statement anew on each run."""
        return f"\n LIMIT CAST({self.process(select._limit_clause, **kw)} AS INTEGER)"  # noqa: SLF001 as the original

    def get_from_hint_text(self, table: Any, text: str | None) -> str | None:  # noqa: ARG002 the signature is SQLAlchemy's
        """A hint as given: INDEXED BY and a name."""
        return text


def sqlite_dialect() -> Dialect:
    """The dialect for SQLite 3.38 or later."""
    dialect = sqlite.dialect(paramstyle="qmark")
    dialect.statement_compiler = SqliteCompiler
    return dialect
