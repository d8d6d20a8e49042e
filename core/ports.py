"""What the core asks of the outside: a clock (`core.calendar_time`), a store, and in it one repository an aggregate.

A unit of work is one consistent view (read) or one transaction (write). Its methods are coroutines, but a use case may
await nothing else: the SQLite store runs many units of work inside one hop to its thread, and refuses to be suspended.
Rows come back as the aggregates' own Structs. Identifiers that are not there give None; duplicates too, where said so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence
    from datetime import date, datetime

    from core.access import Actor
    from core.daily_logs import DailyLog, DailyLogState, ItemState, NewItem, PreviousItem, TeamRow
    from core.event_types import EventType, NewEventType
    from core.examples import Example
    from core.tasks import NewTask, Task, TaskComment
    from core.users import Invite, NewUser, User

T = TypeVar("T")


class UserRepository(Protocol):
    """The directory."""

    async def get(self, user_id: int) -> User | None:
        """One person, active or not."""

    async def by_username(self, username: str) -> User | None:
        """One person, the username compared without case."""

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        """The person a Telegram account is linked to, active or not."""

    async def team(self, leader_user_id: int) -> Sequence[User]:
        """The active people whose directory leader this is, by display name."""

    async def list(self) -> Sequence[User]:
        """Everybody, by id."""

    async def known(self, ids: Collection[int]) -> Sequence[User]:
        """Those of these ids that exist, active or not, by id."""

    async def add(self, user: NewUser) -> User | None:
        """The new person, or None where the username is taken."""

    async def update(self, user: User) -> bool:
        """Write every field; False where the username or the Telegram account is another's."""

    async def add_invite(self, invite: Invite) -> None:
        """Keep an invitation; earlier ones of the same person end."""

    async def invite(self, code_hash: bytes) -> Invite | None:
        """The invitation of a code's hash: still to be checked for its expiry."""

    async def end_invites(self, user_id: int) -> None:
        """Drop every invitation of a person."""


class TaskRepository(Protocol):
    """Tasks and their comments."""

    async def get(self, task_id: int) -> Task | None:
        """One task, active or not."""

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

    async def assigned(self, user_id: int, on: date) -> Sequence[Task]:
        """Active tasks of this responsible, PENDIENTE or EN_PROCESO, with fechaSolicitud ≤ on; in no order."""

    async def add(self, task: NewTask) -> Task:
        """The new task with its id."""

    async def update(self, task: Task) -> None:
        """Write every field, responsibles included."""

    async def comments(self, task_id: int, *, after_id: int = 0, limit: int | None = None) -> Sequence[TaskComment]:
        """Oldest first, which is by id."""

    async def comment(self, task_id: int, comment_id: int) -> TaskComment | None:
        """One comment of this very task."""

    async def add_comment(self, task_id: int, comentario: str, author_id: int, at: datetime) -> TaskComment:
        """The new comment; the task's ultimoComentarioFecha becomes `at`."""

    async def update_comment(self, comment: TaskComment) -> None:
        """Write the text and updatedAt."""


class DailyLogRepository(Protocol):
    """Daily logs and their items."""

    async def state(self, log_id: int) -> DailyLogState | None:
        """A log's own columns."""

    async def find(self, user_id: int, fecha: date) -> DailyLogState | None:
        """The one log of a person and date."""

    async def item(self, item_id: int) -> ItemState | None:
        """An item's own columns."""

    async def items(self, log_id: int) -> Sequence[ItemState]:
        """A log's items, by orden."""

    async def read(self, log_id: int) -> DailyLog:
        """A log as the contract shows it: task fields live, or as frozen at its closing."""

    async def history(self, user_id: int, desde: date, hasta: date) -> Sequence[DailyLog]:
        """A person's logs within the dates, both included, by fecha."""

    async def team_rows(self, viewer: Actor, desde: date, hasta: date, *, inactive: bool) -> Sequence[TeamRow]:
        """Items that the viewer leads, by fecha, owner and orden; of deactivated people only if `inactive`."""

    async def team_states(self, user_ids: Collection[int], fecha: date) -> Sequence[DailyLogState]:
        """The logs of these people on that date."""

    async def open(self, user_id: int, fecha: date, at: datetime) -> DailyLogState:
        """The log of that person and date, made now unless it exists."""

    async def previous(self, user_id: int, task_ids: Collection[int], before: date) -> Sequence[PreviousItem]:
        """Of each task, this person's item in the latest log dated before that date."""

    async def add_items(self, log_id: int, items: Sequence[NewItem]) -> None:
        """Append items."""

    async def update_item(self, item: ItemState) -> None:
        """Write semaforo, porcentaje and resumePorcentaje."""

    async def set_avance(self, log_id: int, at: datetime) -> None:
        """Write avanceAt."""

    async def close(self, log_id: int, at: datetime) -> None:
        """Write closedAt, and beside each item its task's fields as they stand."""

    async def reopen(self, log_id: int) -> None:
        """Clear closedAt and the frozen fields."""

    async def task_reopened(self, task_id: int) -> None:
        """Remember on every item of this task at 100 that the task was taken up again."""


class EventTypeRepository(Protocol):
    """Event types; a deleted one is in none of the answers. Codes are compared by casefold."""

    async def get(self, event_type_id: int) -> EventType | None:
        """One type, active or not."""

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[EventType]:
        """All of them, active or not, by id."""

    async def add(self, event_type: NewEventType) -> EventType | None:
        """The new type with its id, or None where the code is taken."""

    async def update(self, event_type: EventType) -> bool:
        """Write every field; False where the code is another's."""

    async def in_use(self, event_type_id: int) -> bool:
        """Whether an undeleted event is of this type."""

    async def delete(self, event_type_id: int) -> None:
        """Hide it for good and free its code; its id is not given again."""


class ExampleRepository(Protocol):
    """Examples; a deleted one is in none of the answers."""

    async def get(self, example_id: int) -> Example | None:
        """One example."""

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[Example]:
        """All of them, by id."""

    async def add(self, name: str) -> Example:
        """The new, active example with its id."""

    async def rename(self, example_id: int, name: str) -> None:
        """Write the name."""

    async def delete(self, example_id: int) -> None:
        """Hide it for good; its id is not given again."""


class CauseRepository(Protocol):
    """What was already applied: one row a cause, written in the transaction of its effect."""

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        """(digest, outcome) of a cause that was applied."""

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes, at: datetime) -> None:
        """Record that a cause was applied, and what came of it."""

    async def prune(self, before: datetime) -> int:
        """Forget what is older; how many."""


class UnitOfWork(Protocol):
    """One consistent view or one transaction over every repository."""

    @property
    def users(self) -> UserRepository: ...
    @property
    def tasks(self) -> TaskRepository: ...
    @property
    def daily_logs(self) -> DailyLogRepository: ...
    @property
    def event_types(self) -> EventTypeRepository: ...
    @property
    def examples(self) -> ExampleRepository: ...
    @property
    def causes(self) -> CauseRepository: ...


class Store(Protocol):
    """Runs units of work. A failed one leaves nothing behind; a finished write is durable when it returns."""

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """One consistent view."""

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """One transaction, alone: no other write runs between its statements."""
