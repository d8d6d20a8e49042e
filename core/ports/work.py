"""Tasks, their comments, and daily logs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from core.base.external_ids import ExternalId
from core.base.model import TaskStatus
from core.base.paging import IN_ORDER, WHOLE, OrderedPage, Page
from core.records.people import Actor
from core.records.work import (
    ANY_COMMENT,
    AskedTask,
    AtRiskItem,
    Attachment,
    CommentConditions,
    CommentCount,
    DailyLog,
    DailyLogState,
    DaySum,
    DayTotal,
    DueMoves,
    FirstDay,
    HelperAnswer,
    ItemNow,
    ItemState,
    LeftItem,
    NewItem,
    NewTask,
    OpenTasks,
    PreviousItem,
    Red,
    RedOfDay,
    SplitOf,
    Task,
    TaskComment,
    TaskConditions,
    TaskFollower,
    TaskRule,
    TaskWords,
    TeamRow,
    TelegramFile,
)


class TaskRepository(Protocol):
    async def get(self, task_id: int) -> Task | None: ...

    async def list(self, viewer: Actor, page: Page = WHOLE) -> Sequence[Task]:
        """The active tasks that the viewer may see, by id."""

    async def matching(self, viewer: Actor, page: OrderedPage, conditions: TaskConditions) -> Sequence[Task]:
        """A page, in its order, of the active tasks that the viewer may see and for which the conditions hold."""

    async def assigned(self, user_id: int, on: date) -> Sequence[Task]:
        """Active tasks of this responsible, PENDIENTE or EN_PROCESO, with fechaSolicitud ≤ on; in no order."""

    async def due(self, user_id: int, first: date, last: date) -> Sequence[Task]:
        """Active, unclosed tasks of this responsible with fechaCumplir from first to last, by fechaCumplir and id."""

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
        """Active tasks with one of these responsibles that the viewer may read, at most `most`.

        Those in `estatus`, without it the unclosed ones, with fechaCumplir within the bounds, by fechaCumplir and id.
        Of CERRADA, those with fechaCierre within the bounds, the latest due date first.
        """

    async def open_tasks_of(
        self, people: Collection[int], today: date, since: date, until: date
    ) -> Sequence[OpenTasks]:
        """Count the open tasks of each of these people: all, with fechaCumplir < today, within the bounds and not late.

        By person, without those who have none.
        """

    async def closed_within(self, viewer: Actor, since: date, until: date) -> Sequence[Task]:
        """Active, closed tasks that the viewer may read with fechaCierre within the bounds, by fechaCierre and id.

        Without those that were closed as split.
        """

    async def planned(self, until: date) -> Sequence[Task]:
        """Active PLANEACION tasks with fechaSolicitud ≤ until, by fechaSolicitud and id."""

    async def overdue(self, on: date) -> Sequence[Task]:
        """Active, unclosed tasks with fechaCumplir < on, by fechaCumplir and id."""

    async def overdue_concerning(self, viewer: Actor, on: date) -> Sequence[Task]:
        """Find the tasks of `overdue` that the viewer may read by a relation, not by a role; in that order."""

    async def concerning(self, viewer: Actor, *, unrelated: bool = False) -> Sequence[TaskWords]:
        """The open tasks that the viewer may read by a relation, or if `unrelated` by a role, too; in no order."""

    async def by_ids(self, ids: Collection[int]) -> Sequence[Task]:
        """Find the tasks with these ids, active or not; in no order."""

    async def add(self, task: NewTask) -> Task: ...

    async def update(self, task: Task, split_into: Sequence[int] | None = None) -> None:
        """Write every field, responsibles included, and into which tasks it is split; that ends once it is open."""

    async def note_parts(self, task_id: int, parts: Sequence[int]) -> None:
        """Note of tasks that they are the parts of another."""

    async def split_of(self, task_id: int) -> SplitOf: ...

    async def by_external_id(self, external_id: ExternalId) -> Task | None:
        """The active task with this id of another system."""

    async def ids_of_source(self, source: str) -> Mapping[str, int]:
        """The tasks that have an id of this other system, deleted ones too, by that id."""

    async def deleted_with(self, external_id: ExternalId) -> Task | None:
        """The newest deleted task with this id of another system."""

    async def external_id_of(self, task_id: int) -> ExternalId: ...

    async def external_ids(self, task_ids: Collection[int]) -> Mapping[int, str]:
        """The ids of another system of those of these tasks that have one."""

    async def set_external_id(self, task_id: int, external_id: ExternalId) -> None:
        """Write a task's id of another system, or none."""

    async def note_due_move(self, task_id: int, before: date, at: datetime) -> None:
        """Note that a task was due on another date until now."""

    async def due_moves(self, since: datetime, until: datetime) -> Sequence[DueMoves]:
        """The tasks whose due date was moved in [since, until), with all their moves before `until`.

        By task; without those moved only once.
        """

    async def comments(
        self, task_id: int, page: OrderedPage = IN_ORDER, conditions: CommentConditions = ANY_COMMENT
    ) -> Sequence[TaskComment]:
        """The comments of a task for which the conditions hold, in the order of the page; by id is oldest first."""

    async def latest_comments(self, task_id: int, most: int) -> Sequence[TaskComment]:
        """List the last comments of a task, at most `most`, the oldest first."""

    async def count_comments(self, task_id: int) -> int: ...

    async def comments_within(
        self, user_ids: Collection[int], since: datetime, until: datetime
    ) -> Sequence[CommentCount]:
        """Count these people's comments in [since, until); by author, without zeros."""

    async def comment(self, task_id: int, comment_id: int) -> TaskComment | None:
        """One comment of this very task."""

    async def attachments(self, task_id: int, after_id: int) -> Sequence[Attachment]:
        """List what is attached to a task's comments with ids above `after_id`: by comment, then in its order."""

    async def attachment(self, task_id: int, attachment_id: str) -> TelegramFile | None:
        """The file of an attachment to this very task."""

    async def files_of(self, comment_id: int) -> Sequence[TelegramFile]:
        """The files that came with a comment, in their order."""

    async def add_comment(
        self, task_id: int, comentario: str, author_id: int, at: datetime, files: Sequence[TelegramFile] = ()
    ) -> TaskComment:
        """Add a comment; the task's ultimoComentarioFecha becomes `at`."""

    async def update_comment(self, comment: TaskComment) -> None: ...

    async def remove_comment(self, comment: TaskComment) -> None:
        """Remove a comment with its files; the task's ultimoComentarioFecha becomes that of the last one left."""


