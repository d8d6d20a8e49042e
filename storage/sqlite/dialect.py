"""What SQLite's statements are compiled with."""

from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.engine import Dialect


class SqliteCompiler(SQLiteCompiler):
    """SQLAlchemy's, but for two things."""

    def limit_clause(self, select: Any, **kw: Any) -> str:
        """LIMIT without a bare parameter, for whose sake SQLite would plan the statement anew each time it is run."""
        return f"\n LIMIT CAST({self.process(select._limit_clause, **kw)} AS INTEGER)"  # noqa: SLF001 as the original

    def get_from_hint_text(self, table: Any, text: str | None) -> str | None:  # noqa: ARG002 the signature is SQLAlchemy's
        """A hint as it is given: INDEXED BY and a name."""
        return text


def sqlite_dialect() -> Dialect:
    """SQLite 3.38 or later."""
    dialect = sqlite.dialect(paramstyle="qmark")
    dialect.statement_compiler = SqliteCompiler
    return dialect
