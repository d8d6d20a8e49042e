"""Several files of one comment, in their order."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER, choice, on_sqlite

revision = "0059"
down_revision = "0058"

KINDS = ("PHOTO", "VIDEO", "VIDEO_NOTE", "ANIMATION", "AUDIO", "VOICE", "DOCUMENT")
KEY = "pk_comment_files"
BEFORE = "comment_id, kind, name, file_id"
MOVE = f"INSERT INTO comment_files (number, {BEFORE}) SELECT 0, {BEFORE} FROM comment_files_before"  # noqa: S608 our own


def upgrade() -> None:
    if on_sqlite():
        rebuild()
        return
    op.add_column("comment_files", sa.Column("number", INTEGER, nullable=False, server_default=sa.text("0")))
    op.alter_column("comment_files", "number", server_default=None)
    op.drop_constraint(KEY, "comment_files")
    op.create_primary_key(KEY, "comment_files", ["comment_id", "number"])


def rebuild() -> None:
    """Make the table anew: SQLite changes no key."""
    op.rename_table("comment_files", "comment_files_before")
    op.create_table(
        "comment_files",
        sa.Column("comment_id", INTEGER, sa.ForeignKey("task_comments.id"), primary_key=True, autoincrement=False),
        sa.Column("number", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("kind", choice("kind", *KINDS), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("file_id", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(MOVE)
    op.drop_table("comment_files_before")
