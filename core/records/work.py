"""Tasks, their comments, and daily logs with their items and sums."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum

from msgspec import Struct

from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from core.base.model import Model, Priority, RecurrenceType, Semaforo, TaskStatus
from core.base.recurrence import Recurrence, recurrence_of


class NewTask(Struct, frozen=True, kw_only=True):
    descripcion: str
    leader_user_id: int | None
    responsible_user_ids: Sequence[int]
    fecha_solicitud: date
    fecha_cumplir: date
    fecha_cierre: date | None = None
    estatus: TaskStatus
    prioridad: Priority
    created_by_user_id: int | None
    created_at: datetime
    updated_at: datetime
    is_active: bool = True
    external_source: str | None = None
    external_id: str | None = None


class Task(Model, frozen=True):
    """A 3W task, in the contract's shape."""

    id: int
    descripcion: str
    leader_user_id: int | None
    responsible_user_id: int
    responsible_user_ids: Sequence[int]
    fecha_solicitud: date
    fecha_cumplir: date
    fecha_cierre: date | None
    estatus: TaskStatus
    prioridad: Priority
    ultimo_comentario_fecha: datetime | None
    created_by_user_id: int | None
    created_at: datetime
    updated_at: datetime
    is_active: bool

    @property
    def is_open(self) -> bool:
        """Neither closed nor deleted."""
        return self.is_active and self.estatus is not TaskStatus.CERRADA


class TaskConditions(Struct, frozen=True, kw_only=True):
    """Conditions on tasks, all of which hold: None, or no words, means no condition."""

    responsible: int | None = None
    leader: int | None = None
    creator: int | None = None
    states: Collection[TaskStatus] = frozenset(TaskStatus)
    priorities: Collection[Priority] = frozenset(Priority)
    lights: Collection[Semaforo] | None = None
    """The lights in the newest daily log that has the task."""
    due_from: date | None = None
    due_to: date | None = None
    not_late_on: date | None = None
    """A day on which they are closed, or not yet due by then."""
    changed_since: datetime | None = None
    words: Sequence[str] = ()
    external: ExternalId = NO_EXTERNAL_ID
    """The other system, and perhaps the id there."""


class SplitOf(Struct, frozen=True):
    """The tasks into which a task is split, and the one of which it is a part."""

    into: Sequence[int]
    whole: int | None


class AttachmentKind(StrEnum):
    """The kinds of files that Telegram tells apart; a file is sent again only as what it is."""

    PHOTO = "PHOTO"
    VIDEO = "VIDEO"
    VIDEO_NOTE = "VIDEO_NOTE"
    ANIMATION = "ANIMATION"
    AUDIO = "AUDIO"
    VOICE = "VOICE"
    DOCUMENT = "DOCUMENT"


class Attachment(Model, frozen=True):
    """A file that came with a comment from the chat, perhaps with others; `name` is null where it has none."""

    id: str
    comment_id: int
    kind: AttachmentKind
    name: str | None


class TelegramFile(Struct, frozen=True):
    """A file that Telegram keeps, by the id that it has for this bot."""

    kind: AttachmentKind
    name: str | None
    file_id: str


class TaskComment(Model, frozen=True):
    """A comment on a task, in the contract's shape."""

    id: int
    task_id: int
    comentario: str
    created_by_user_id: int
    created_at: datetime
    updated_at: datetime


class CommentConditions(Struct, frozen=True, kw_only=True):
    """Conditions on the comments of a task, all of which hold: None means no condition."""

    author: int | None = None
    start: datetime | None = None
    """The earliest instant of their creation."""
    end: datetime | None = None
    """The first instant after it."""
    changed_since: datetime | None = None


ANY_COMMENT = CommentConditions()


class TaskFollower(Model, frozen=True):
    """Somebody who was let into a task that is not theirs: they read it and comment on it."""

    task_id: int
    user_id: int
    added_by_user_id: int
    created_at: datetime


class RuleState(StrEnum):
    """The state of a task rule. `WAITING`: the day of the next task has come, and the last one is still open."""

    ACTIVE = "ACTIVE"
    WAITING = "WAITING"
    PAUSED = "PAUSED"
    ENDED = "ENDED"


