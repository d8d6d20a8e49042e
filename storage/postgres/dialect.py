"""Compiles statements for PostgreSQL."""

from typing import Any

from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.dialects.postgresql.base import PGCompiler
from sqlalchemy.engine import Dialect


class PostgresCompiler(PGCompiler):
    """SQLAlchemy's compiler, which also accepts the ON CONFLICT construct for SQLite."""

    def _on_conflict_target(self, clause: Any, **kw: Any) -> str:
        clause.constraint_target = None  # which SQLite's have not
        text: str = super()._on_conflict_target(clause, **kw)  # type: ignore[no-untyped-call]  # SQLAlchemy's
        return text


def postgres_dialect() -> Dialect:
    """The dialect for PostgreSQL 14 or later. SQLAlchemy leaves out hints for SQLite."""
    dialect: Dialect = asyncpg.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]  # SQLAlchemy's
    dialect.statement_compiler = PostgresCompiler
    return dialect
