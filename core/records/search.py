"""Results of a search."""

from datetime import date, datetime
from enum import StrEnum

from msgspec import Struct

from core.base.model import Model


class SearchKind(StrEnum):
    TASK = "TASK"
    COMMENT = "COMMENT"
    EVENT = "EVENT"


class Match(Struct, frozen=True):
    """A task, comment or event that has the words wanted; long texts are cut.

    `title` is the task's description, of a comment its task's, or the event's title; `text` is what else there is.
    """

    kind: SearchKind
    id: int
    task_id: int | None
    title: str
    text: str
    at: date | datetime


class SearchResult(Model, frozen=True):
    """A task, comment or event that a search finds.

    `taskId` is null for an event. `title` is the task's description, of a comment its task's, or the event's title,
    shortened; `excerpt` is what stands around the first word found. `fecha` is when the task is due, the comment was
    written or the event begins.
    """

    kind: SearchKind
    id: int
    task_id: int | None
    title: str
    excerpt: str
    fecha: date
