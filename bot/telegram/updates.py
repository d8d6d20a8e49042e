"""Updates as we read them: the few fields that matter, checked, in 2 µs; the library's `de_json` takes 270."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from re import Pattern
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr

from core.language.spacing import without_long_gaps
from core.records.chat import InboxUpdate
from core.records.work import AttachmentKind, TelegramFile

Id = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
PRIVATE = "private"
GROUPS = frozenset({"group", "supergroup"})
NAME_UNITS = 255
"""The most of a file's name that is kept, in UTF-16 code units."""
NOTHING = msgspec.Raw()
GONE = frozenset({"left", "kicked"})


class TelegramUser(Struct, frozen=True):
    id: Id
    language_code: str = ""
    username: str = ""
    first_name: str = ""


class Account(Struct, frozen=True):
    username: str = ""


class IncomingChat(Struct, frozen=True):
    """A private chat has its person's id, a group a title."""

    id: Id
    type: str
    title: str = ""


class Reference(Struct, frozen=True):
    message_id: Id
    sender: Account | None = field(name="from", default=None)


class NamedSender(Struct, frozen=True):
    """The author of a forwarded message: a person by their names, a chat or channel by its title."""

    first_name: str = ""
    last_name: str = ""
    title: str = ""

    @property
    def name(self) -> str:
        return self.title or " ".join(filter(None, (self.first_name, self.last_name)))


class ForwardOrigin(Struct, frozen=True):
    """The origin of a forwarded message; a person who hides their account is known by `sender_user_name` alone."""

    sender_user: NamedSender | None = None
    sender_user_name: str = ""
    sender_chat: NamedSender | None = None
    chat: NamedSender | None = None

    @property
    def author(self) -> str:
        """The name of the author, "" where Telegram says none."""
        known = self.sender_user or self.sender_chat or self.chat
        return known.name if known else self.sender_user_name


class Location(Struct, frozen=True):
    latitude: float
    longitude: float


class FileReference(Struct, frozen=True):
    """A file; `file_unique_id` stays the same, which `file_id` need not."""

    file_id: str
    file_unique_id: str = ""
    file_name: str = ""
    mime_type: str = ""
    file_size: int = 0


class IncomingMessage(Struct, frozen=True):
    """A message. Without a text it is a place, a file, a sticker, or Telegram's own word on the chat.

    `sender_chat`: the group or channel in whose name it was sent; Telegram itself forwards a channel's into its group
    (`is_automatic_forward`). `via_bot`: the bot from whose inline results it was chosen. `media_group_id`: its album.
    Only a thread that is a topic can be written to. Its words have no long gaps.
    """

    message_id: Id
    chat: IncomingChat
    sender: TelegramUser | None = field(name="from", default=None)
    text: str | None = None
    caption: str | None = None
    location: Location | None = None
    photo: Sequence[FileReference] = ()
    video: FileReference | None = None
    video_note: FileReference | None = None
    animation: FileReference | None = None
    audio: FileReference | None = None
    voice: FileReference | None = None
    document: FileReference | None = None
    reply_to_message: Reference | None = None
    date: int = 0
    forward_origin: ForwardOrigin | None = None
    sender_chat: IncomingChat | None = None
    via_bot: Account | None = None
    is_automatic_forward: bool = False
    message_thread_id: Id | None = None
    is_topic_message: bool = False
    media_group_id: str = ""
    sticker: msgspec.Raw = NOTHING
    dice: msgspec.Raw = NOTHING
    contact: msgspec.Raw = NOTHING
    poll: msgspec.Raw = NOTHING
    game: msgspec.Raw = NOTHING
    story: msgspec.Raw = NOTHING
    paid_media: msgspec.Raw = NOTHING
    checklist: msgspec.Raw = NOTHING
    new_chat_members: Sequence[Account] = ()
    new_chat_title: str | None = None
    group_chat_created: bool = False
    migrate_to_chat_id: Id | None = None
    migrate_from_chat_id: Id | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "text", self.text and without_long_gaps(self.text))
        force_setattr(self, "caption", self.caption and without_long_gaps(self.caption))

    @property
    def words(self) -> str | None:
        """The words of the message, be they under a picture or a file."""
        return self.caption if self.text is None else self.text

    @property
    def is_sent(self) -> bool:
        """True where somebody sent it; Telegram also tells by messages that one was pinned, say."""
        read = self.words is not None or self.location is not None or self.file is not None
        return read or any(getattr(self, each) for each in OTHER_CONTENT)

    @property
    def content(self) -> tuple[str | None, str]:
        """The parts that may be edited: the words, and the file by its `file_unique_id`."""
        return self.words, self._file[1].file_unique_id if self._file else ""

    @property
    def file(self) -> TelegramFile | None:
        """The file in it: of a picture its largest size; an animation comes as a document too."""
        if found := self._file:
            kind, file = found
            return TelegramFile(kind, file.file_name.replace("\0", "")[:NAME_UNITS] or None, file.file_id)
        return None

    @property
    def _file(self) -> tuple[AttachmentKind, FileReference] | None:
        sent = ((kind, getattr(self, kind.lower())) for kind in AttachmentKind)
        found = next(((kind, each) for kind, each in sent if each), None)
        if found is None:
            return None
        kind, file = found
        return kind, file[-1] if kind is AttachmentKind.PHOTO else file

    @property
    def topic(self) -> int | None:
        return self.message_thread_id if self.is_topic_message else None