class DailyLogRepository(Protocol):
    """Daily logs and their items."""

    async def state(self, log_id: int) -> DailyLogState | None:
        """A log's own columns."""

    async def find(self, user_id: int, fecha: date) -> DailyLogState | None: ...

    async def item(self, item_id: int) -> ItemState | None:
        """An item's own columns."""

    async def items(self, log_id: int) -> Sequence[ItemState]:
        """A log's items, by orden."""

    async def read(self, log_id: int) -> DailyLog:
        """A log as the contract shows it: task fields live, or as frozen when the log was closed.

        While the log is open, it has no items of tasks that are deleted or no longer its owner's, and closing it leaves
        them out for good; here as in every list and sum of items. `item` and `items` have them still.
        """

    async def history(self, user_id: int, desde: date, hasta: date) -> Sequence[DailyLog]:
        """A person's logs within the dates, both included, by fecha."""

    async def team_rows(
        self, viewer: Actor, desde: date, hasta: date, *, inactive: bool, user_id: int | None = None
    ) -> Sequence[TeamRow]:
        """Items that the viewer leads, by fecha, owner and orden: everybody's, or one person's.

        Those of deactivated people only if `inactive`, or if the viewer sees all.
        """

    async def reds_of_days(self, viewer: Actor, desde: date, hasta: date) -> Sequence[RedOfDay]:
        """Find the rows of `team_rows` that are ROJO, also of people who have left."""

    async def days_of(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DaySum]:
        """These people's logs within the dates, both included, in no order."""

    async def day_totals(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DayTotal]:
        """These people's logs added up by date, by fecha; dates without logs are left out."""

    async def others_days(self, viewer: Actor, members: Collection[int], desde: date, hasta: date) -> Sequence[DaySum]:
        """Logs of people outside the viewer's team with items that the viewer leads; in no order.

        The logs of people who have left the team are whole; others have only the items of tasks that the viewer leads
        without being one of the responsibles. A viewer who sees all gets everybody else's logs.
        """

    async def first_days(self, user_ids: Collection[int]) -> Sequence[FirstDay]:
        """The earliest log of each of these people that was opened by the day after its date, in UTC; by owner."""

    async def team_states(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DailyLogState]:
        """These people's logs within the dates, both included, by fecha and owner."""

    async def at_risk(
        self, people: Collection[int], task_leader: int, desde: date, hasta: date
    ) -> Sequence[AtRiskItem]:
        """Items that are NARANJA or ROJO in the latest log within the dates of each of these people.

        Also of everybody who works on a task that `task_leader` leads without being a responsible. Only of active
        people, and of active, unclosed tasks of which they are still responsible. In no order.
        """

    async def items_now(self, item_ids: Collection[int]) -> Sequence[ItemNow]: ...

    async def open(self, user_id: int, fecha: date, at: datetime) -> DailyLogState:
        """Return the log of that person and date, which is created unless it exists."""

    async def previous(self, user_id: int, task_ids: Collection[int], before: date) -> Sequence[PreviousItem]:
        """For each task, this person's item in their latest log dated before `before`."""

    async def left_by_others(self, task_ids: Collection[int]) -> Sequence[LeftItem]:
        """For each task, the latest item of somebody who is no longer responsible for it."""

    async def add_items(self, log_id: int, items: Sequence[NewItem]) -> None: ...

    async def update_item(self, item: ItemState) -> None:
        """Write semaforo, porcentaje and resumePorcentaje."""

    async def set_avance(self, log_id: int, at: datetime | None) -> None: ...

    async def close(self, log_id: int, at: datetime) -> None:
        """Write closedAt, and freeze the task fields as they stand of each item that is shown."""

    async def reopen(self, log_id: int) -> None:
        """Clear closedAt and the frozen fields."""

    async def task_moved(self, task_id: int) -> None:
        """Sum up anew the open logs with an item of this task, which was deleted, restored or given to others."""

    async def task_reopened(self, task_id: int) -> None:
        """Note on every item of this task at 100 that the task was reopened."""


