"""The types that handlers are given and give back: a `ChatContext` for one update, its `Reply`, `Handlers` by kind."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import wraps
from typing import Any, ParamSpec, TypeVar, TypeVarTuple
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.chat.callbacks.callback_data import Action, Screen
from bot.chat.commands import LEADERS, LINKING
from bot.chat.panels.components import Panel, Scene
from core.application.access import Operation, may, relations_to_person
from core.application.use_case import Caller, IdempotencyKey, Pipeline, UseCase, new_unit
from core.base.calendar_time import local_date
from core.base.errors import Conflict, DomainError, FieldCode, FieldError, Forbidden, Invalid, NotFound, Unauthenticated
from core.base.log_fields import note_user
from core.base.model import File, Language, Role
from core.language.i18n import catalogue, error_text, field_text, preferred, readable, text
from core.people import users
from core.people.groups import GroupViewer
from core.people.schedules import zone_of
from core.ports.tokens import IssueToken
from core.records.journal import Via
from core.records.people import Actor, User
from core.records.work import TelegramFile

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

REFUSALS = (Invalid, Unauthenticated, Forbidden, NotFound, Conflict)
"""The errors that people are told; `Unavailable` is not one, as its update is tried again."""
IN_ONE_SENTENCE = {
    ("porcentaje", FieldCode.OUT_OF_RANGE): "percent_whole",
    ("comentario", FieldCode.TOO_LONG): "comment_too_long",
    ("fecha", FieldCode.TOO_FAR_AHEAD): "day_too_far_ahead",
    ("fecha", FieldCode.TOO_FAR_BACK): "day_too_far_back",
    ("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE): "event_type_gone",
    ("eventTypeId", FieldCode.UNKNOWN_ID): "event_type_gone",
    ("eventTypeId", FieldCode.REQUIRED): "event_no_types",
    ("userId", FieldCode.INACTIVE_USER): "responsible_gone",
    ("participantUserIds", FieldCode.INACTIVE_USER): "event_person_gone",
    ("participantUserIds", FieldCode.UNKNOWN_ID): "event_person_gone",
    ("endsOn", FieldCode.NO_OCCURRENCES): "series_no_dates",
    ("startDatetime", FieldCode.PAST): "event_past_refused",
    ("remindAt", FieldCode.PAST): "own_reminder_past",
    ("remindMinutes", FieldCode.PAST): "event_reminder_too_late",
    ("startsOn", FieldCode.PAST): "task_draft_past",
    ("fechaCumplir", FieldCode.BEFORE): "due_before_requested",
    ("fechaCumplir", FieldCode.REQUIRED): "due_missing",
    ("lastDay", FieldCode.PAST): "absence_past",
    ("lastDay", FieldCode.TOO_MANY_DAYS): "absence_too_long",
    ("lastDay", FieldCode.BEFORE): "absence_backwards",
    ("responsibleUserIds", FieldCode.EMPTY): "responsible_missing",
    ("responsibleUserIds", FieldCode.INACTIVE_USER): "responsible_gone",
    ("responsibleUserIds", FieldCode.UNKNOWN_ID): "responsible_gone",
}
"""Faults of a field that the chat has a text of its own for."""
STRANGER = Actor(User(id=0, username="stranger", display_name=""))
"""The actor for accounts that are not linked to a person: nothing is theirs, and they lead nobody."""


@dataclass(frozen=True, slots=True)
class ChatContext:
    """One update: its sender as `actor`, or in a group the group's viewer, and the only way to the use cases.

    All that it writes belongs together, as one `unit`. `commands` are those that have been run, `begun` how often each
    was begun. `topic`: of the group, where what nobody asked for goes; `languages`: those of its people. `kept`: what
    functions under `once` have given.
    """

    pipeline: Pipeline
    update_id: int
    chat_id: int
    sender_id: int
    client_language: str
    actor: Actor
    language: Language
    issue_token: IssueToken
    shared: bool = False
    unit: int | None = None
    via: Via = Via.CHAT
    commands: list[str] = field(default_factory=list)
    begun: Counter[str] = field(default_factory=Counter)
    topic: int | None = None
    languages: tuple[Language, ...] = ()
    kept: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def linked(self) -> bool:
        """True where the sender is an active person of the directory."""
        return self.actor is not STRANGER

    @property
    def leads(self) -> bool:
        """True where the sender may use leaders' commands."""
        return bool(self.actor.team) or self.actor.role is Role.ADMIN

    def may(self, operation: Operation, person: int) -> bool:
        """Return whether the sender may do this to what belongs to the person."""
        return may(self.actor, operation, relations_to_person(self.actor, person))

    @property
    def hidden(self) -> frozenset[str]:
        if self.actor.team:
            return frozenset()
        return LINKING if self.leads else LEADERS

    @property
    def zone(self) -> ZoneInfo:
        return self.pipeline.settings.zone

    @property
    def own_zone(self) -> ZoneInfo:
        """The sender's zone: times that they write and read are in it."""
        return zone_of(self.actor.user, self.pipeline.settings)

    @property
    def today(self) -> date:
        """The date in the business zone."""
        return local_date(self.pipeline.clock.now(), self.zone)

    @property
    def scene(self) -> Scene:
        return Scene(self.language, self.today, self.zone, self.own_zone, self.actor.id, self.shared)

    async def run(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The use case's result; a command is applied once, however often this update is handled.

        One that is run again for the same update is another command, and applied too.
        """
        before = self.begun[use_case.name]
        self.begun[use_case.name] += use_case.writes
        key = IdempotencyKey("telegram", f"{self.update_id}.{before}" if before else str(self.update_id))
        caller = Caller(self.actor, key, via=self.via, unit=self.unit)
        result = await self.pipeline.run(caller, use_case, *args, **kwargs)
        if use_case.writes:
            self.commands.append(use_case.name)
            self.kept.clear()
        return result

    async def reloaded(self) -> "ChatContext":
        """The context with the sender as they are stored now."""
        sender = self.sender_id, self.client_language
        found = await context_of(self.pipeline, self.issue_token, self.update_id, self.chat_id, *sender)
        return replace(found, begun=self.begun)

    def in_language(self, language: Language) -> "ChatContext":
        return replace(self, language=language)

    def as_group(self, viewer: GroupViewer) -> "ChatContext":
        """The context of a group's viewer, whose panels everybody there reads; in the sender's language first."""
        spoken = sorted(viewer.languages, key=lambda each: each is not self.language)
        return replace(self, actor=viewer.viewer, language=spoken[0], languages=tuple(spoken), shared=True)

    async def in_each_language(self, draw: Callable[["ChatContext"], Awaitable[T]]) -> Sequence[T]:
        """Draw for everybody there: once in each language of a group's people, this context's first."""
        return [await draw(self.in_language(each)) for each in self.languages or (self.language,)]

    async def names_of(self, people: Iterable[int]) -> dict[int, str]:
        """Display names by user id, in the order of the ids, of those whom the caller may know."""
        wanted = sorted({*people})
        return await self.run(users.display_names, wanted) if wanted else {}

    def say(self, key: str, **params: object) -> str:
        """A text of the chat, plain, in the sender's language."""
        return text(self.language, f"chat.{key}", **params)

    def refusal(self, error: DomainError) -> str:
        """Why something was refused, plain, in the sender's language."""
        if isinstance(error, Invalid) and error.errors:
            return "\n".join(dict.fromkeys(self.field_refusal(fault) for fault in error.errors))
        return error_text(self.language, error, self.today)

    def field_refusal(self, fault: FieldError) -> str:
        """A fault in a text of the chat, else in the general one behind the field's name if it has one."""
        if own := IN_ONE_SENTENCE.get((fault.field.partition("[")[0], fault.code)):
            return self.say(own, **readable(self.language, fault.params, self.today))
        sentence, key = field_text(self.language, fault, self.today), f"chat.field_{fault.field}"
        return f"{text(self.language, key)}: {sentence}" if key in catalogue(self.language) else sentence


def once(read: Callable[[ChatContext, *Ts], Awaitable[T]]) -> Callable[[ChatContext, *Ts], Awaitable[T]]:
    """Have what is read for a sender read once for an update, and anew after each command of it."""

    @wraps(read)
    async def read_once(ctx: ChatContext, *args: *Ts) -> T:
        key = (read, *args)
        if key not in ctx.kept:
            ctx.kept[key] = await read(ctx, *args)
        found: T = ctx.kept[key]
        return found

    return read_once


async def context_of(
    pipeline: Pipeline, issue_token: IssueToken, update_id: int, chat_id: int, sender_id: int, client_language: str
) -> ChatContext:
    """The context of an update, in the sender's language, else their app's, else Spanish.

    Whoever is unknown, inactive or an integration is `STRANGER`.
    """
    try:
        actor = await pipeline.run(Caller(STRANGER), users.actor_by_telegram, sender_id)
    except Unauthenticated:
        actor = STRANGER
    if actor.role is Role.SERVICE:
        actor = STRANGER
    if actor is not STRANGER:
        note_user(actor.id)
    language = actor.user.language or preferred([client_language])
    at = pipeline.clock.now()
    sender = sender_id, client_language, actor, language
    return ChatContext(pipeline, update_id, chat_id, *sender, issue_token, unit=new_unit(at))


class Export(Struct, frozen=True):
    """Files to be sent; `write` makes them, which takes a while. `done`: what their announcement says from then on."""

    write: Callable[[], Awaitable[Sequence[File]]]
    done: str


class Reply(Struct, frozen=True):
    """A handler's answer.

    After a press, `screen` is drawn in the message and `words` (plain) are a notice over it, or an alert. After a
    message, `screen` is sent under `words`; words alone are remembered as being `about` a screen. `panel` is `screen`
    drawn already; `closes` is the earlier message that it replaces; `account`: the sender's account has changed.
    `files` are sent as messages of their own, with the text of `panel` and `about` a screen; the message pressed stays.
    `export` is written and sent once `words` are. `beside`: a message that waits for words goes on to.
    """

    screen: Screen | None = None
    words: str = ""
    alert: bool = False
    about: Screen | None = None
    closes: int | None = None
    panel: Panel | None = None
    account: bool = False
    files: Sequence[TelegramFile] = ()
    export: Export | None = None
    beside: bool = False


class Remembered(Struct, frozen=True):
    """A message, the screen that it shows, and the day on which that was drawn.

    `others`: the screens of the other messages that were sent as one with it, the last first.
    """

    message_id: int
    screen: Screen
    drawn: date
    others: Sequence[Screen] = ()

    @property
    def is_joined(self) -> bool:
        """Tell that it is several messages in one, so that none of them may take the place of all."""
        return bool(self.others)


class Typed(Struct, frozen=True):
    """Words typed as an answer to a message, or under files; `replied` if as Telegram's reply to it."""

    words: str
    to: Remembered
    replied: bool
    files: Sequence[TelegramFile] = ()

    def taken(self, words: str, screen: Screen) -> Reply:
        """The reply to an answer that was taken: `screen` under the words, in place of the message answered."""
        return Reply(screen, words, closes=self.to.message_id)


CommandHandler = Callable[[ChatContext, str], Awaitable[Reply]]


def draws(panel: Callable[[Scene], Panel]) -> Callable[[ChatContext, Screen], Awaitable[Panel]]:
    """Return a handler that draws a screen that is the same for everybody."""

    async def draw(ctx: ChatContext, _: Screen) -> Panel:
        return panel(ctx.scene)

    return draw


def draws_text(key: str) -> Callable[[ChatContext, Screen], Awaitable[Panel]]:
    return draws(lambda scene: Panel(scene.say(key)))


def shows(screen: Screen) -> CommandHandler:
    """Return a command that shows a screen, whatever is typed behind it."""

    async def show(_: ChatContext, __: str) -> Reply:
        return Reply(screen)

    return show


def answers_as(command: CommandHandler) -> Callable[[ChatContext, Screen, Typed], Awaitable[Reply]]:
    """Return a handler that takes an answer as if it were typed behind a command."""

    async def answer(ctx: ChatContext, _: Screen, typed: Typed) -> Reply:
        return await command(ctx, typed.words)

    return answer


ScreenHandlers = Mapping[type[Screen], Callable[[ChatContext, Any], Awaitable[Panel]]]
ActionHandlers = Mapping[type[Action], Callable[[ChatContext, Any], Awaitable[Reply]]]
CommandHandlers = Mapping[str, CommandHandler]
AnswerHandler = Callable[[ChatContext, Any, Typed], Awaitable[Reply]]
AnswerHandlers = Mapping[type[Screen], AnswerHandler]


@dataclass(frozen=True, slots=True)
class Handlers:
    """The handlers of a module, by kind: they draw screens, do actions, carry out commands, take typed answers.

    Commands stand by their Spanish names, answers by the screen of the message that they answer; `files` are the
    answers that a file gives.
    """

    screens: ScreenHandlers = field(default_factory=dict)
    actions: ActionHandlers = field(default_factory=dict)
    commands: CommandHandlers = field(default_factory=dict)
    answers: AnswerHandlers = field(default_factory=dict)
    files: AnswerHandlers = field(default_factory=dict)
