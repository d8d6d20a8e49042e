"""Tokens that expire within a week: told once, to whoever can do something about it."""

from core.application.requests import build
from core.jobs.expiring_tokens import tell_expiring_tokens
from core.people import tokens
from core.people.tokens import TokenRequest
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, ROOT
from tests.core.job_steps import run, told
from tests.core.world import fresh_world
from tests.tables import each_row


async def issued(world, username, expires_at):
    """The id of a new token."""
    request = build(TokenRequest, {"name": "tablero", "expiresAt": expires_at})
    return (await world.run(OPERATOR, tokens.issue_token, username, request)).token.id


async def people_told(world):
    """Return whom a run tells of which token; it changes nothing else."""
    before = len(told(world))
    await run(world, tell_expiring_tokens, OPERATOR)
    found = told(world)[before:]
    assert {kind for _, kind, _ in found} <= {MessageKind.TOKEN_EXPIRES}
    return [(who, about["token_id"]) for who, _, about in found]


@each_row(
    [
        ("2026-11-21T15:00:00Z", False),
        ("2026-11-21T15:00:01Z", True),
        ("2026-11-27T15:00:00Z", True),
        ("2026-11-27T15:00:01Z", False),
    ],
    world=fresh_world,
)
async def test_its_owner_is_told_within_a_week_unless_it_is_of_a_day(world, expires_at, is_told):
    token = await issued(world, "ana", expires_at)
    assert await people_told(world) == ([(ANA, token)] if is_told else [])


async def test_each_is_told_once_and_what_has_ended_is_not(world):
    one, gone, _ = [await issued(world, who, "2026-11-30T15:00:00Z") for who in ("ana", "luis", "pablo")]
    other = await issued(world, "ana", "2026-12-20T15:00:00Z")
    await world.run(OPERATOR, tokens.end_token, gone)
    await world.directory("pablo", isActive=False)
    assert await people_told(world) == []
    world.clock.advance(days=4)
    assert await people_told(world) == [(ANA, one)]
    for _ in range(3):
        world.clock.advance(days=1)
        assert await people_told(world) == []
    world.clock.advance(days=20)
    assert await people_told(world) == [(ANA, other)]


async def test_of_an_integration_its_leader_is_told_or_else_the_admins(world):
    one = await issued(world, "robot", "2026-11-25T15:00:00Z")
    assert await people_told(world) == [(ROOT, one)]
    await world.directory("robot", leader="lucia")
    other = await issued(world, "robot", "2026-11-25T15:00:00Z")
    assert (LUCIA, other) in await people_told(world)
    await world.directory("lucia", isActive=False)
    third = await issued(world, "robot", "2026-11-25T15:00:00Z")
    assert (ROOT, third) in await people_told(world)
    assert LUIS not in {who for who, *_ in told(world)}
