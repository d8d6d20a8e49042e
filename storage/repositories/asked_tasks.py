"""Tasks that people ask of colleagues."""

import sqlalchemy as sa

from core.ports.work import AskedTaskRepository
from core.records.work import AskedTask
from storage.schema.work import asked_tasks
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import columns_for, fields, page

COLUMNS = columns_for(asked_tasks, AskedTask)
WHOLE = sa.select(*COLUMNS).where(asked_tasks.c.withdrawn_at.is_(None))
THIS = asked_tasks.c.id == sa.bindparam("asked_id")
PERSON = sa.bindparam("user_id", type_=sa.Integer)
CONCERNS = sa.or_(asked_tasks.c.created_by_user_id == PERSON, asked_tasks.c.user_id == PERSON)
ANSWER = ["state", "respuesta", "answered_at", "task_id", "fecha_cumplir"]


class AskedTasks(Repository, AskedTaskRepository):
    get = one(WHOLE.where(THIS), AskedTask)
    of_person = every(page(WHOLE.where(CONCERNS), asked_tasks.c.id), AskedTask)
    of_task = every(WHOLE.where(asked_tasks.c.task_id == sa.bindparam("task_id")).order_by(asked_tasks.c.id), AskedTask)
    add = only(sa.insert(asked_tasks).returning(*COLUMNS), AskedTask, fields(AskedTask, "id"))
    withdraw = change(sa.update(asked_tasks).where(THIS).values(withdrawn_at=sa.bindparam("at")))
    update = change(sa.update(asked_tasks).where(asked_tasks.c.id == sa.bindparam("id")), ANSWER)
