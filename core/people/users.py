"""The directory: people and integrations, who leads whom, tokens' versions, and links to Telegram accounts.

The command line fills the directory, the chat links and unlinks accounts; over REST it is only read (`directory`).
"""

import base64
import secrets
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.application.access import Operation, Relation, require
from core.application.use_case import Caller, Context, command, query
from core.base.calendar_time import known_zones
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound, Unauthenticated, faults_at
from core.base.model import Language, Nothing, Request, Role
from core.base.secrets import hash_of
from core.language.accents import alphabetical
from core.messages.outbox import ask_after_all, release_held, tell, tell_missed
from core.people.public_holidays import is_known
from core.records.messages import MessageKind
from core.records.people import Actor, Invite, NewUser, User

Username = Annotated[str, Meta(pattern=r"^[a-z0-9._-]{1,64}\Z")]
ExternalId = Annotated[str, Meta(min_length=1, max_length=255)]
"""The id by which another sign-on knows a person: its `sub`, an e-mail address. Compared letter by letter."""
CODE_BYTES = 16
INVITED_FOR = timedelta(hours=24)


class UserCreate(Request, frozen=True, kw_only=True):
    """A new person; the leader is named by username."""

    username: Username
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    role: Role = Role.MEMBER
    leader: str | None = None
    birthday: date | None = None
    timezone: str | None = None
    holidays: str | None = None
    language: Language | None = None
    external_id: ExternalId | None = None


class UserUpdate(Request, frozen=True, kw_only=True):
    """A change of a person: absent fields stay; `leader` null means nobody leads them."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    role: Role | UnsetType = UNSET
    leader: str | UnsetType | None = UNSET
    birthday: date | UnsetType | None = UNSET
    timezone: str | UnsetType | None = UNSET
    holidays: str | UnsetType | None = UNSET
    language: Language | UnsetType | None = UNSET
    external_id: ExternalId | UnsetType | None = UNSET
    is_active: bool | UnsetType = UNSET


class UserRow(UserUpdate, frozen=True, kw_only=True):
    """A row of an import: a field that it leaves out stays as it is, or takes its default in a new person."""

    username: Username


class UserImport(Request, frozen=True, kw_only=True):
    """Rows of people, all of them imported or none."""

    rows: list[UserRow]


class PeopleImported(Struct, frozen=True):
    """The number of rows, and of the people whom they added and changed; the others were as their rows have it."""

    imported: int
    added: int
    changed: int


OPERATOR = Actor(User(id=0, username="operator", display_name="Operator", role=Role.ADMIN))
"""The user of the machine's command line: an admin outside the directory."""
OPERATOR_CALLER = Caller(OPERATOR)


@query
async def actor(ctx: Context, user_id: int) -> Actor:
    """A person as an actor. Raises `Unauthenticated` unless known and active."""
    return await as_actor(ctx, await ctx.uow.users.get(user_id))


@query
async def actor_by_telegram(ctx: Context, telegram_user_id: int) -> Actor:
    """The person linked to a Telegram account, as an actor. Raises `Unauthenticated` unless linked and active."""
    return await as_actor(ctx, await ctx.uow.users.by_telegram(telegram_user_id))


async def as_actor(ctx: Context, user: User | None) -> Actor:
    """The actor of an active person, with the team they lead. Raises `Unauthenticated` unless active."""
    if user is None or not user.is_active:
        raise Unauthenticated(Code.UNAUTHENTICATED)
    return Actor(user, frozenset(await ctx.uow.users.team_ids(user.id)))


