"""Webhooks: who keeps which, what is told of them once, and what they are sent."""

from datetime import timedelta
from ipaddress import ip_network

import msgspec
import pytest
from standardwebhooks import WebhookVerificationError

from core.application.requests import build
from core.application.use_case import Caller
from core.base.destinations import Destinations
from core.base.errors import Code, FieldCode, Gone, Invalid
from core.delivery import webhooks
from core.delivery.webhook_events import BODY_LIMIT, body_of, headers_of
from core.delivery.webhook_sending import Reached, next_batch
from core.delivery.webhooks import WebhookRequest, WebhookUpdate
from core.people import users
from core.people.users import OPERATOR as THE_OPERATOR
from core.records.tokens import AccessToken, Scope
from core.records.webhooks import WebhookData, WebhookEvent, WebhookStop
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, not_found, refused
from tests.core.world import NOW, fresh_world, world_with
from tests.tables import each_row
from tests.webhooks import Sent, verified

URL = "https://erp.example/hook"


async def make(world, who=ANA, **fields):
    return await world.run(who, webhooks.make_webhook, build(WebhookRequest, {"url": URL} | fields))


async def update(world, webhook_id, who=ANA, **fields):
    return await world.run(who, webhooks.update_webhook, webhook_id, build(WebhookUpdate, fields))


async def batch_of(world, webhook_id, after=0):
    position = (await row_of(world, webhook_id)).position
    return await world.run(OPERATOR, next_batch, webhook_id, Reached(position, max(position, after)))


async def row_of(world, webhook_id):
    return await world.store.read(lambda uow: uow.webhooks.get(webhook_id))


async def with_scopes(world, who, use_case, *args, scopes):
    """A use case as somebody with a token that has only some scopes."""
    actor = await world.pipeline.run(Caller(THE_OPERATOR), users.actor, int(who))
    token = AccessToken("t", frozenset(scopes), NOW + timedelta(days=1))
    return await world.pipeline.run(Caller(actor, token=token), use_case, *args)


def kinds_in(batch):
    return [msgspec.json.decode(each.delivery.body)["type"] for each in batch.attempts]


async def test_a_secret_is_told_with_a_new_webhook_and_a_renewed_one_and_logged_never(world, audit):
    made = await make(world)
    assert made.secret.startswith("whsec_")
    renewed = await world.run(ANA, webhooks.renew_webhook, made.id)
    assert renewed.secret != made.secret
    await update(world, made.id, url="https://other.example/?key=1")
    await world.run(ANA, webhooks.delete_webhook, made.id)
    assert audit() == [
        "webhook made id=1 user=2 by=2 via=rest token=-",
        "webhook secret renewed id=1 user=2 by=2 via=rest token=-",
        "webhook changed id=1 user=2 by=2 via=rest token=-",
        "webhook deleted id=1 user=2 by=2 via=rest token=-",
    ]


async def test_a_secret_has_32_bytes_and_no_two_are_the_same(world):
    made = [await make(world) for _ in range(3)]
    assert len({each.secret for each in made}) == 3
    assert {len(each.secret) for each in made} == {len("whsec_") + 44}


async def test_everybody_keeps_their_own_and_admins_all(world):
    own, other = await make(world, ANA), await make(world, PEDRO)
    assert [each.id for each in await world.run(ANA, webhooks.list_webhooks)] == [own.id]
    assert [each.id for each in await world.run(ROOT, webhooks.list_webhooks)] == [own.id, other.id]
    assert (await world.run(ROOT, webhooks.get_webhook, own.id)).user_id == ANA
    for who in (LUCIA, LUIS, ROBOT):
        for use_case in (
            webhooks.get_webhook,
            webhooks.delete_webhook,
            webhooks.renew_webhook,
            webhooks.test_webhook,
        ):
            with not_found(Code.WEBHOOK_NOT_FOUND):
                await world.run(who, use_case, own.id)
        with not_found(Code.WEBHOOK_NOT_FOUND):
            await update(world, own.id, who, isActive=False)
    await world.run(ROOT, webhooks.delete_webhook, own.id)
    assert await world.run(ANA, webhooks.list_webhooks) == []


async def test_an_integration_keeps_its_own(world):
    made = await make(world, ROBOT)
    assert [each.id for each in await world.run(ROBOT, webhooks.list_webhooks)] == [made.id]


async def test_only_the_operator_lists_by_person_and_replays(world):
    made = await make(world, PEDRO)
    assert [each.id for each in await world.run(OPERATOR, webhooks.list_webhooks_of, "pedro")] == [made.id]
    assert await world.run(OPERATOR, webhooks.list_webhooks_of, "ana") == []
    assert len(await world.run(OPERATOR, webhooks.list_webhooks_of)) == 1
    with forbidden():
        await world.run(PEDRO, webhooks.list_webhooks_of, "pedro")


