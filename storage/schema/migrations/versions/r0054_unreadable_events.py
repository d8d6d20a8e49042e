"""What of an outside calendar could not be read. Faults are open from here on; each calendar is read whole again."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, flag, on_sqlite

revision = "0054"
down_revision = "0053"

KEPT = (
    "id, user_id, url, created_at, due_at, read_at, known_until, fault, failing_since, told_at, etag, last_modified,"
    " digest"
)
TIMES = "user_id, starts_at, calendar_id, ends_at"
FORGET = "UPDATE outside_calendars SET etag = NULL, last_modified = NULL, digest = NULL"
KEEP_NUMBERS = """
    INSERT INTO sqlite_sequence (name, seq)
    SELECT 'outside_calendars', seq FROM sqlite_sequence WHERE name = 'outside_calendars_before'
"""


def upgrade() -> None:
    if on_sqlite():
        rebuild()
    else:
        op.drop_constraint("ck_outside_calendars_fault", "outside_calendars")
        op.alter_column("outside_calendars", "fault", type_=sa.Text(collation="C"))
        for column in told():
            op.add_column("outside_calendars", column)
        op.add_column("outside_busy", known())
    op.execute(FORGET)


def told() -> tuple[sa.Column[int], sa.Column[str]]:
    return (
        sa.Column("unreadable_count", INTEGER, nullable=False, server_default=sa.text("0")),
        sa.Column("unreadable", sa.Text, nullable=False, server_default=sa.text("'[]'")),
    )


def known() -> sa.Column[bool]:
    return sa.Column("is_known", flag("is_known"), nullable=False, server_default=sa.true())


def rebuild() -> None:
    """Make both tables anew: SQLite drops no check, and adds none."""
    op.drop_index("ix_outside_busy_calendar_id", "outside_busy")
    for column in ("user_id", "due_at"):
        op.drop_index(f"ix_outside_calendars_{column}", "outside_calendars")
    for table in ("outside_busy", "outside_calendars"):
        op.rename_table(table, f"{table}_before")
    make_calendars()
    make_times()
    for table, columns in (("outside_calendars", KEPT), ("outside_busy", TIMES)):
        op.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {table}_before")  # noqa: S608 names of our own
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'outside_calendars'")
    op.execute(KEEP_NUMBERS)
    for table in ("outside_busy", "outside_calendars"):
        op.drop_table(f"{table}_before")


def make_calendars() -> None:
    op.create_table(
        "outside_calendars",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("due_at", INSTANT, nullable=False),
        sa.Column("read_at", INSTANT),
        sa.Column("known_until", INSTANT),
        sa.Column("fault", sa.Text),
        sa.Column("failing_since", INSTANT),
        sa.Column("told_at", INSTANT),
        sa.Column("etag", sa.Text),
        sa.Column("last_modified", sa.Text),
        sa.Column("digest", sa.Text),
        *told(),
        sqlite_autoincrement=True,
    )
    for column in ("user_id", "due_at"):
        op.create_index(f"ix_outside_calendars_{column}", "outside_calendars", [column])


def make_times() -> None:
    calendar = sa.ForeignKey("outside_calendars.id")
    op.create_table(
        "outside_busy",
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("starts_at", INSTANT, primary_key=True, nullable=False),
        sa.Column("calendar_id", INTEGER, calendar, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("ends_at", INSTANT, nullable=False),
        known(),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_outside_busy_calendar_id", "outside_busy", ["calendar_id"])
