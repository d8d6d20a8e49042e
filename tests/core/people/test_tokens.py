"""Tokens of people: whose they are, and what is logged of them."""

from core.application.requests import build
from core.base.errors import Code
from core.people import tokens, users
from core.people.tokens import TokenRequest
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PABLO, ROBOT, ROOT
from tests.core.refusals import forbidden, not_found

REQUEST = build(TokenRequest, {"name": "tablero"})


async def test_what_is_issued_and_ended_is_logged_once_it_is_done(world, audit):
    grant = await world.run(ANA, tokens.issue_own_token, REQUEST)
    token = grant.token.id
    await world.run(ANA, tokens.end_own_token, token)
    await world.run(OPERATOR, users.revoke_tokens, "luis")
    with not_found(Code.TOKEN_NOT_FOUND):
        await world.run(ANA, tokens.end_own_token, token)
    assert await world.run(ANA, tokens.issue_first_token, REQUEST)
    assert await world.run(ANA, tokens.issue_first_token, REQUEST) is None
    lines = audit()
    assert lines[:3] == [
        f"token issued id={token} user=2 scopes=all until=2026-12-20T15:00:00+00:00 by=2 via=rest token=-",
        f"token ended id={token} user=2 by=2 via=rest token=-",
        "tokens ended user=3 by=0 via=job token=-",
    ]
    assert len(lines) == 4
    assert "tablero" not in "".join(lines)


async def test_everybodys_tokens_are_for_who_writes_the_directory(world):
    token = (await world.run(OPERATOR, tokens.issue_token, "ana", REQUEST)).token.id
    for who in (ANA, LUCIA, ROBOT):
        for use_case, *args in ((tokens.issue_token, "ana", REQUEST), (tokens.list_tokens,), (tokens.end_token, token)):
            with forbidden():
                await world.run(who, use_case, *args)
    assert [each.id for each in await world.run(ROOT, tokens.list_tokens, "ana")] == [token]
    assert await world.run(ROOT, tokens.list_tokens, "luis") == []
    ended = await world.run(ROOT, tokens.end_token, token)
    world.clock.advance(hours=1)
    assert await world.run(ROOT, tokens.end_token, token) == ended


async def test_what_expires_is_read_by_its_owner_or_of_an_integration_by_who_looks_after_it(world):
    await world.directory("robot", leader="lucia")
    own = (await world.run(OPERATOR, tokens.issue_token, "ana", REQUEST)).token.id
    its = (await world.run(OPERATOR, tokens.issue_token, "robot", REQUEST)).token.id
    for token, readers in ((own, {ANA}), (its, {LUCIA, ROOT})):
        for who in (ANA, LUIS, LUCIA, PABLO, ROOT, ROBOT):
            if who in readers:
                assert (await world.run(who, tokens.expiring_token, token)).token.id == token
            else:
                with not_found(Code.TOKEN_NOT_FOUND):
                    await world.run(who, tokens.expiring_token, token)


async def test_who_leaves_has_no_tokens_and_none_comes_back_with_them(world):
    await world.run(ANA, tokens.issue_own_token, REQUEST)
    await world.directory("ana", isActive=False)
    (left,) = await world.run(OPERATOR, tokens.list_tokens, "ana")
    assert left.ended_at == world.clock.now()
    world.clock.advance(days=1)
    await world.directory("ana", isActive=True)
    assert await world.run(OPERATOR, tokens.list_tokens, "ana") == [left]


async def test_the_operator_is_nobody_to_issue_a_token_to(world):
    with not_found(Code.USER_NOT_FOUND, username="operator"):
        await world.run(OPERATOR, tokens.issue_own_token, REQUEST)
