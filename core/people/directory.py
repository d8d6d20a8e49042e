"""People as everybody may know them: those who have left and integrations too, so that every old id has a name."""

from collections.abc import Sequence
from itertools import islice
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from core.application.use_case import Context, needs, query
from core.base.errors import FieldCode, Invalid
from core.base.model import Int32, Language, Model, Role
from core.base.paging import Page
from core.language.accents import without_accents, words_in
from core.people.public_holidays import calendar_of
from core.people.schedules import off_on, zone_of
from core.people.users import by_id, own_row
from core.records.people import User
from core.records.tokens import Scope


class DirectoryEntry(Model, frozen=True):
    """A person or an integration; `timezone` is the business zone unless they have their own.

    `holidays`: the calendar of public holidays that holds for them, an ISO 3166 code (`CO`), or of a part of a
    country an ISO 3166-2 code (`ES-CT`): everybody's unless they have their own, empty where there is none.

    `worksToday`: whether they are expected to work today, never why not; false for inactive people and integrations.
    """

    id: int
    username: str
    display_name: str
    leader_user_id: int | None
    role: Role
    timezone: str
    holidays: str
    is_active: bool
    works_today: bool


class OwnEntry(DirectoryEntry, frozen=True):
    """The caller. `language` is null unless they have chosen one; `telegramLinked` says whether they use the chat."""

    language: Language | None
    telegram_linked: bool


class PeopleQuery(Page, frozen=True, kw_only=True):
    """People for which all that is given holds."""

    role: Annotated[Role, Meta(description="Their role.")] | UnsetType = UNSET
    leader_user_id: Annotated[Int32, Meta(description="Their leaderUserId.")] | UnsetType = UNSET
    username: Annotated[str, Meta(max_length=100, description="Their username, in any case.")] | UnsetType = UNSET
    is_active: Annotated[bool, Meta(description="False for those who have left.")] | UnsetType = UNSET
    q: (
        Annotated[
            str, Meta(max_length=100, description="The beginnings of words of username and displayName, in any order.")
        ]
        | UnsetType
    ) = UNSET

    @property
    def is_plain(self) -> bool:
        """True where nothing is asked for but a page."""
        return self.changes().keys() <= {"limit", "after_id"}

    def fits(self, user: User) -> bool:
        """Return whether everything that is given holds for a person."""
        return (
            (self.role is UNSET or user.role is self.role)
            and (self.leader_user_id is UNSET or user.leader_user_id == self.leader_user_id)
            and (self.username is UNSET or user.username == self.username.lower())
            and (self.is_active is UNSET or user.is_active is self.is_active)
            and (self.q is UNSET or has_words(user, self.q))
        )


EVERYBODY = PeopleQuery()


def has_words(user: User, q: str) -> bool:
    """Return whether each word of `q` begins one of a person's username or displayName; accents do not count."""
    words = words_in(without_accents(f"{user.username} {user.display_name}"))
    return all(any(word.startswith(part) for word in words) for part in words_in(without_accents(q)))


@needs(Scope.PEOPLE_READ)
@query(stale_ok=True)
async def list_people(ctx: Context, asked: PeopleQuery = EVERYBODY) -> Sequence[DirectoryEntry]:
    """List everybody for whom all that is asked for holds, those who have left and integrations too; by id."""
    if asked.is_plain:
        return await described(ctx, await ctx.uow.users.list(asked))
    if asked.q is not UNSET and not words_in(asked.q):
        raise Invalid.at("q", FieldCode.NO_WORDS)
    found = (user for user in await ctx.uow.users.list() if user.id > asked.after and asked.fits(user))
    return await described(ctx, list(islice(found, asked.most)))


@needs(Scope.PEOPLE_READ)
@query
async def get_person(ctx: Context, user_id: int) -> DirectoryEntry:
    """Get a person, also one who has left, or an integration."""
    (person,) = await described(ctx, [await by_id(ctx, user_id)])
    return person


@needs()
@query
async def get_me(ctx: Context) -> OwnEntry:
    """Get the caller: whose token this is."""
    user = await own_row(ctx)
    (person,) = await described(ctx, [user])
    return OwnEntry(**asdict(person), language=user.language, telegram_linked=user.telegram_user_id is not None)


async def described(ctx: Context, users: Sequence[User]) -> Sequence[DirectoryEntry]:
    """People as others may know them, by two queries however many they are."""
    off = await off_on(ctx, users, ctx.today)
    return [
        DirectoryEntry(
            user.id,
            user.username,
            user.display_name,
            user.leader_user_id,
            user.role,
            zone_of(user, ctx.settings).key,
            calendar_of(user, ctx.settings),
            user.is_active,
            user.is_active and user.role is not Role.SERVICE and user.id not in off,
        )
        for user in users
    ]