@query
async def list_users(ctx: Context) -> Sequence[User]:
    """Everybody, by id."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    return await ctx.uow.users.list()


@query
async def display_names(ctx: Context, ids: Collection[int]) -> dict[int, str]:
    """Display names by id, for ids that the caller may know."""
    return {user.id: user.display_name for user in await ctx.uow.users.by_ids(ids)} if ids else {}


async def names_told(ctx: Context) -> Sequence[str]:
    """Return the names of those to whom this command has written."""
    return [*(await display_names(ctx, dict.fromkeys(ctx.told))).values()]


@query
async def names_within_reach(ctx: Context, ids: Collection[int]) -> dict[int, str]:
    """Display names by id of those who can be written to: active, linked, and the bot not blocked."""
    known = await ctx.uow.users.by_ids(ids) if ids else ()
    return {user.id: user.display_name for user in known if can_be_written_to(user)}


def can_be_written_to(user: User) -> bool:
    return user.is_active and user.telegram_user_id is not None and user.telegram_blocked_at is None


@query
async def team(ctx: Context) -> Sequence[User]:
    """The active people the caller leads, by display name; for those who see all, every active person."""
    if ctx.actor.sees_all:
        people = [user for user in await ctx.uow.users.list() if user.role is not Role.SERVICE]
    else:
        people = list(await ctx.uow.users.by_ids(ctx.actor.team))
    return sorted(
        (user for user in people if user.is_active), key=lambda user: (alphabetical(user.display_name), user.id)
    )


@command
async def add_user(ctx: Context, request: UserCreate) -> User:
    """Add a person. Raises `Conflict` where the username is taken."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    check_timezone(request.timezone)
    check_holidays(request.holidays)
    await check_external_id(ctx, request.external_id, of=request.username)
    user = await ctx.uow.users.add(
        NewUser(
            username=request.username,
            display_name=request.name,
            role=request.role,
            leader_user_id=await leader_id(ctx, request.leader, of=request.username),
            birthday=request.birthday,
            timezone=request.timezone,
            holidays=request.holidays,
            language=request.language,
            external_id=request.external_id,
        )
    )
    if user is None:
        raise Conflict(Code.USERNAME_TAKEN, username=request.username)
    ctx.audit(f"person added user={user.id} role={user.role}")
    return user


@command
async def set_user(ctx: Context, username: str, request: UserUpdate) -> User:
    """Change the given fields of a person."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    user = await by_username(ctx, username)
    changes = request.changes()
    changes.pop("username", None)
    check_timezone(changes.get("timezone"))
    check_holidays(changes.get("holidays"))
    await check_external_id(ctx, changes.get("external_id"), of=user.username)
    if "name" in changes:
        changes["display_name"] = changes.pop("name")
    if "leader" in changes:
        changes["leader_user_id"] = await leader_id(ctx, changes.pop("leader"), of=user.username)
    changed = msgspec.structs.replace(user, **changes)
    if changed.is_active is not user.is_active:
        await ctx.uow.tokens.end_all(user.id, ctx.now)
    returns = changed.is_active and not user.is_active
    saved = await save_with_times(ctx, user, without_tokens(ctx, changed) if returns else changed)
    audit_changes(ctx, user, changed)
    return saved


def audit_changes(ctx: Context, before: User, user: User) -> None:
    """A line each for their role, for whether they are there, and for all else, by the names of the fields alone."""
    fields = [name for name in user.__struct_fields__ if getattr(before, name) != getattr(user, name)]
    if "role" in fields:
        fields.remove("role")
        ctx.audit(f"role changed user={user.id} before={before.role} role={user.role}")
    if "is_active" in fields:
        fields.remove("is_active")
        ctx.audit(f"person {'activated' if user.is_active else 'deactivated'} user={user.id}")
    if fields:
        ctx.audit(f"person changed user={user.id} fields={','.join(fields)}")


@command
async def import_users(ctx: Context, request: UserImport) -> PeopleImported:
    """Add new people and change existing ones; on the first error, nothing.

    A leader may stand in a later row than their people. Raises `Invalid` with paths such as `rows[2].leader`.
    """
    before: dict[str, User | None] = {}
    for index, row in enumerate(request.rows):
        with faults_at(f"rows[{index}]"):
            before.setdefault(row.username, await ctx.uow.users.by_username(row.username))
            await add_unless_present(ctx, row.username, row)
    after = {}
    for index, row in enumerate(request.rows):
        with faults_at(f"rows[{index}]"):
            after[row.username] = await set_user(ctx, row.username, row)
    added = sum(user is None for user in before.values())
    changed = sum(before[name] != user for name, user in after.items()) - added
    return PeopleImported(len(request.rows), added, changed)


async def add_unless_present(ctx: Context, username: str, row: UserRow) -> None:
    if await ctx.uow.users.by_username(username) is not None:
        return
    if row.name is UNSET:
        raise Invalid.at("name", FieldCode.REQUIRED)
    await add_user(ctx, UserCreate(username=username, name=row.name))


@command
async def revoke_tokens(ctx: Context, username: str) -> User:
    """End every token of a person: ours by its version, another issuer's by when it was made."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    return await end_tokens(ctx, await by_username(ctx, username))


