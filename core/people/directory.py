"""People as everybody may know them: those who have left and integrations too, so that every old id has a name."""

from collections.abc import Sequence

from msgspec.structs import asdict

from core.application.use_case import Context, needs, query
from core.base.model import Language, Model, Role
from core.base.paging import WHOLE, Page
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


@needs(Scope.PEOPLE_READ)
@query(stale_ok=True)
async def list_people(ctx: Context, page: Page = WHOLE) -> Sequence[DirectoryEntry]:
    """List everybody by id, those who have left and integrations too."""
    return await described(ctx, await ctx.uow.users.list(page))


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