class TaskRule(Model, frozen=True):
    """A rule that makes a task again and again.

    `last_on` is the date that it gave the last task, `task_id`, which is due then or on a working day before.
    `leader_user_id` null: whoever leads the first responsible.
    """

    id: int
    descripcion: str
    prioridad: Priority
    leader_user_id: int | None
    responsible_user_ids: Sequence[int]
    recurrence_type: RecurrenceType
    weekdays: Sequence[int]
    day_of_month: int | None
    occurrence_count: int | None
    starts_on: date
    ends_on: date | None
    state: RuleState
    last_on: date
    task_id: int
    task_count: int
    created_by_user_id: int
    created_at: datetime
    updated_at: datetime

    @property
    def recurrence(self) -> Recurrence:
        return recurrence_of(self)


class TaskMute(Model, frozen=True):
    """The caller's choice of whether they hear of a task's comments and changes."""

    task_id: int
    muted: bool


class TaskWords(Struct, frozen=True):
    id: int
    descripcion: str
    fecha_cumplir: date


class DailyLogItem(Model, frozen=True):
    """An item, in the contract's shape."""

    id: int
    task_id: int
    descripcion: str
    fecha_solicitud: date
    fecha_cumplir: date
    estatus: TaskStatus
    semaforo: Semaforo
    porcentaje: int
    orden: int


class DailyLog(Model, frozen=True):
    """A person's day, in the contract's shape."""

    id: int
    fecha: date
    opened_at: datetime
    avance_at: datetime | None
    closed_at: datetime | None
    items: Sequence[DailyLogItem]


class TeamRow(Model, frozen=True):
    """An item as its leader sees it, one flat row, in the contract's shape."""

    daily_log_id: int
    responsible_user_id: int
    leader_user_id: int | None
    item_id: int
    task_id: int
    porcentaje: int
    created_by_user_id: int | None
    fecha: date
    fecha_solicitud: date
    fecha_cumplir: date
    opened_at: datetime
    avance_at: datetime | None
    closed_at: datetime | None
    descripcion: str
    estatus: TaskStatus
    prioridad: Priority
    semaforo: Semaforo


class RedOfDay(Struct, frozen=True):
    """An item that was ROJO in a person's log of a date."""

    user_id: int
    fecha: date
    task_id: int
    descripcion: str


class DailyLogState(Struct, frozen=True):
    id: int
    user_id: int
    fecha: date
    opened_at: datetime
    avance_at: datetime | None
    closed_at: datetime | None


class ItemState(Struct, frozen=True):
    """An item's own columns; `resume_porcentaje` is its last value below 100."""

    id: int
    log_id: int
    task_id: int
    orden: int
    semaforo: Semaforo
    porcentaje: int
    resume_porcentaje: int


class NewItem(Struct, frozen=True):
    task_id: int
    orden: int
    semaforo: Semaforo
    porcentaje: int
    resume_porcentaje: int


class LeftItem(Struct, frozen=True):
    """The latest item of somebody on a task that is no longer theirs; `fecha` is the date of its log."""

    task_id: int
    user_id: int
    fecha: date
    semaforo: Semaforo
    porcentaje: int
    resume_porcentaje: int


class PreviousItem(Struct, frozen=True):
    """The state in which a person left a task; `task_reopened`: it stood at 100 and its task was reopened since."""

    task_id: int
    fecha: date
    semaforo: Semaforo
    porcentaje: int
    resume_porcentaje: int
    task_reopened: bool


class DaySum(Struct, frozen=True, gc=False, array_like=True):
    """A day that a person opened, summed up: how many items of each light, and the sum of their percentages.

    An array in JSON, so that thousands are decoded quickly from the store.
    """

    user_id: int
    fecha: date
    closed: bool
    verde: int
    amarillo: int
    naranja: int
    rojo: int
    porcentaje: int

    @property
    def items(self) -> int:
        return self.verde + self.amarillo + self.naranja + self.rojo

    @property
    def worst(self) -> Semaforo | None:
        """The worst light; None without items."""
        if self.rojo:
            return Semaforo.ROJO
        if self.naranja:
            return Semaforo.NARANJA
        if self.amarillo:
            return Semaforo.AMARILLO
        return Semaforo.VERDE if self.verde else None

    @property
    def mean(self) -> int | None:
        """The mean percentage of the items, rounded down; None without items."""
        return self.porcentaje // self.items if self.items else None


