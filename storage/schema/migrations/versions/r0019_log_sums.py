"""What a log's items come to and since when one is red, kept: a team's month and its red items are read at a press."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER

revision = "0019"
down_revision = "0018"

LIGHTS = ("VERDE", "AMARILLO", "NARANJA", "ROJO")
SUMS = {light.lower(): f"COUNT(CASE semaforo WHEN '{light}' THEN 1 END)" for light in LIGHTS}
SUMS["porcentaje"] = "COALESCE(SUM(porcentaje), 0)"

RED_SINCE = """
WITH lived AS (
    SELECT i.id, i.task_id, i.semaforo, l.user_id, l.fecha, COUNT(CASE WHEN i.semaforo <> 'ROJO' THEN 1 END)
        OVER (PARTITION BY l.user_id, i.task_id ORDER BY l.fecha) AS changes
    FROM daily_log_items i JOIN daily_logs l ON l.id = i.log_id
), reds AS (
    SELECT id, MIN(fecha) OVER (PARTITION BY user_id, task_id, changes) AS since FROM lived WHERE semaforo = 'ROJO'
)
UPDATE daily_log_items SET red_since = reds.since FROM reds WHERE reds.id = daily_log_items.id
"""


def upgrade() -> None:
    for name in SUMS:
        op.add_column("daily_logs", sa.Column(name, INTEGER, nullable=False, server_default=sa.text("0")))
    values = ", ".join(
        f"{name} = (SELECT {value} FROM daily_log_items WHERE log_id = daily_logs.id)"  # noqa: S608 names of our own
        for name, value in SUMS.items()
    )
    op.execute(f"UPDATE daily_logs SET {values}")  # noqa: S608 the same
    op.add_column("daily_log_items", sa.Column("red_since", sa.Date()))
    op.execute(RED_SINCE)
