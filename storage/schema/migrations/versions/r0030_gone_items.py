"""Open days sum up no items of tasks that are deleted or were given to others; closed ones stay as they were."""

from alembic import op

revision = "0030"
down_revision = "0029"

LIGHTS = ("VERDE", "AMARILLO", "NARANJA", "ROJO")
SUMS = {light.lower(): f"COUNT(CASE i.semaforo WHEN '{light}' THEN 1 END)" for light in LIGHTS}
SUMS["porcentaje"] = "COALESCE(SUM(i.porcentaje), 0)"

OF_OWNED = """
FROM daily_log_items i JOIN tasks t ON t.id = i.task_id AND t.is_active
JOIN task_responsibles r ON r.task_id = t.id AND r.user_id = daily_logs.user_id
WHERE i.log_id = daily_logs.id
"""


def upgrade() -> None:
    values = ", ".join(f"{name} = (SELECT {value} {OF_OWNED})" for name, value in SUMS.items())
    op.execute(f"UPDATE daily_logs SET {values} WHERE closed_at IS NULL")  # noqa: S608 the same