async def test_a_person_has_a_limited_number():
    world = await world_with(webhooks_per_person=2)
    made = [await make(world) for _ in range(2)]
    with conflict(Code.TOO_MANY_WEBHOOKS, limit=2):
        await make(world)
    await make(world, PEDRO)
    await world.run(ANA, webhooks.delete_webhook, made[0].id)
    await make(world)


@each_row(
    [
        ({"url": "http://erp.example/"}, "url", FieldCode.NOT_HTTPS),
        ({"url": "https://10.0.0.1/"}, "url", FieldCode.ADDRESS_NOT_ALLOWED),
        ({"url": "https://erp.example:22/"}, "url", FieldCode.PORT_NOT_ALLOWED),
        ({"url": "x"}, "url", FieldCode.INVALID_FORMAT),
        ({"kinds": ["task", "tasks"]}, "kinds[1]", FieldCode.NOT_ONE_OF),
        ({"kinds": [""]}, "kinds[0]", FieldCode.EMPTY),
    ],
    world=fresh_world,
)
async def test_a_wrong_address_or_kind_is_refused_when_made_and_when_changed(world, fields, field, code):
    made = await make(world)
    for act in (lambda: make(world, **fields), lambda: update(world, made.id, **fields)):
        with pytest.raises(Invalid) as caught:
            await act()
        assert [(each.field, each.code) for each in caught.value.errors] == [(field, code)]
    assert (await row_of(world, made.id)).webhook.url == URL


async def test_what_the_settings_allow_is_taken():
    world = await world_with(destinations=Destinations(frozenset({"localhost"}), (ip_network("10.0.0.0/8"),)))
    for url in ("https://10.0.0.1/", "http://localhost:81/"):
        assert (await make(world, url=url)).url == url


class TestTokens:
    OWN = (Scope.PEOPLE_READ, Scope.PEOPLE_WRITE)

    async def test_a_webhook_is_told_what_the_token_reads_with_which_it_was_made(self, world):
        request = build(WebhookRequest, {"url": URL})
        scopes = {*self.OWN, Scope.TASKS_READ}
        made = await with_scopes(world, ANA, webhooks.make_webhook, request, scopes=scopes)
        await world.task(ANA)
        await world.event(ANA)
        assert kinds_in(await batch_of(world, made.id)) == ["task.created"]

    async def test_a_token_keeps_no_webhook_that_is_told_more(self, world):
        made = await make(world)
        for use_case in (webhooks.delete_webhook, webhooks.renew_webhook, webhooks.test_webhook):
            with pytest.raises(webhooks.InsufficientScope):
                await with_scopes(world, ANA, use_case, made.id, scopes=self.OWN)
        request = build(WebhookUpdate, {"url": "https://mine.example/"})
        with pytest.raises(webhooks.InsufficientScope) as caught:
            await with_scopes(world, ANA, webhooks.update_webhook, made.id, request, scopes=self.OWN)
        assert Scope.TASKS_READ in caught.value.scope.split()
        assert (await with_scopes(world, ANA, webhooks.get_webhook, made.id, scopes=self.OWN)).id == made.id

    async def test_an_admins_token_needs_admin_for_those_of_others(self, world):
        made, own = await make(world), await make(world, ROOT)
        for scopes, found in ((self.OWN, [own.id]), ((*self.OWN, Scope.ADMIN), [made.id, own.id])):
            listed = await with_scopes(world, ROOT, webhooks.list_webhooks, scopes=scopes)
            assert [each.id for each in listed] == found
        with not_found(Code.WEBHOOK_NOT_FOUND):
            await with_scopes(world, ROOT, webhooks.get_webhook, made.id, scopes=self.OWN)
        assert (await with_scopes(world, ROOT, webhooks.get_webhook, made.id, scopes=(*self.OWN, Scope.ADMIN))).id


