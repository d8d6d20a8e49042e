"""Linking a Telegram account: an invitation that works once, for a day, for whoever holds its code."""

import re

from core.base.errors import Code, FieldCode
from core.people import users
from tests.cast import ANA, INES, LUIS, OPERATOR
from tests.core.refusals import conflict, invalid, not_found, unauthenticated
from tests.core.world import fresh_world
from tests.tables import each_row

PHONE, OTHER_PHONE = 7_000_000_001, 7_000_000_002


async def invite(world, username="ana"):
    return await world.run(OPERATOR, users.invite, username)


async def link(world, code, account=PHONE):
    return await world.run(OPERATOR, users.link, code, account)


async def linked(world, account=PHONE) -> int:
    """Return the id of the person who writes from a Telegram account."""
    return (await world.run(OPERATOR, users.actor_by_telegram, account)).id


def refused_code():
    return not_found(Code.INVITE_NOT_VALID)


async def test_a_code_has_128_random_bits_in_lower_case_base32(world):
    codes = {await invite(world) for _ in range(20)}
    assert len(codes) == 20
    assert all(re.fullmatch("[a-z2-7]{26}", code) for code in codes)


async def test_only_the_codes_hash_is_kept(world):
    code = await invite(world)
    kept = repr(world.store.dump())
    assert code not in kept
    assert code.encode().hex() not in kept
    (stored,) = world.store.state.invites
    assert (len(stored), stored) == (32, users.code_hash(code))


async def test_a_code_shows_whom_it_would_link_and_stays_good(world):
    code = await invite(world)
    assert (await world.run(OPERATOR, users.invited, code)).id == ANA
    with unauthenticated():
        await linked(world)
    assert (await link(world, code)).telegram_user_id == PHONE
    assert await linked(world) == ANA


async def test_a_code_works_once(world):
    code = await invite(world)
    await link(world, code)
    with refused_code():
        await link(world, code, OTHER_PHONE)
    with refused_code():
        await world.run(OPERATOR, users.invited, code)
    assert await linked(world) == ANA


@each_row([users.invited, users.link], world=fresh_world)
async def test_a_code_is_good_for_24_hours(world, use_case):
    args = (PHONE,) if use_case is users.link else ()
    code = await invite(world)
    world.clock.advance(hours=24, seconds=1)
    with refused_code():
        await world.run(OPERATOR, use_case, code, *args)
    world.clock.advance(seconds=-2)
    assert (await world.run(OPERATOR, use_case, code, *args)).id == ANA


@each_row(["", "x", "a" * 26, "ñ", "../..", chr(0xD800), "\0"], world=fresh_world)
async def test_any_other_code_is_refused(world, code):
    await invite(world)
    for act in (link(world, code), world.run(OPERATOR, users.invited, code)):
        with refused_code():
            await act


async def test_how_a_code_is_typed_does_not_matter(world):
    code = await invite(world)
    typed = f" {code[:5].upper()}-{code[5:10]} {code[10:]} "
    assert (await link(world, typed)).id == ANA


async def test_a_person_who_left_is_not_invited(world):
    with invalid(("username", FieldCode.INACTIVE_USER)):
        await invite(world, "ines")


async def test_a_person_who_left_is_not_linked(world):
    code = await invite(world)
    await world.directory("ana", isActive=False)
    for act in (link(world, code), world.run(OPERATOR, users.invited, code)):
        with refused_code():
            await act


async def test_an_account_is_one_persons(world):
    await link(world, await invite(world))
    code = await invite(world, "luis")
    with conflict(Code.ALREADY_LINKED, name="Ana"):
        await link(world, code)
    assert await linked(world) == ANA
    assert (await link(world, code, OTHER_PHONE)).id == LUIS


async def test_who_left_gives_their_account_up(world):
    await link(world, await invite(world))
    await world.directory("ana", isActive=False)
    assert (await link(world, await invite(world, "luis"))).id == LUIS
    assert await linked(world) == LUIS


async def test_a_new_account_takes_the_place_of_the_old(world):
    await link(world, await invite(world))
    await link(world, await invite(world), OTHER_PHONE)
    assert await linked(world, OTHER_PHONE) == ANA
    with unauthenticated():
        await linked(world)


async def test_the_same_account_may_be_linked_to_its_person_again(world):
    for _ in range(2):
        assert (await link(world, await invite(world))).id == ANA


async def test_leaving_ends_the_link_and_frees_the_account(world):
    await link(world, await invite(world))
    assert (await world.run(ANA, users.unlink)).telegram_user_id is None
    with unauthenticated():
        await linked(world)
    assert (await link(world, await invite(world, "luis"))).id == LUIS


async def test_leaving_twice_is_not_an_error(world):
    for _ in range(2):
        assert (await world.run(ANA, users.unlink)).telegram_user_id is None


async def test_from_an_unlinked_or_deactivated_persons_account_nobody_asks(world):
    with unauthenticated():
        await linked(world)
    await link(world, await invite(world))
    await world.directory("ana", isActive=False)
    with unauthenticated():
        await linked(world)
    assert world.store.state.users[ANA].telegram_user_id == PHONE
    assert world.store.state.users[INES].telegram_user_id is None