@command
async def end_own_tokens(ctx: Context, version: int) -> bool:
    """End every token of the caller unless those of this version have ended. Returns whether it did."""
    require(ctx.actor, Operation.OWN_TOKENS, {Relation.OWNER})
    user = await own_row(ctx)
    if user.token_version != version:
        return False
    await end_tokens(ctx, user)
    return True


async def end_tokens(ctx: Context, user: User) -> User:
    await ctx.uow.tokens.end_all(user.id, ctx.now)
    ctx.audit(f"tokens ended user={user.id}")
    return await save(ctx, without_tokens(ctx, user))


def without_tokens(ctx: Context, user: User) -> User:
    return msgspec.structs.replace(user, token_version=user.token_version + 1, tokens_revoked_at=ctx.now)


@query
async def active_user(ctx: Context, username: str) -> User:
    """One active person of the directory by username: somebody who may get a token or an invitation."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    user = await by_username(ctx, username)
    if not user.is_active:
        raise Invalid.at("username", FieldCode.INACTIVE_USER, value=user.username)
    return user


@query
async def known_user(ctx: Context, username: str) -> User:
    """One person of the directory by username, active or not."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    return await by_username(ctx, username)


@command
async def set_language(ctx: Context, language: Language) -> User:
    """Set the caller's own language from now on."""
    return await save(ctx, msgspec.structs.replace(await own_row(ctx), language=language))


@command
async def set_timezone(ctx: Context, timezone: str | None) -> User:
    """Set the caller's own time zone; None is the team's. Raises `Invalid` unless it is an IANA zone."""
    check_timezone(timezone)
    before = await own_row(ctx)
    return await save_with_times(ctx, before, msgspec.structs.replace(before, timezone=timezone))


@command
async def set_holidays(ctx: Context, holidays: str | None) -> User:
    """Set the caller's own calendar of public holidays; None is everybody's. Raises `Invalid` if unknown."""
    check_holidays(holidays)
    before = await own_row(ctx)
    return await save_with_times(ctx, before, msgspec.structs.replace(before, holidays=holidays))


@command
async def invite(ctx: Context, username: str) -> str:
    """Make a one-time code to link a Telegram account: 128 random bits in lower-case base32. Earlier codes end."""
    user = await active_user(ctx, username)
    code = base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().rstrip("=").lower()
    await ctx.uow.users.add_invite(Invite(code_hash(code), user.id, ctx.now + INVITED_FOR))
    ctx.audit(f"invitation made user={user.id}")
    return code


@query
async def invited(ctx: Context, code: str) -> User:
    """The person whom a code would link, for anybody who holds it. Raises `NotFound` unless the code is valid."""
    found = await ctx.uow.users.invite(code_hash(code))
    user = await ctx.uow.users.get(found.user_id) if found and found.expires_at > ctx.now else None
    if user is None or not user.is_active:
        raise NotFound(Code.INVITE_NOT_VALID)
    return user


@command
async def link(ctx: Context, code: str, telegram_user_id: int) -> User:
    """Link a Telegram account to the code's person, once; an earlier account of theirs is unlinked.

    Raises `Conflict` if the account is another active person's; a deactivated person loses it.
    """
    user = await invited(ctx, code)
    holder = await ctx.uow.users.by_telegram(telegram_user_id)
    if holder is not None and holder.id != user.id:
        if holder.is_active:
            raise Conflict(Code.ALREADY_LINKED, name=holder.display_name)
        await save_account(ctx, holder, None)
    await ctx.uow.users.end_invites(user.id)
    if user.telegram_blocked_at is not None:
        await tell_missed(ctx, user.id, user.telegram_blocked_at)
    await ask_after_all(ctx, user.id)
    if user.telegram_user_id is None:
        await tell_joined(ctx, user)
    return await save_account(ctx, user, telegram_user_id)


async def tell_joined(ctx: Context, user: User) -> None:
    """Tell a person's leader, if they can be written to, that the person can be written to from now on."""
    leader = await ctx.uow.users.get(user.leader_user_id) if user.leader_user_id else None
    if leader is not None and can_be_written_to(leader):
        occasion = f"{user.id}:{ctx.now.isoformat()}"
        await tell(ctx, MessageKind.JOINED, [leader.id], occasion, {"person_id": user.id})


@command
async def unlink(ctx: Context) -> User:
    """End the link of the caller's own Telegram account."""
    return await save_account(ctx, await own_row(ctx), None)