class ButtonPress(Struct, frozen=True):
    """A press of a button; its `message` has at least id and chat."""

    id: str
    sender: TelegramUser = field(name="from")
    message: IncomingMessage | None = None
    data: str = ""


class InlineQuery(Struct, frozen=True):
    """Words typed after the bot's name in some chat, without long gaps; `offset`: where the previous results ended."""

    id: str
    sender: TelegramUser = field(name="from")
    query: str = ""
    offset: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "query", without_long_gaps(self.query))


class Member(Struct, frozen=True):
    """A member of a chat; `is_member` matters for a restricted one only."""

    status: str
    is_member: bool = True

    @property
    def is_there(self) -> bool:
        return self.status not in GONE and self.is_member


class Membership(Struct, frozen=True):
    """The bot was added, removed, blocked or unblocked, by somebody."""

    chat: IncomingChat
    new_chat_member: Member
    sender: TelegramUser | None = field(name="from", default=None)


class ReactionType(Struct, frozen=True):
    """A reaction; `emoji` is empty for those that are not an emoji."""

    emoji: str = ""


class Reaction(Struct, frozen=True):
    """Somebody's reactions to a message, as they are now; without a `user` those of a chat that posts anonymously."""

    chat: IncomingChat
    message_id: Id
    user: TelegramUser | None = None
    old_reaction: Sequence[ReactionType] = ()
    new_reaction: Sequence[ReactionType] = ()

    @property
    def added(self) -> Sequence[str]:
        before = {each.emoji for each in self.old_reaction}
        return [each.emoji for each in self.new_reaction if each.emoji and each.emoji not in before]


class Update(Struct, frozen=True):
    """An update with at most one field set; other kinds are not requested from Telegram."""

    update_id: Id
    message: IncomingMessage | None = None
    edited_message: IncomingMessage | None = None
    callback_query: ButtonPress | None = None
    inline_query: InlineQuery | None = None
    my_chat_member: Membership | None = None
    message_reaction: Reaction | None = None


OTHER_CONTENT = [each.name for each in msgspec.structs.fields(IncomingMessage) if each.type is msgspec.Raw]
"""The fields of content that somebody may send and nobody reads."""

decode = msgspec.json.Decoder(Update).decode

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""The errors that `decode` raises."""


def readable(received: Iterable[InboxUpdate]) -> Iterator[Update]:
    """Yield those of some stored updates that can be read."""
    for each in received:
        with suppress(*UNREADABLE):
            yield decode(each.body)


CALLED = re.compile(
    r"\W{0,4}(?P<before>(?:(?:hola|oye|oiga|oigan|hey|hi|hello|ey|che|buenas|buenos d[ií]as|buen d[ií]a|good morning"
    r"|ok|dale|gracias|muchas gracias|thanks|thank you|jaja(?:ja)?|haha)[ ,!]{1,3}){0,2})sem[aá]foro(?:bot)?\b"
    r"(?P<surely>\s?[,:!?]|[\s.]*$)?\s*",
    re.IGNORECASE,
)
CALLED_LAST = re.compile(r"\s?,\s?sem[aá]foro\s?(?P<mark>[?!.]{0,3})\s?$", re.IGNORECASE)


class Called(Struct, frozen=True):
    """Words to the bot by its name; unless they are `surely` to it, they may as well be about a traffic light."""

    words: str
    surely: bool


def called_by_name(text: str) -> Called | None:
    """Words behind the bot's name, as people call each other: "Semáforo, ¿quién falta hoy?", "gracias, Semáforo"."""
    if last := CALLED_LAST.search(text, max(0, len(text) - LONGEST_CALL)):
        return Called(text[: last.start()] + last["mark"], surely=True)
    found = CALLED.match(text)
    if found is None:
        return None
    before = found["before"].strip(" ,")
    return Called(" ".join(filter(None, [before, text[found.end() :]])), bool(before) or found["surely"] is not None)


LONGEST_CALL = 20


@cache
def mention_of(bot_name: str) -> Pattern[str]:
    """The bot's @name in a text."""
    return re.compile(rf"(?<![\w@])@{re.escape(bot_name)}(?!\w)", re.IGNORECASE)
