"""Personal data: all that the service has of a person is handed out, and a person who has left is erased.

docs/operations.md says what is erased and what stays. Their work stays the team's: days, lights, tasks and events
that others have to do with, with «Persona 12» in place of their name.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict
from core.base.model import Language, Nothing
from core.language.i18n import text
from core.people.users import by_username, save, without_tokens
from core.records.journal import EXPORTED
from core.records.people import Traces, User

ERASED = "(borrado)"
"""Replaces erased words."""


class Eraser:
    """Takes a person out of a text: a display name of several words, and an @username, wherever they stand.

    A single word may be somebody else's name, or none. The title of a birthday is known as a whole.
    """

    def __init__(self, traces: Traces, user: User) -> None:
        self._names = {name: user.display_name for name in traces.display_names if len(name.split()) > 1}
        self._names |= {f"@{username}": f"@{user.username}" for username in traces.usernames}
        self._titles = {text(Language.ES, "calendar.birthday", name=name) for name in traces.display_names}
        self._pattern = re.compile(
            "|".join(rf"(?<!\w){re.escape(name)}(?![-.]?\w)" for name in sorted(self._names, key=len, reverse=True)),
            re.IGNORECASE,
        )
        self._names = {name.lower(): replaced for name, replaced in self._names.items()}

    def __call__(self, written: str) -> str:
        if written in self._titles:
            return ERASED
        return self._pattern.sub(lambda found: self._names.get(found[0].lower(), ERASED), written)


@command
async def begin_export(ctx: Context, username: str) -> Traces:
    """Note that a person's data are handed out, which `export` reads. Returns whose they are."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    user = await by_username(ctx, username)
    await ctx.uow.personal_data.note(EXPORTED, user.id)
    ctx.audit(f"person exported user={user.id}")
    return await ctx.uow.personal_data.traces(user.id)


class Archive(Protocol):
    """Takes a person's rows, section by section."""

    def begin(self) -> None:
        """Begin, or begin anew: a store may run a unit of work again."""

    def begin_section(self, name: str) -> None: ...

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Take some rows of the section that was begun last."""


@query
async def export(ctx: Context, traces: Traces, archive: Archive) -> Nothing:
    """Give an archive a person's rows as of one instant; what only signs or opens something is left out."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    store = ctx.uow.personal_data
    archive.begin()
    for section in store.sections():
        archive.begin_section(section)
        await store.each_piece(section, traces, archive.add)
    return Nothing()


@query
async def person_to_erase(ctx: Context, username: str) -> User:
    """A person who can be erased. Raises `Conflict` where they are active."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    user = await by_username(ctx, username)
    if user.is_active:
        raise Conflict(Code.STILL_ACTIVE, name=user.display_name)
    return user


@command
async def erase_person(ctx: Context, username: str) -> User:
    """Erase a person who has left; once more changes nothing. Returns who they are from then on."""
    user = await person_to_erase(ctx, username)
    store = ctx.uow.personal_data
    traces = await store.traces(user.id)
    erased = without_identity(user)
    anew = erased != user
    await ctx.uow.events.delete(
        [each.event.id for each in await ctx.uow.birthdays.all() if each.user_id == user.id], ctx.now
    )
    if anew:
        erased = await save(ctx, without_tokens(ctx, erased))
    await store.erase(traces, ERASED, Eraser(traces, erased))
    if anew:
        await store.mark_erased(user.id)
        ctx.audit(f"person erased user={user.id}")
    return erased


def without_identity(user: User) -> User:
    return msgspec.structs.replace(
        user,
        username=f"persona-{user.id}",
        display_name=f"Persona {user.id}",
        birthday=None,
        timezone=None,
        holidays=None,
        language=None,
        telegram_user_id=None,
        telegram_blocked_at=None,
        telegram_username=None,
        external_id=None,
    )
