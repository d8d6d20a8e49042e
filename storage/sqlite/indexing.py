"""Indexes for the search what was written, which triggers have noted: many rows at once cost a fifth of one by one."""

from collections.abc import Callable
from typing import Any

from storage.schema.migrations.search_index import INDEX_PENDING


def index_pending(execute: Callable[[str], Any]) -> None:
    """Index all that is noted. In a transaction."""
    pending = execute("SELECT DISTINCT kind FROM search_pending").fetchall()
    for (kind,) in pending:
        execute(INDEX_PENDING[kind])
    if pending:
        execute("DELETE FROM search_pending")