class RedRepository(Protocol):
    """Reds with their reasons and helpers; a red lasts until it is ended."""

    async def get(self, red_id: int) -> Red | None: ...

    async def lasting(self, task_ids: Collection[int]) -> Sequence[Red]:
        """The reds of these tasks that have not ended, by id."""

    async def lasting_of(self, user_ids: Collection[int], since: datetime) -> Sequence[Red]:
        """The reds of these people that began before `since` and have not ended, by id."""

    async def lasting_within(self, user_ids: Collection[int], since: datetime, until: datetime) -> Sequence[Red]:
        """The reds of these people that lasted at some time in [since, until), by id."""

    async def start(self, task_id: int, user_id: int, at: datetime) -> int:
        """Begin a red, and return its id."""

    async def explain(self, red_id: int, motivo: str, at: datetime) -> None: ...

    async def name_helpers(self, red_id: int, user_ids: Collection[int]) -> None:
        """Add those who are not named yet."""

    async def drop_helper(self, red_id: int, user_id: int) -> None: ...

    async def answer(self, red_id: int, user_id: int, answer: HelperAnswer) -> None:
        """Write a helper's answer; whoever is not named becomes a helper."""

    async def end(self, red_ids: Collection[int], at: datetime) -> None: ...

    async def pass_on(self, red_id: int, user_id: int) -> None:
        """Make a red another person's, who is not a helper of it any more."""

    async def helps_with(self, user_id: int, task_id: int) -> bool:
        """Return whether the person is a helper of a red of the task that has not ended."""

    async def helped_by(self, user_id: int) -> Sequence[Red]:
        """The reds of which the person is a helper and that have not ended, by id."""

    async def recent_helpers(self, user_id: int, most: int) -> Sequence[int]:
        """Find the people whom the person's reds named last, the latest first."""


class AskedTaskRepository(Protocol):
    """Tasks that people ask colleagues to take, without those that were withdrawn."""

    async def get(self, asked_id: int) -> AskedTask | None: ...

    async def of_person(self, user_id: int, page: Page = WHOLE) -> Sequence[AskedTask]:
        """List the requests that this person made or was made, by id."""

    async def of_task(self, task_id: int) -> Sequence[AskedTask]:
        """All requests about a task, by id."""

    async def add(self, asked: AskedTask) -> AskedTask:
        """Add a request. Returns it with a new id, whatever id it has."""

    async def update(self, asked: AskedTask) -> None:
        """Write the answer."""

    async def withdraw(self, asked_id: int, at: datetime) -> None: ...


class TaskRuleRepository(Protocol):
    """Rules that make tasks, and which tasks each has made."""

    async def get(self, rule_id: int) -> TaskRule | None: ...

    async def list(self, viewer: Actor, page: Page = WHOLE) -> Sequence[TaskRule]:
        """List the rules that have not ended and that the viewer may see, by id."""

    async def of_task(self, task_id: int) -> TaskRule | None:
        """The rule that made a task."""

    async def due(self, on: date) -> Sequence[TaskRule]:
        """Active and waiting rules with last_on ≤ on, by last_on and id."""

    async def count_open(self, rule_id: int) -> int:
        """Count the tasks of a rule that are active and not closed."""

    async def add(self, rule: TaskRule) -> TaskRule:
        """Add a rule, with an id other than that of the one given; its `task_id` is of this rule from now on."""

    async def update(self, rule: TaskRule) -> None:
        """Write every field, responsibles included; its `task_id` is of this rule from now on."""


class ConversationRepository(Protocol):
    """The people in the conversation of a task: those let into it, those who talk, those who have muted it."""

    async def untold(
        self, task_id: int, people: Collection[int], key: str, at: datetime, *, everybody: bool
    ) -> Mapping[int, bool]:
        """Return who has no waiting message whose dedupe key begins with `key`, and whether each has muted the task.

        They are sought among these people; with `everybody` also among the task's followers, those who have commented
        on it, and the helpers, but those who decline, of its reds that have not ended. A message that a sender has
        claimed does not wait any more.
        """

    async def followers(self, task_id: int) -> Sequence[TaskFollower]:
        """A task's followers, by person."""

    async def follows(self, user_id: int, task_id: int) -> bool: ...

    async def follow(self, follower: TaskFollower) -> None:
        """Add somebody who does not follow the task yet."""

    async def unfollow(self, task_id: int, user_id: int) -> None: ...

    async def muted_by(self, task_id: int) -> Collection[int]:
        """Find the people who want to hear nothing of the task's comments and changes."""

    async def mute(self, task_id: int, user_id: int) -> None:
        """Mute a task; muting it again is no error."""

    async def unmute(self, task_id: int, user_id: int) -> None: ...
