"""Turns of jobs by the clock, taken once; and the lease of who leads."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("job_runs", sa.Column("nominal", sa.Text()))
    op.create_index("ix_job_runs_turn", "job_runs", ["job", "nominal"], unique=True)
    op.create_index("ix_job_runs_last", "job_runs", ["job", "id"])
    op.create_table(
        "leads",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("term", INTEGER, nullable=False),
        sa.Column("until", INSTANT, nullable=False),
    )
