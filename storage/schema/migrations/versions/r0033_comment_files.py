"""Files that came with comments: what Telegram knows them by."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER, choice

revision = "0033"
down_revision = "0032"

KINDS = ("PHOTO", "VIDEO", "VIDEO_NOTE", "ANIMATION", "AUDIO", "VOICE", "DOCUMENT")


def upgrade() -> None:
    op.create_table(
        "comment_files",
        sa.Column("comment_id", INTEGER, sa.ForeignKey("task_comments.id"), primary_key=True, autoincrement=False),
        sa.Column("kind", choice("kind", *KINDS), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("file_id", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
