"""What PostgreSQL's statements are compiled with. Only a store on PostgreSQL imports this module."""

from typing import Any

from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.dialects.postgresql.base import PGCompiler
from sqlalchemy.engine import Dialect


class PostgresCompiler(PGCompiler):
    """SQLAlchemy's, which also takes ON CONFLICT as its constructs for SQLite say it."""

    def _on_conflict_target(self, clause: Any, **kw: Any) -> str:
        clause.constraint_target = None  # which SQLite's have not
        text: str = super()._on_conflict_target(clause, **kw)  # type: ignore[no-untyped-call]  # SQLAlchemy's
        return text


def postgres_dialect() -> Dialect:
    """PostgreSQL 14 or later. Hints, which are SQLite's, are left out by SQLAlchemy."""
    dialect: Dialect = asyncpg.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]  # SQLAlchemy's
    dialect.statement_compiler = PostgresCompiler
    return dialect
