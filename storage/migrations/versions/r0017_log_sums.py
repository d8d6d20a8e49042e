"""What a log's items come to, kept beside it: a month of a team is read from its logs alone."""

import sqlalchemy as sa
from alembic import op

from storage.migrations.kinds import INTEGER

revision = "0017"
down_revision = "0016"

LIGHTS = ("VERDE", "AMARILLO", "NARANJA", "ROJO")
SUMS = {light.lower(): f"COUNT(CASE semaforo WHEN '{light}' THEN 1 END)" for light in LIGHTS}
SUMS["porcentaje"] = "COALESCE(SUM(porcentaje), 0)"


def upgrade() -> None:
    for name in SUMS:
        op.add_column("daily_logs", sa.Column(name, INTEGER, nullable=False, server_default=sa.text("0")))
    values = ", ".join(
        f"{name} = (SELECT {value} FROM daily_log_items WHERE log_id = daily_logs.id)"  # noqa: S608 names of our own
        for name, value in SUMS.items()
    )
    op.execute(f"UPDATE daily_logs SET {values}")  # noqa: S608 the same
