"""The index of the search."""

from alembic import op

from storage.schema.migrations import search_index
from storage.schema.migrations.kinds import on_sqlite

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    for statement in search_index.creation(sqlite=on_sqlite()):
        op.get_bind().exec_driver_sql(statement)
