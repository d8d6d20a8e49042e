"""Nothing in the tables: from here on a PostgreSQL database has a marker of its revision (`PostgresSchema.upgrade`)."""

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    pass
