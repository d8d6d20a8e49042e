"""Tasks and their comments. Who sees which task follows from core's table of permissions, in SQL as in Python."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, ClassVar

import sqlalchemy as sa
from msgspec.structs import asdict

from core.application.access import Operation, Relation, may, relations_that_hold
from core.base.external_ids import ExternalId
from core.base.model import TaskStatus
from core.base.paging import IN_ORDER, WHOLE, OrderedPage, Page
from core.ports.work import TaskRepository
from core.records.people import Actor
from core.records.work import (
    ANY_COMMENT,
    Attachment,
    CommentConditions,
    CommentCount,
    DueMoves,
    NewTask,
    OpenTasks,
    SplitOf,
    Task,
    TaskComment,
    TaskConditions,
    TaskWords,
    TelegramFile,
)
from core.work.tasks import WORKABLE
from storage.repositories.daily_log_views import add_task_leads
from storage.repositories.search import SearchIndex
from storage.repositories.task_filter import IDS, TASKS, WRITTEN, is_visible, task, visible_ids, works_on
from storage.repositories.task_lists import (
    begin_with,
    first_visible,
    near_visible,
    ordered_comments,
    ordered_tasks,
    parameters_for,
    task_list,
)
from storage.schema.work import (
    BY_OPEN,
    OPEN,
    comment_files,
    daily_log_items,
    in_state,
    task_comments,
    task_due_moves,
    task_responsibles,
    tasks,
)
from storage.schema.work import PLANNED as IS_PLANNED
from storage.sql.column_types import Json, Limit
from storage.sql.executor import DatabaseConnection, Repository, change, every, one, only, parameters_of
from storage.sql.expressions import (
    IdList,
    among,
    columns_for,
    fields,
    insert,
    parameter_of,
    variants,
    within,
)
from storage.sql.ordered import Sees, place_of
from storage.sql.statements import Change, Query, as_tuple

EXTERNAL_ID = fields(ExternalId)
NAMED_THERE = [tasks.c[name] == parameter_of(tasks.c[name]) for name in EXTERNAL_ID]
THIS = tasks.c.id == sa.bindparam("task_id")
MINE = within(
    tasks.c.id, works_on(task_responsibles.c.user_id.in_(sa.select(sa.bindparam("user_id", type_=sa.Integer))))
)
IS_WORKABLE = sa.or_(*(tasks.c.estatus == status for status in sorted(WORKABLE)))
ON = sa.bindparam("on", type_=sa.Date)
IS_LATE = tasks.c.fecha_cumplir < ON
BY_DUE_DATE = tasks.c.fecha_cumplir, tasks.c.id
OF_TASK = task_comments.c.task_id == sa.bindparam("task_id")
INDEXED = sa.table("search_comments", sa.column("rowid", sa.BigInteger))
ATTACHMENT_ID = sa.cast(comment_files.c.comment_id, sa.Text) + "-" + sa.cast(comment_files.c.number, sa.Text)
"""The id of an attachment, which stays the same whatever becomes of other comments."""
COMMENTS_OF_TASK = sa.select(*columns_for(task_comments, TaskComment)).where(OF_TASK)


STATES = {
    None: OPEN,
    TaskStatus.PLANEACION: IS_PLANNED,
    TaskStatus.CERRADA: sa.and_(in_state("= 'CERRADA'"), tasks.c.split_into.is_(None)),
}


def of_people(estatus: TaskStatus | None, *, one: bool, everything: bool) -> Query[Task]:
    """Select the tasks of some people in a time: those of `one` person by that, of several by due date.

    The tasks of several may be most of all. Closed ones are found by due date too, since no index is by closing date.
    """
    theirs = among(task_responsibles.c.user_id, "people")
    works = sa.exists().where(task_responsibles.c.task_id == tasks.c.id, theirs).correlate(tasks)
    latest_first = estatus is TaskStatus.CERRADA
    due = tasks.c.fecha_cumplir
    ends = tasks.c.fecha_cierre if latest_first else due
    in_time = sa.and_(due >= sa.literal(date.min), ends.between(sa.bindparam("since"), sa.bindparam("until")))
    found = TASKS.where(STATES[estatus], in_time, within(tasks.c.id, works_on(theirs)) if one else works)
    order = [column.desc() if latest_first else column for column in BY_DUE_DATE]
    readable = found if everything else found.where(is_visible())
    return Query(readable.order_by(*order).limit(sa.bindparam("limit", type_=Limit)), task)


def open_words(leads: bool, everything: bool) -> Query[TaskWords]:
    """Open tasks that the viewer may read, at a cost that does not grow with closed ones.

    A leader's are found among all open tasks; anybody else's by their relations, since these are fewer.
    """
    found = sa.select(*columns_for(tasks, TaskWords)).where(OPEN)
    if not leads and not everything:
        return Query(found.where(within(tasks.c.id, visible_ids())), TaskWords)
    of_open = found.with_hint(tasks, BY_OPEN, "sqlite").where(tasks.c.fecha_cumplir >= sa.literal(date.min))
    return Query(of_open if everything else of_open.where(is_visible()), TaskWords)


def closed_within(everything: bool) -> Query[Task]:
    days = tasks.c.fecha_cierre.between(sa.bindparam("since"), sa.bindparam("until"))
    found = TASKS.where(tasks.c.is_active, tasks.c.split_into.is_(None), days).order_by(
        tasks.c.fecha_cierre, tasks.c.id
    )
    return Query(found if everything else found.where(is_visible()), task)


def counts_of_open() -> sa.Select[Any]:
    """Open tasks of some people, counted; found among all that are open, for closed ones are most of anybody's.

    Adding nothing to whose they are keeps both engines from the index by that.
    """
    today, since, until = (sa.bindparam(name, type_=sa.Date) for name in ("today", "since", "until"))
    works, due = task_responsibles, tasks.c.fecha_cumplir
    person = works.c.user_id + sa.literal_column("0", sa.Integer)
    counted = {"late": due < today, "due": sa.and_(due >= today, due.between(since, until))}
    sums = (sa.func.sum(sa.case((fits, 1), else_=0)).label(name) for name, fits in counted.items())
    return (
        sa.select(person.label("user_id"), sa.func.count().label("open"), *sums)
        .join_from(tasks, works, works.c.task_id == tasks.c.id)
        .with_hint(tasks, BY_OPEN, "sqlite")
        .where(OPEN, due >= sa.literal(date.min), among(person, "people"))
        .group_by(person)
        .order_by(person)
    )


def responsibles_from_list(table: sa.Table) -> sa.Insert:
    """Inserts the responsibles of a list who are not there yet, with their places."""
    owner, each = table.c[0].name, IdList("ids")
    rows = sa.select(sa.bindparam(owner, type_=sa.Integer), each.c.value, each.place).where(sa.true())
    return insert(table).from_select([owner, "user_id", "position"], rows).on_conflict_do_nothing()


def responsibles_not_in_list() -> sa.Delete:
    """Deletes the responsibles who are not in the list at the same place."""
    of_task = task_responsibles.c.task_id == sa.bindparam("task_id")
    each = IdList("ids")
    there = sa.exists().where(each.c.value == task_responsibles.c.user_id, each.place == task_responsibles.c.position)
    return sa.delete(task_responsibles).where(of_task, ~there)


def moved_dues() -> sa.Select[Any]:
    """The tasks moved within a time, each with its moves until the end of that time."""
    moves, earlier = task_due_moves, task_due_moves.alias("earlier")
    until = parameter_of(moves.c.moved_at, "until")
    lately = sa.select(moves.c.task_id).where(
        moves.c.moved_at >= parameter_of(moves.c.moved_at, "since"), moves.c.moved_at < until
    )
    first = sa.select(earlier.c.former_due).where(earlier.c.task_id == moves.c.task_id).order_by(earlier.c.id).limit(1)
    return (
        sa.select(
            moves.c.task_id, sa.func.count().label("times"), first.correlate(moves).scalar_subquery().label("first_due")
        )
        .where(within(moves.c.task_id, lately), moves.c.moved_at < until)
        .group_by(moves.c.task_id)
        .having(sa.func.count() > 1)
        .order_by(moves.c.task_id)
    )


def relations_of_all(viewer: Actor, conditions: TaskConditions) -> set[Relation]:
    """The viewer's relations to every task for which the conditions hold."""
    return relations_that_hold(
        {
            Relation.RESPONSIBLE: conditions.responsible == viewer.id,
            Relation.CREATOR: conditions.creator == viewer.id,
            Relation.LEADER: conditions.leader == viewer.id or conditions.responsible in viewer.team,
            Relation.CREATOR_LEADER: conditions.creator in viewer.team,
        }
    )