class DayTotal(Struct, frozen=True, gc=False, array_like=True):
    """One date of several people, added up: who opened it, items, percentages, days by their worst light."""

    fecha: date
    opened: Sequence[int]
    items: int
    porcentaje: int
    verde: int
    amarillo: int
    naranja: int
    rojo: int

    @property
    def worst(self) -> Mapping[Semaforo, int]:
        return dict(zip(Semaforo, (self.verde, self.amarillo, self.naranja, self.rojo), strict=True))


class FirstDay(Struct, frozen=True):
    user_id: int
    fecha: date


class OpenTasks(Struct, frozen=True):
    """A person's open tasks, counted: all, those that are late, and those that are due within some days."""

    user_id: int
    open: int
    late: int
    due: int


class DueMoves(Struct, frozen=True):
    """The number of times that a task's due date was moved, and the date that it had first."""

    task_id: int
    times: int
    first_due: date


class CommentCount(Struct, frozen=True):
    """The number of comments that a person wrote."""

    user_id: int
    count: int


class AtRiskItem(Struct, frozen=True):
    """An item that is ROJO or NARANJA in its owner's latest log.

    `since`: the first of the consecutive logs in which it was ROJO; None for a NARANJA item.
    """

    item_id: int
    user_id: int
    task_id: int
    fecha_cumplir: date
    since: date | None


class ItemNow(Model, frozen=True):
    """An item of a log dated `fecha`, with its task."""

    user_id: int
    fecha: date
    item_id: int
    task_id: int
    descripcion: str
    fecha_cumplir: date
    estatus: TaskStatus
    semaforo: Semaforo
    porcentaje: int


class HelperAnswer(StrEnum):
    """The answer of a helper to a red that they are to end: they are on it, or it is not for them."""

    ON_IT = "ON_IT"
    NOT_ME = "NOT_ME"


class RedHelper(Model, frozen=True):
    """Somebody named to end a red; `answer` is null until they give one."""

    user_id: int
    answer: HelperAnswer | None

    @property
    def declines(self) -> bool:
        return self.answer is HelperAnswer.NOT_ME


class Red(Model, frozen=True):
    """A time during which a person's item of a task is ROJO because they set it so.

    `motivo` is the person's reason, null until they give one; `ended_at` is null while it lasts.
    """

    id: int
    task_id: int
    user_id: int
    started_at: datetime
    motivo: str | None
    motivo_at: datetime | None
    ended_at: datetime | None
    helpers: Sequence[RedHelper]

    @property
    def on_it(self) -> Sequence[int]:
        return on_it(self.helpers)


def on_it(helpers: Sequence[RedHelper]) -> Sequence[int]:
    """The helpers who say that they are on it."""
    return [helper.user_id for helper in helpers if helper.answer is HelperAnswer.ON_IT]


class AskedState(StrEnum):
    """The state of a task that somebody asks a colleague to take."""

    WAITING = "WAITING"
    ACCEPTED = "ACCEPTED"
    DECLINED = "DECLINED"


class AskedFor(StrEnum):
    """The kind of a request: to take a new task, to take over an existing one, or to give one another due date."""

    NEW_TASK = "NEW_TASK"
    HAND_OVER = "HAND_OVER"
    DUE_DATE = "DUE_DATE"


class AskedTask(Model, frozen=True):
    """A request of `created_by_user_id` to `user_id` about a task.

    `task_id` is the task, null for a new one until it is taken. `fecha_cumplir` is the due date that it is to have or,
    of one to be taken over, had when that was asked. `motivo` is why another date is asked for.
    """

    id: int
    created_by_user_id: int
    user_id: int
    descripcion: str
    fecha_cumplir: date
    prioridad: Priority
    created_at: datetime
    state: AskedState
    respuesta: str | None
    answered_at: datetime | None
    task_id: int | None
    asks_for: AskedFor = AskedFor.NEW_TASK
    motivo: str | None = None
