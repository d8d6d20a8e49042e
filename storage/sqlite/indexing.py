"""Indexes for the search what a transaction has written, in that transaction.

Full text tables write all they have at every savepoint: once before the commit costs a fifth of once a unit.
"""

from collections.abc import Callable
from typing import Any

from storage.schema.migrations.search_index import INDEX_PENDING


def index_pending(execute: Callable[[str], Any]) -> None:
    pending = execute("SELECT DISTINCT kind FROM search_pending").fetchall()
    for (kind,) in pending:
        execute(INDEX_PENDING[kind])
    if pending:
        execute("DELETE FROM search_pending")