class Tasks(Repository, TaskRepository):
    """The repository of tasks; `search`: the index of words in the same unit of work."""

    def __init__(self, connection: DatabaseConnection, search: SearchIndex | None = None) -> None:
        super().__init__(connection)
        self._search = search or SearchIndex(connection)

    get = one(TASKS.where(THIS), task)

    LISTS = task_list(everything=False), task_list(everything=True)
    NEAR, FIRST = near_visible(), first_visible()

    async def list(self, viewer: Actor, page: Page = WHOLE) -> Sequence[Task]:
        everything = may(viewer, Operation.TASK_READ)
        asked = parameters_of(viewer)
        if page.most is None or everything:
            return await self._db.all(self.LISTS[everything], **asked, **parameters_of(page))
        if viewer.team:
            return await self.page_of_near(self.NEAR, self.FIRST, page, **asked)
        return await self._db.all(self.FIRST, **asked, **parameters_of(page))

    async def matching(self, viewer: Actor, page: OrderedPage, conditions: TaskConditions) -> Sequence[Task]:
        asked = {**parameters_of(viewer), **place_of(page), **parameters_for(conditions)}
        if conditions.words:
            asked["terms"] = (await self._search.terms(conditions.words)).parameters["terms"]
        begin, (field, _) = begin_with(conditions), page.SORTS[page.sort_key]
        form = partial(ordered_tasks, begin, field=field, descends=page.descends)
        if may(viewer, Operation.TASK_READ, relations_of_all(viewer, conditions)):
            return await self._db.all(form(Sees.ALL), **asked)
        if viewer.team:
            return await self.ordered_page(form, page, few=begin.finds_few, **asked)
        return await self._db.all(form(Sees.RELATED), **asked)

    assigned = every(TASKS.where(MINE, tasks.c.is_active, IS_WORKABLE, tasks.c.fecha_solicitud <= ON), task)
    due = every(
        TASKS.where(MINE, OPEN, tasks.c.fecha_cumplir.between(sa.bindparam("first"), sa.bindparam("last"))).order_by(
            *BY_DUE_DATE
        ),
        task,
    )
    planned = every(
        TASKS.where(IS_PLANNED, tasks.c.fecha_solicitud <= sa.bindparam("until")).order_by(
            tasks.c.fecha_solicitud, tasks.c.id
        ),
        task,
    )
    overdue = every(TASKS.where(OPEN, IS_LATE).order_by(*BY_DUE_DATE), task)
    by_ids = every(TASKS.where(among(tasks.c.id, "ids")), task)

    OF_PEOPLE = {  # noqa: RUF012 never changed
        (estatus, one, everything): of_people(estatus, one=one, everything=everything)
        for estatus in STATES
        for one in (False, True)
        for everything in (False, True)
    }

    async def of_people(
        self,
        viewer: Actor,
        people: Collection[int],
        *,
        estatus: TaskStatus | None,
        since: date,
        until: date,
        most: int,
    ) -> Sequence[Task]:
        return await self._db.all(
            self.OF_PEOPLE[estatus, len(people) == 1, may(viewer, Operation.TASK_READ)],
            viewer=viewer.id,
            team=viewer.team,
            people=people,
            since=since,
            until=until,
            limit=most,
        )

    CLOSED_WITHIN = closed_within(everything=False), closed_within(everything=True)

    async def closed_within(self, viewer: Actor, since: date, until: date) -> Sequence[Task]:
        return await self._db.all(
            self.CLOSED_WITHIN[may(viewer, Operation.TASK_READ)], **parameters_of(viewer), since=since, until=until
        )

    open_tasks_of = every(counts_of_open(), OpenTasks)

    overdue_concerning = every(TASKS.where(OPEN, IS_LATE, is_visible()).order_by(*BY_DUE_DATE), task)
    OPEN_WORDS = variants(open_words)

    async def concerning(self, viewer: Actor, *, unrelated: bool = False) -> Sequence[TaskWords]:
        everything = unrelated and may(viewer, Operation.TASK_READ)
        return await self._db.all(self.OPEN_WORDS[bool(viewer.team), everything], **parameters_of(viewer))

    ADD = Query(sa.insert(tasks).returning(tasks.c.id), int, [*WRITTEN, *EXTERNAL_ID])
    ADD_RESPONSIBLES = Change(responsibles_from_list(task_responsibles))

    async def add(self, task: NewTask) -> Task:
        values = asdict(task)
        ids = values["responsible_user_ids"]
        values["ultimo_comentario_fecha"] = None
        task_id = await self._db.only(self.ADD, **values)
        await self._db.run(self.ADD_RESPONSIBLES, task_id=task_id, ids=ids)
        written = {name: values[name] for name in WRITTEN}
        return Task(id=task_id, responsible_user_id=ids[0], **written)

    PARTS = Change(sa.update(tasks).where(among(tasks.c.id, "parts")).values(part_of_task_id=sa.bindparam("task_id")))
    SPLIT_OF = Query(sa.select(tasks.c.split_into, tasks.c.part_of_task_id).where(THIS), as_tuple)

    async def note_parts(self, task_id: int, parts: Sequence[int]) -> None:
        await self._db.run(self.PARTS, task_id=task_id, parts=parts)

    async def split_of(self, task_id: int) -> SplitOf:
        into, whole = await self._db.only(self.SPLIT_OF, task_id=task_id)
        return SplitOf(IDS.decode(into) if into else (), whole)

    by_external_id = one(TASKS.where(tasks.c.is_active, *NAMED_THERE), task)
    deleted_with = one(TASKS.where(~tasks.c.is_active, *NAMED_THERE).order_by(tasks.c.id.desc()).limit(1), task)
    ids_of_source = every(
        sa.select(tasks.c.external_id, tasks.c.id)
        .where(tasks.c.external_source == sa.bindparam("source", type_=sa.Text))
        .order_by(tasks.c.is_active, tasks.c.id),
        as_tuple,
        dict,
    )
    external_id_of = only(sa.select(*columns_for(tasks, ExternalId)).where(THIS), ExternalId)
    external_ids = every(
        sa.select(tasks.c.id, tasks.c.external_id).where(
            among(tasks.c.id, "task_ids"), tasks.c.external_id.is_not(None)
        ),
        as_tuple,
        dict,
    )
    set_external_id = change(sa.update(tasks).where(THIS), EXTERNAL_ID)

    SPLIT_INTO = sa.func.coalesce(sa.bindparam("parts", type_=Json), tasks.c.split_into)
    UPDATE = Change(
        sa.update(tasks)
        .where(THIS)
        .values(split_into=sa.case((sa.bindparam("is_closed", type_=sa.Boolean), SPLIT_INTO))),
        WRITTEN,
    )
    DROP_RESPONSIBLES = Change(responsibles_not_in_list())
    LEAD = Change(add_task_leads(daily_log_items.c.task_id == sa.bindparam("of_task")))

    async def update(self, task: Task, split_into: Sequence[int] | None = None) -> None:
        closed = task.estatus is TaskStatus.CERRADA
        await self._db.run(self.UPDATE, task_id=task.id, parts=split_into, is_closed=closed, **asdict(task))
        await self._db.run(self.DROP_RESPONSIBLES, task_id=task.id, ids=task.responsible_user_ids)
        await self._db.run(self.ADD_RESPONSIBLES, task_id=task.id, ids=task.responsible_user_ids)
        await self._db.run(self.LEAD, of_task=task.id)

    COMMENTS: ClassVar = {descends: ordered_comments(COMMENTS_OF_TASK, descends=descends) for descends in (False, True)}

    async def comments(
        self, task_id: int, page: OrderedPage = IN_ORDER, conditions: CommentConditions = ANY_COMMENT
    ) -> Sequence[TaskComment]:
        asked = {**place_of(page), **asdict(conditions)}
        return await self._db.all(self.COMMENTS[page.descends], task_id=task_id, **asked)

    comment = one(COMMENTS_OF_TASK.where(task_comments.c.id == sa.bindparam("comment_id")), TaskComment)
    ATTACHED = sa.join(task_comments, comment_files)
    attachments = every(
        sa.select(ATTACHMENT_ID.label("id"), *columns_for(comment_files, Attachment, "id"))
        .select_from(ATTACHED)
        .where(OF_TASK, task_comments.c.id > sa.bindparam("after_id", type_=sa.Integer))
        .order_by(task_comments.c.id, comment_files.c.number),
        Attachment,
    )
    attachment = one(
        sa.select(*columns_for(comment_files, TelegramFile))
        .select_from(ATTACHED)
        .where(OF_TASK, sa.bindparam("attachment_id", type_=sa.Text) == ATTACHMENT_ID),
        TelegramFile,
    )
    files_of = every(
        sa.select(*columns_for(comment_files, TelegramFile))
        .where(comment_files.c.comment_id == sa.bindparam("comment_id"))
        .order_by(comment_files.c.number),
        TelegramFile,
    )
    note_due_move = change(
        sa.insert(task_due_moves).values(former_due=sa.bindparam("before"), moved_at=sa.bindparam("at")), ["task_id"]
    )
    due_moves = every(moved_dues(), DueMoves)
    comments_within = every(
        sa.select(task_comments.c.created_by_user_id.label("user_id"), sa.func.count().label("count"))
        .where(
            task_comments.c.created_at >= parameter_of(task_comments.c.created_at, "since"),
            task_comments.c.created_at < parameter_of(task_comments.c.created_at, "until"),
            among(task_comments.c.created_by_user_id, "user_ids"),
        )
        .group_by(task_comments.c.created_by_user_id)
        .order_by(task_comments.c.created_by_user_id),
        CommentCount,
    )
    count_comments = only(sa.select(sa.func.count()).select_from(task_comments).where(OF_TASK), int)
    latest_comments = every(
        COMMENTS_OF_TASK.order_by(task_comments.c.id.desc()).limit(sa.bindparam("most", type_=sa.Integer)),
        TaskComment,
        lambda latest: latest[::-1],
    )

    COMMENTED = Change(sa.update(tasks).where(THIS), ["ultimo_comentario_fecha"])
    ADD_COMMENT = Query(sa.insert(task_comments).returning(task_comments.c.id), int, fields(TaskComment, "id"))
    ADD_FILE = Change(sa.insert(comment_files), ["comment_id", "number", *fields(TelegramFile)])

    async def add_comment(
        self, task_id: int, comentario: str, author_id: int, at: datetime, files: Sequence[TelegramFile] = ()
    ) -> TaskComment:
        await self._db.run(self.COMMENTED, task_id=task_id, ultimo_comentario_fecha=at)
        comment_id = await self._db.only(
            self.ADD_COMMENT,
            task_id=task_id,
            comentario=comentario,
            created_by_user_id=author_id,
            created_at=at,
            updated_at=at,
        )
        rows = [{"comment_id": comment_id, "number": number, **asdict(file)} for number, file in enumerate(files)]
        if rows:
            await self._db.run_many(self.ADD_FILE, rows)
        return TaskComment(comment_id, task_id, comentario, author_id, at, at)

    REMOVE_FILES = Change(sa.delete(comment_files).where(comment_files.c.comment_id == sa.bindparam("comment_id")))
    REMOVE_WORDS = Change(sa.delete(INDEXED).where(INDEXED.c.rowid == sa.bindparam("comment_id", type_=sa.Integer)))
    REMOVE_COMMENT = Change(sa.delete(task_comments).where(task_comments.c.id == sa.bindparam("comment_id")))
    COMMENTED_LAST = Change(
        sa.update(tasks)
        .where(THIS)
        .values(
            ultimo_comentario_fecha=sa.select(sa.func.max(task_comments.c.created_at)).where(OF_TASK).scalar_subquery()
        )
    )

    async def remove_comment(self, comment: TaskComment) -> None:
        for each in (self.REMOVE_FILES, self.REMOVE_WORDS, self.REMOVE_COMMENT):
            await self._db.run(each, comment_id=comment.id)
        await self._db.run(self.COMMENTED_LAST, task_id=comment.task_id)

    update_comment = change(
        sa.update(task_comments).where(task_comments.c.id == sa.bindparam("id")), ["comentario", "updated_at"]
    )