class TestEvents:
    async def test_one_for_each_change_with_an_id_that_stays_and_signed_so_that_it_verifies(self, world):
        made = await make(world)
        task = await world.task(ANA)
        await world.edit(ANA, task, prioridad="URGENTE")
        first = await batch_of(world, made.id)
        bodies = [msgspec.json.decode(each.delivery.body) for each in first.attempts]
        assert [body["type"] for body in bodies] == ["task.created", "task.updated"]
        assert bodies[1] == {
            "type": "task.updated",
            "timestamp": NOW.isoformat().replace("+00:00", "Z"),
            "data": {
                "seq": first.attempts[1].seq,
                "id": task.id,
                "changed": {"prioridad": ["MEDIA", "URGENTE"]},
                "cut": [],
            },
        }
        again = await batch_of(world, made.id)
        assert [each.delivery.id for each in first.attempts] == [each.delivery.id for each in again.attempts]
        assert len({each.delivery.id for each in first.attempts}) == 2
        for each in first.attempts:
            sent = Sent(URL, headers_of(each.delivery, NOW), each.delivery.body)
            assert verified(made.secret, sent, NOW)["data"]["id"] == task.id

    async def test_both_secrets_sign_for_a_time_after_a_rotation(self, world):
        made = await make(world)
        await world.task(ANA)
        renewed = await world.run(ANA, webhooks.renew_webhook, made.id)

        async def verifies(secret):
            (attempt,) = (await batch_of(world, made.id)).attempts
            now = world.clock.now()
            sent = Sent(URL, headers_of(attempt.delivery, now), attempt.delivery.body)
            try:
                return bool(verified(secret, sent, now))
            except WebhookVerificationError:
                return False

        assert (await verifies(made.secret), await verifies(renewed.secret)) == (True, True)
        world.clock.advance(hours=24)
        assert (await verifies(made.secret), await verifies(renewed.secret)) == (False, True)

    async def test_only_what_its_owner_may_see_at_that_moment(self, world):
        hers, leads, others = await make(world, ANA), await make(world, LUCIA), await make(world, PEDRO)
        everything = await make(world, ROOT)
        task = await world.create_task(LUCIA, responsibleUserIds=[int(ANA)])
        for webhook, count in ((hers, 1), (leads, 1), (others, 0), (everything, 1)):
            assert len((await batch_of(world, webhook.id)).attempts) == count
        await world.edit(LUCIA, await world.get(LUCIA, task), responsibleUserIds=[int(LUIS)])
        seen = {who: len((await batch_of(world, each.id)).attempts) for who, each in ((ANA, hers), (LUCIA, leads))}
        assert seen == {ANA: 0, LUCIA: 2}
        await world.directory("lucia", isActive=False)
        assert await batch_of(world, leads.id) is None

    async def test_only_the_kinds_that_it_asked_for(self, world):
        made = [await make(world, kinds=kinds) for kinds in (["event"], ["task.updated"], ["task", "event.created"])]
        task = await world.task(ANA)
        await world.edit(ANA, task, prioridad="URGENTE")
        await world.event(ANA)
        assert [kinds_in(await batch_of(world, each.id)) for each in made] == [
            ["event.created"],
            ["task.updated"],
            ["task.created", "task.updated", "event.created"],
        ]

    async def test_what_was_before_it_was_made_is_not_told(self, world):
        await world.task(ANA)
        made = await make(world)
        assert (await batch_of(world, made.id)).attempts == []

    def test_a_body_that_is_too_large_is_cut_by_its_largest_fields_and_says_which(self):
        changed = {"a": ["x" * 9_000, None], "b": [None, "ñ" * 6_000], "c": [1, 2], "d": ["y" * 30_000, "z"]}
        event = WebhookEvent("task.updated", NOW, WebhookData(1, 2, changed))
        data = msgspec.json.decode(body_of(event))["data"]
        assert (data["cut"], [*data["changed"]]) == (["b", "d"], ["a", "c"])
        assert len(body_of(event)) < BODY_LIMIT
        whole = WebhookEvent("task.updated", NOW, WebhookData(1, 2, {"a": ["x" * 19_800, None]}))
        assert len(body_of(whole)) < BODY_LIMIT
        assert msgspec.json.decode(body_of(whole))["data"]["cut"] == []


class TestStoppedAndResumed:
    async def test_a_paused_one_is_told_nothing_and_goes_on_where_it_stopped(self, world):
        made = await make(world)
        paused = await update(world, made.id, isActive=False)
        assert paused.stopped_because is WebhookStop.PAUSED
        await world.task(ANA)
        assert await batch_of(world, made.id) is None
        assert (await update(world, made.id, isActive=False)).stopped_at == paused.stopped_at
        resumed = await update(world, made.id, isActive=True)
        assert (resumed.stopped_at, resumed.stopped_because) == (None, None)
        assert kinds_in(await batch_of(world, made.id)) == ["task.created"]

    async def test_a_replay_tells_again_from_there_and_never_less_than_would_be_told(self, world):
        made = await make(world)
        for _ in range(3):
            await world.task(ANA)
        seqs = [each.seq for each in (await batch_of(world, made.id)).attempts]
        row = await row_of(world, made.id)
        await world.store.write(lambda uow: uow.webhooks.save(msgspec.structs.replace(row, position=seqs[-1])))
        assert (await batch_of(world, made.id)).attempts == []
        await world.run(OPERATOR, webhooks.replay_webhook, made.id, seqs[1])
        assert [each.seq for each in (await batch_of(world, made.id)).attempts] == seqs[1:]
        await world.run(OPERATOR, webhooks.replay_webhook, made.id, seqs[-1] + 99)
        assert [each.seq for each in (await batch_of(world, made.id)).attempts] == seqs[1:]

    async def test_a_replay_of_what_is_not_kept_is_refused(self, world):
        made = await make(world)
        for _ in range(3):
            await world.task(ANA)
        world.clock.advance(days=400)
        pruned = await world.store.write(lambda uow: uow.journal.prune(world.clock.now(), 100))
        assert pruned
        with refused(Gone, Code.CHANGES_FORGOTTEN):
            await world.run(OPERATOR, webhooks.replay_webhook, made.id, 1)
