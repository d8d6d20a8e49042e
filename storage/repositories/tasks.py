"""Tasks and their comments. Who sees which task follows from core's table of permissions, in SQL as in Python."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.access import PERMISSIONS, Operation, Relation, may
from core.base.model import INT32_MAX
from core.records.people import Actor
from core.records.work import NewTask, Task, TaskComment, TaskWords
from core.work.tasks import WORKABLE
from storage.repositories.daily_log_views import add_task_leads
from storage.schema.work import OPEN, PLANNED, daily_log_items, task_comments, task_responsibles, tasks
from storage.sql.dialect import Dialect, columns_for, fields
from storage.sql.executor import DatabaseConnection, Query

WRITTEN = fields(Task, "id", "responsible_user_id", "responsible_user_ids")
RESPONSIBLES = WRITTEN.index("leader_user_id") + 1


class TaskStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        whole = sa.select(*task_columns(sql))
        self.get = sql.query(whole.where(tasks.c.id == sa.bindparam("task_id")), task)
        self.lists = {
            (everything, dated): task_list(sql, whole, everything=everything, dated=dated)
            for everything in (False, True)
            for dated in (False, True)
        }
        me = sa.select(sa.bindparam("user_id", type_=sa.Integer))
        mine = sql.within(tasks.c.id, works_on(task_responsibles.c.user_id.in_(me)))
        workable = sa.or_(*(tasks.c.estatus == status for status in sorted(WORKABLE)))
        begun = tasks.c.fecha_solicitud <= sa.bindparam("day")
        self.assigned = sql.query(whole.where(mine, tasks.c.is_active, workable, begun), task)
        due = tasks.c.fecha_cumplir.between(sa.bindparam("due_from"), sa.bindparam("due_to"))
        unfinished = whole.where(mine, OPEN, due)
        self.due = sql.query(unfinished.order_by(tasks.c.fecha_cumplir, tasks.c.id), task)
        until = tasks.c.fecha_solicitud <= sa.bindparam("until")
        self.planned = sql.query(whole.where(PLANNED, until).order_by(tasks.c.fecha_solicitud, tasks.c.id), task)
        late = tasks.c.fecha_cumplir < sa.bindparam("on")
        self.overdue = sql.query(whole.where(OPEN, late).order_by(tasks.c.fecha_cumplir, tasks.c.id), task)
        related = sql.within(tasks.c.id, visible_ids(sql))
        late_ones = whole.where(OPEN, late, is_visible(sql)).order_by(tasks.c.fecha_cumplir, tasks.c.id)
        self.overdue_concerning = sql.query(late_ones, task)
        concerning = sa.select(*columns_for(tasks, TaskWords)).where(related, OPEN)
        self.concerning = sql.query(concerning, TaskWords)
        self.known = sql.query(whole.where(sql.among(tasks.c.id, "ids")), task)
        self.add = sql.query(sql.insert(tasks).returning(tasks.c.id), int, WRITTEN)
        self.update = sql.change(sa.update(tasks).where(tasks.c.id == sa.bindparam("task_id")), WRITTEN)
        self.drop_responsibles = sql.change(responsibles_not_in_list(sql))
        self.add_responsibles = sql.change(responsibles_from_list(sql))
        self.lead = sql.change(add_task_leads(sql, daily_log_items.c.task_id == sa.bindparam("of_task")))
        self._compile_comments(sql)

    def _compile_comments(self, sql: Dialect) -> None:
        of_task = task_comments.c.task_id == sa.bindparam("task_id")
        whole = sa.select(*columns_for(task_comments, TaskComment)).where(of_task)
        page = whole.where(task_comments.c.id > sa.bindparam("after_id")).order_by(task_comments.c.id)
        self.comments = sql.query(page.limit(sa.bindparam("limit", type_=sa.Integer)), TaskComment)
        latest = whole.order_by(task_comments.c.id.desc()).limit(sa.bindparam("most", type_=sa.Integer))
        self.latest_comments = sql.query(latest, TaskComment)
        self.count_comments = sql.query(sa.select(sa.func.count()).select_from(task_comments).where(of_task), int)
        self.comment = sql.query(whole.where(task_comments.c.id == sa.bindparam("comment_id")), TaskComment)
        added = sql.insert(task_comments).returning(task_comments.c.id)
        self.add_comment = sql.query(added, int, fields(TaskComment, "id"))
        commented = sa.update(tasks).where(tasks.c.id == sa.bindparam("task_id"))
        self.commented = sql.change(commented, ["ultimo_comentario_fecha"])
        edited = sa.update(task_comments).where(task_comments.c.id == sa.bindparam("comment_id"))
        self.update_comment = sql.change(edited, ["comentario", "updated_at"])


class Tasks:
    """`core.ports.TaskRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: TaskStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, task_id: int) -> Task | None:
        """One task, active or not."""
        return await self._connection.one(self._sql.get, task_id=task_id)

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        due_from: date | None = None,
        due_to: date | None = None,
    ) -> Sequence[Task]:
        """The active tasks that the viewer may see, by id; fechaCumplir within the bounds, both included."""
        dated = due_from is not None or due_to is not None
        return await self._connection.all(
            self._sql.lists[may(viewer, Operation.TASK_READ), dated],
            viewer=viewer.id,
            team=viewer.team,
            after_id=after_id,
            limit=INT32_MAX if limit is None else limit,
            due_from=due_from or date.min,
            due_to=due_to or date.max,
        )

    async def assigned(self, user_id: int, on: date) -> Sequence[Task]:
        """Active tasks of this responsible, PENDIENTE or EN_PROCESO, with fechaSolicitud ≤ on; in no order."""
        return await self._connection.all(self._sql.assigned, user_id=user_id, day=on)

    async def due(self, user_id: int, first: date, last: date) -> Sequence[Task]:
        """Active, unclosed tasks of this responsible, fechaCumplir between the dates, both included, by that and id."""
        return await self._connection.all(self._sql.due, user_id=user_id, due_from=first, due_to=last)

    async def planned(self, until: date) -> Sequence[Task]:
        """Active PLANEACION tasks with fechaSolicitud ≤ until, by that and id."""
        return await self._connection.all(self._sql.planned, until=until)

    async def overdue(self, on: date) -> Sequence[Task]:
        """Active tasks that are not CERRADA, with fechaCumplir < on, by that and id."""
        return await self._connection.all(self._sql.overdue, on=on)

    async def overdue_concerning(self, viewer: Actor, on: date) -> Sequence[Task]:
        """Of those the ones that a relation of the viewer's to them, never a role, lets them read; in that order."""
        values = {"viewer": viewer.id, "team": viewer.team, "on": on}
        return await self._connection.all(self._sql.overdue_concerning, **values)

    async def concerning(self, viewer: Actor) -> Sequence[TaskWords]:
        """The open tasks that a relation of the viewer's to them, never a role, lets them read; in no order."""
        return await self._connection.all(self._sql.concerning, viewer=viewer.id, team=viewer.team)

    async def known(self, ids: Collection[int]) -> Sequence[Task]:
        """Those of these ids that exist, active or not; in no order."""
        return await self._connection.all(self._sql.known, ids=ids)

    async def add(self, task: NewTask) -> Task:
        """The new task with its id."""
        values = msgspec.structs.asdict(task)
        ids = values.pop("responsible_user_ids")
        values["ultimo_comentario_fecha"] = None
        task_id = await self._connection.only(self._sql.add, **values)
        await self._connection.run(self._sql.add_responsibles, task_id=task_id, ids=ids)
        return Task(id=task_id, responsible_user_id=ids[0], responsible_user_ids=ids, **values)

    async def update(self, task: Task) -> None:
        """Write every field, responsibles included."""
        await self._connection.run(self._sql.update, task_id=task.id, **{name: getattr(task, name) for name in WRITTEN})
        await self._connection.run(self._sql.drop_responsibles, task_id=task.id, ids=task.responsible_user_ids)
        await self._connection.run(self._sql.add_responsibles, task_id=task.id, ids=task.responsible_user_ids)
        await self._connection.run(self._sql.lead, of_task=task.id)

    async def comments(self, task_id: int, *, after_id: int = 0, limit: int | None = None) -> Sequence[TaskComment]:
        """Oldest first, which is by id."""
        most = INT32_MAX if limit is None else limit
        return await self._connection.all(self._sql.comments, task_id=task_id, after_id=after_id, limit=most)

    async def latest_comments(self, task_id: int, most: int) -> Sequence[TaskComment]:
        """The last so many, oldest first."""
        latest = await self._connection.all(self._sql.latest_comments, task_id=task_id, most=most)
        return list(reversed(latest))

    async def count_comments(self, task_id: int) -> int:
        """How many there are."""
        return await self._connection.only(self._sql.count_comments, task_id=task_id)

    async def comment(self, task_id: int, comment_id: int) -> TaskComment | None:
        """One comment of this very task."""
        return await self._connection.one(self._sql.comment, task_id=task_id, comment_id=comment_id)

    async def add_comment(self, task_id: int, comentario: str, author_id: int, at: datetime) -> TaskComment:
        """The new comment; the task's ultimoComentarioFecha becomes `at`."""
        await self._connection.run(self._sql.commented, task_id=task_id, ultimo_comentario_fecha=at)
        comment_id = await self._connection.only(
            self._sql.add_comment,
            task_id=task_id,
            comentario=comentario,
            created_by_user_id=author_id,
            created_at=at,
            updated_at=at,
        )
        return TaskComment(comment_id, task_id, comentario, author_id, at, at)

    async def update_comment(self, comment: TaskComment) -> None:
        """Write the text and updatedAt."""
        await self._connection.run(
            self._sql.update_comment,
            comment_id=comment.id,
            comentario=comment.comentario,
            updated_at=comment.updated_at,
        )


def task_columns(sql: Dialect) -> list[Any]:
    """A task's columns, its responsibles in order as one of them, in the place that `task` expects."""
    of_task = task_responsibles.c.task_id == tasks.c.id
    ids = sa.select(task_responsibles.c.user_id).where(of_task).order_by(task_responsibles.c.position).correlate(tasks)
    columns: list[Any] = [tasks.c.id, *(tasks.c[name] for name in WRITTEN)]
    columns.insert(RESPONSIBLES + 1, sql.gathered(ids).label("responsible_user_ids"))
    return columns


def task(task_id: int, descripcion: str, leader: int | None, responsibles: list[int], *rest: Any) -> Task:
    """A row of `task_columns` as a task."""
    return Task(task_id, descripcion, leader, responsibles[0], responsibles, *rest)


def task_list(sql: Dialect, whole: sa.Select[Any], *, everything: bool, dated: bool) -> Query[Task]:
    """One of the four lists: of everything or of what the viewer may see, with or without bounds of fechaCumplir."""
    listed = whole.where(tasks.c.is_active, tasks.c.id > sa.bindparam("after_id"))
    if not everything:
        listed = listed.where(sql.within(tasks.c.id, visible_ids(sql)))
    if dated:
        due = tasks.c.fecha_cumplir if everything else sql.by_no_index(tasks.c.fecha_cumplir)
        listed = listed.where(due.between(sa.bindparam("due_from"), sa.bindparam("due_to")))
    return sql.query(listed.order_by(tasks.c.id).limit(sa.bindparam("limit", type_=sa.Integer)), task)


def visible_ids(sql: Dialect) -> sa.CompoundSelect[Any]:
    """Ids of the tasks that the viewer may read: each relation that suffices finds its own by an index.

    The same id twice does no harm, and sorting it out would cost more than the rest.
    """
    viewer = sa.select(sa.bindparam("viewer", type_=sa.Integer))
    by_relation: dict[Relation, list[sa.Select[Any]]] = {
        Relation.CREATOR: [sa.select(tasks.c.id).where(tasks.c.created_by_user_id.in_(viewer))],
        Relation.RESPONSIBLE: [works_on(task_responsibles.c.user_id.in_(viewer))],
        Relation.LEADER: [
            sa.select(tasks.c.id).where(tasks.c.leader_user_id.in_(viewer)),
            works_on(sql.among(task_responsibles.c.user_id, "team")),
        ],
        Relation.CREATOR_LEADER: [sa.select(tasks.c.id).where(sql.among(tasks.c.created_by_user_id, "team"))],
    }
    relations = sorted(PERMISSIONS[Operation.TASK_READ].relations, key=lambda relation: relation.value)
    return sa.union_all(*(found for relation in relations for found in by_relation[relation]))


def is_visible(sql: Dialect) -> sa.ColumnElement[bool]:
    """Whether the viewer may read a task: where few come into question, and those one leads have thousands."""
    viewer = sa.bindparam("viewer", type_=sa.Integer)
    works = sa.exists().where(task_responsibles.c.task_id == tasks.c.id).correlate(tasks)
    by_relation: dict[Relation, list[sa.ColumnElement[bool]]] = {
        Relation.CREATOR: [tasks.c.created_by_user_id == viewer],
        Relation.RESPONSIBLE: [works.where(task_responsibles.c.user_id == viewer)],
        Relation.LEADER: [
            tasks.c.leader_user_id == viewer,
            works.where(sql.among(task_responsibles.c.user_id, "team")),
        ],
        Relation.CREATOR_LEADER: [sql.among(tasks.c.created_by_user_id, "team")],
    }
    relations = PERMISSIONS[Operation.TASK_READ].relations
    return sa.or_(*(holds for relation, found in by_relation.items() if relation in relations for holds in found))


def works_on(people: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Ids of the tasks of which one of some people is a responsible."""
    return sa.select(task_responsibles.c.task_id).where(people)


def responsibles_from_list(sql: Dialect) -> sa.Insert:
    """Every responsible of a task who is not there yet by one statement, their places along."""
    each = sql.numbered("ids")
    rows = sa.select(sa.bindparam("task_id", type_=sa.Integer), *each.subquery("each").c).where(sa.true())
    added = sql.insert(task_responsibles).from_select(["task_id", "user_id", "position"], rows)
    return added.on_conflict_do_nothing()


def responsibles_not_in_list(sql: Dialect) -> sa.Delete:
    """Every responsible of a task who is not in a list in that very place."""
    of_task = task_responsibles.c.task_id == sa.bindparam("task_id")
    each = sql.numbered("ids").subquery("each").c
    there = sa.exists().where(each[0] == task_responsibles.c.user_id, each[1] == task_responsibles.c.position)
    return sa.delete(task_responsibles).where(of_task, ~there)