async def save_account(ctx: Context, user: User, telegram_user_id: int | None) -> User:
    ctx.audit(f"account {'unlinked' if telegram_user_id is None else 'linked'} user={user.id}")
    return await save(
        ctx,
        msgspec.structs.replace(
            user, telegram_user_id=telegram_user_id, telegram_blocked_at=None, telegram_username=None
        ),
    )


@command
async def set_blocked(ctx: Context, telegram_user_id: int, *, blocked: bool) -> Nothing:
    """Note whether an account blocks the bot, as Telegram says; the time of the first such news is kept.

    A person who unblocks it is told, in one message, what did not reach them meanwhile.
    """
    require(ctx.actor, Operation.RUN_JOBS)
    user = await ctx.uow.users.by_telegram(telegram_user_id)
    if user is not None and (user.telegram_blocked_at is not None) != blocked:
        await save(ctx, msgspec.structs.replace(user, telegram_blocked_at=ctx.now if blocked else None))
        if user.telegram_blocked_at is not None:
            await tell_missed(ctx, user.id, user.telegram_blocked_at)
    return Nothing()


@command
async def note_telegram_username(ctx: Context, telegram_user_id: int, name: str | None) -> Nothing:
    """Note which @name an account has, as Telegram says; of another account that had it before, it is forgotten."""
    require(ctx.actor, Operation.RUN_JOBS)
    for user in await ctx.uow.users.list():
        theirs = user.telegram_user_id == telegram_user_id
        if theirs or (name is not None and user.telegram_username == name):
            await save(ctx, msgspec.structs.replace(user, telegram_username=name if theirs else None))
    return Nothing()


async def active_people(ctx: Context) -> dict[int, User]:
    return {user.id: user for user in await ctx.uow.users.list() if user.is_active}


async def own_row(ctx: Context) -> User:
    user = await ctx.uow.users.get(ctx.actor.id)
    if user is None:
        raise NotFound(Code.USER_NOT_FOUND, username=ctx.actor.user.username)
    return user


async def save(ctx: Context, user: User) -> User:
    if not await ctx.uow.users.update(user):
        raise Conflict(Code.ALREADY_LINKED, name=user.display_name)
    return user


async def save_with_times(ctx: Context, before: User, user: User) -> User:
    """Save a person; what was held for them is decided anew where they work at other times now."""
    if (user.timezone, user.holidays) != (before.timezone, before.holidays):
        await release_held(ctx, user.id)
    return await save(ctx, user)


async def by_username(ctx: Context, username: str) -> User:
    user = await ctx.uow.users.by_username(username)
    if user is None:
        raise NotFound(Code.USER_NOT_FOUND, username=username)
    return user


async def by_id(ctx: Context, user_id: int) -> User:
    user = await ctx.uow.users.get(user_id)
    if user is None:
        raise NotFound(Code.USER_NOT_FOUND, username=f"#{user_id}")
    return user


async def leader_id(ctx: Context, username: str | None, *, of: str) -> int | None:
    if username is None:
        return None
    leader = await ctx.uow.users.by_username(username)
    if leader is None:
        raise Invalid.at("leader", FieldCode.UNKNOWN_ID, value=username)
    if leader.username == of.lower():
        raise Conflict(Code.LEADS_THEMSELVES, username=leader.username)
    if not leader.is_active:
        raise Invalid.at("leader", FieldCode.INACTIVE_USER, value=username)
    return leader.id


async def check_external_id(ctx: Context, external_id: str | None, *, of: str) -> None:
    """Raise `Conflict` if it is another person's, also of one who has left."""
    holder = await ctx.uow.users.by_external_id(external_id) if external_id else None
    if holder is not None and holder.username != of.lower():
        raise Conflict(Code.EXTERNAL_ID_TAKEN, username=holder.username)


def check_timezone(name: object) -> None:
    if name is not None and name not in known_zones():
        raise Invalid.at("timezone", FieldCode.UNKNOWN_ZONE, value=name)


def check_holidays(calendar: object) -> None:
    if calendar is not None and not (isinstance(calendar, str) and is_known(calendar)):
        raise Invalid.at("holidays", FieldCode.UNKNOWN_HOLIDAYS, value=calendar)


def code_hash(code: str) -> bytes:
    return hash_of("".join(code.lower().replace("-", "").split()))
