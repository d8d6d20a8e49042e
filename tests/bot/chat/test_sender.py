"""Messages of the outbox reach their people, once where Telegram says so, and whatever happens none is lost."""

import asyncio
from collections import Counter
from datetime import timedelta

import msgspec
import pytest

import bot.chat.sender
from bot.chat.sender import MOST_UNKNOWN
from bot.process.background_tasks import cancel
from core.base.errors import Code, Unavailable
from core.delivery import nudges, sending
from core.delivery.leases import acquire_lease
from core.delivery.sending import CLAIM
from core.people import users
from core.people.users import UserCreate
from core.records.messages import MessageKind, NewMessage
from core.work import tasks
from core.work.daily_logs import DateRequest
from tests.bot.chat.posting import SENDER, assign, outcomes, received, rows, send_due
from tests.cast import TODAY
from tests.waiting import until


@pytest.fixture
def at_once(sender, monkeypatch):
    """Return how many messages were being sent as each of them began."""
    deliver_one, now, counts = sender.deliver_one, [], []

    async def watched(lease, claimed):
        now.append(claimed)
        counts.append(len(now))
        await deliver_one(lease, claimed)
        now.remove(claimed)

    monkeypatch.setattr(sender, "deliver_one", watched)
    return counts


async def leave(world, *messages):
    """Put nudges into the outbox, each for somebody (a name or an id) and about these parameters."""
    at = world.clock.now()
    ids = [world.users[who].id if isinstance(who, str) else who for who, _ in messages]
    new = [
        NewMessage(user_id, MessageKind.NUDGE, params, str(number), at, at)
        for number, (user_id, (_, params)) in enumerate(zip(ids, messages, strict=True))
    ]
    await world.store.write(lambda uow: uow.outbox.add(new))


async def test_what_a_use_case_leaves_is_told_and_can_be_answered(world, sender):
    await world.says("ana", "/hoy")
    await world.quiet()
    await assign(world)
    assert await send_due(world, sender) == 1
    told = await world.phone("ana").wait("te asignó una tarea")
    assert outcomes(world) == ["sent"]
    await world.replies("ana", told, "Enterada", "Comentario guardado")
    assert await send_due(world, sender) in {0, 1}
    assert received(world, "ana", "te asignó") == 1


async def test_one_person_gets_in_one_message_all_that_is_due(world, sender, at_once):
    await assign(world, 3)
    assert await send_due(world, sender) == 1
    assert await send_due(world, sender) == 0
    assert at_once == [1]
    assert len(world.phone("ana").messages) == 1
    assert [received(world, "ana", f"Tarea número {number}.") for number in range(3)] == [1, 1, 1]


async def test_what_is_held_back_keeps_nothing_behind_it_waiting(world, sender, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "AT_ONCE", 1)
    nobody = await world.operate(users.add_user, UserCreate(username="nadie", name="Nadie"))
    about = {"day": TODAY.toordinal(), "by_user_id": world.users["lucia"].id}
    await leave(world, *[(nobody.id, {})] * 3, ("ana", about))
    assert await send_due(world, sender) == 1
    assert outcomes(world) == ["withheld"] * 3 + ["sent"]


async def test_one_that_gets_no_answer_holds_up_no_other(world, sender, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "GRACE_SECONDS", 0.0)
    stuck = world.sandbox.faults.delay(30, method="sendMessage", chat_id=101)
    await assign(world)
    sending = asyncio.create_task(send_due(world, sender))
    await until(lambda: stuck.hits)
    await assign(world, 2, who="luis")
    await until(lambda: outcomes(world) == ["waiting", "sent", "sent"])
    await cancel([sending])


async def test_who_waits_for_an_answer_has_no_second_one_claimed_and_others_go_on(world, sender, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(bot.chat.sender, "LOOK_SECONDS", 0.01)
    stuck = world.sandbox.faults.delay(30, method="sendMessage", chat_id=101)
    await assign(world)
    sending = asyncio.create_task(send_due(world, sender))
    await until(lambda: stuck.hits)
    for who in ("ana", "luis"):
        await assign(world, 1, who)
    await until(lambda: outcomes(world)[2:] == ["sent"])
    assert rows(world, "claimed_by")[1] is None
    await cancel([sending])


async def test_a_limited_number_is_sent_at_once(world, sender, at_once, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "AT_ONCE", 4)
    about = {"day": TODAY.toordinal(), "by_user_id": world.users["lucia"].id}
    await leave(world, *((who, about) for who in ("ana", "luis", "pablo", "root", "lucia")))
    assert await send_due(world, sender) == 5
    assert max(at_once) == 4


async def test_a_message_that_telegram_refuses_is_a_dead_letter_and_stops_no_other(world, sender, caplog):
    world.sandbox.faults.refuse(400, "Bad Request: can't parse entities", method="sendMessage", chat_id=101)
    await assign(world)
    await world.task("luis", by="lucia", text="Otra")
    await send_due(world, sender)
    assert outcomes(world) == ["failed", "sent"]
    assert "Can't parse entities" in caplog.text


@pytest.mark.parametrize(
    ("description", "outcome"),
    [
        *((said, "failed") for said in ("CHAT_RESTRICTED", "CHAT_ADMIN_REQUIRED", "not enough rights to send photos")),
        *((said, "blocked") for said in ("PEER_ID_INVALID", "INPUT_USER_DEACTIVATED", "chat not found")),
    ],
)
async def test_a_chat_that_cannot_be_written_to_is_a_state_and_a_line_in_the_log(
    world, sender, caplog, description, outcome
):
    world.sandbox.faults.refuse(400, f"Bad Request: {description}", method="sendMessage", chat_id=101, times=None)
    await assign(world, 2)
    await send_due(world, sender)
    assert outcomes(world) == [outcome] * 2
    (line,) = caplog.records
    assert (line.getMessage(), line.exc_info) == (f"chat 101: {description.capitalize()}", None)


async def test_a_message_whose_method_telegram_does_not_have_ends_after_a_while(world, sender, caplog):
    refused = world.sandbox.faults.refuse(404, "Not Found", method="sendMessage", chat_id=101, times=None)
    await assign(world)
    for _ in range(MOST_UNKNOWN + 1):
        await send_due(world, sender)
        world.clock.advance(minutes=20)
    assert (outcomes(world), refused.hits) == (["failed"], MOST_UNKNOWN)
    assert [record.getMessage() for record in caplog.records] == ["answers: 404 from Telegram for sendMessage"]


async def test_a_message_that_cannot_be_drawn_is_one_too(world, sender, caplog):
    await leave(world, ("ana", {}))
    await send_due(world, sender)
    assert outcomes(world) == ["failed"]
    assert "KeyError" in caplog.text


@pytest.mark.parametrize(
    ("trouble", "how", "come"),
    [("drop", (), 1), ("server_error", (), 1), ("refuse", (401, "Unauthorized"), 1), ("lose_answer", (), 2)],
)
async def test_one_that_may_not_have_arrived_is_sent_later_rather_than_lost(world, sender, trouble, how, come):
    getattr(world.sandbox.faults, trouble)(*how, method="sendMessage", chat_id=101)
    await assign(world)
    await send_due(world, sender)
    assert outcomes(world) == ["waiting"]
    world.clock.advance(seconds=4)
    await send_due(world, sender)
    assert outcomes(world) == ["sent"]
    assert received(world, "ana", "te asignó") == come


def absent(world, monkeypatch, *use_cases):
    """These use cases find no database until what is returned is cleared; it says how often they asked."""
    world_run, away = world.pipeline.run, Counter(dict.fromkeys(use_cases, 0))

    async def run(caller, asked, *args, **kwargs):
        if asked in away:
            away[asked] += 1
            raise Unavailable(Code.UNAVAILABLE)
        return await world_run(caller, asked, *args, **kwargs)

    monkeypatch.setattr(world.pipeline, "run", run)
    return away


async def test_while_the_database_is_away_messages_wait(world, sender, monkeypatch):
    await assign(world)
    away = absent(world, monkeypatch, tasks.get_task)
    await send_due(world, sender)
    assert outcomes(world) == ["waiting"]
    away.clear()
    world.clock.advance(seconds=CLAIM.total_seconds())
    await send_due(world, sender)
    assert outcomes(world) == ["sent"]
    assert received(world, "ana", "te asignó") == 1


@pytest.mark.parametrize("use_case", [sending.settle, sending.anything_due])
async def test_a_message_that_is_out_is_not_sent_again_because_the_database_was_away(
    world, sender, monkeypatch, use_case
):
    """Not even where it is away for longer than the claim, and nobody can look for others meanwhile."""
    monkeypatch.setattr(bot.chat.sender, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(bot.chat.sender, "GRACE_SECONDS", 0.0)
    held = world.sandbox.faults.delay(0.2, method="sendMessage", chat_id=101)
    await assign(world)
    sending_it = asyncio.create_task(send_due(world, sender))
    await until(lambda: held.hits)
    away = absent(world, monkeypatch, sending.settle, use_case)
    await until(lambda: away[sending.settle] > 2)
    world.clock.advance(seconds=2 * CLAIM.total_seconds())
    away.clear()
    assert await sending_it == 1
    assert outcomes(world) == ["sent"]
    await send_due(world, sender)
    assert received(world, "ana", "te asignó") == 1


async def test_nor_is_it_where_what_it_shows_cannot_be_remembered_at_once(world, sender, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "LOOK_SECONDS", 0.01)
    note, faults = sender.memory.remember_subject, [Unavailable(Code.UNAVAILABLE)] * 2

    async def noted(*args):
        if faults:
            raise faults.pop()
        await note(*args)

    monkeypatch.setattr(sender.memory, "remember_subject", noted)
    await assign(world)
    await send_due(world, sender)
    assert outcomes(world) == ["sent"]
    assert received(world, "ana", "te asignó") == 1


async def test_a_message_is_its_persons_whoever_has_their_account_by_now(world, sender):
    await world.act("lucia", nudges.nudge, world.users["ana"].id, DateRequest(fecha=TODAY))
    lease = await world.pipeline.run(SENDER, acquire_lease, "one")
    (claimed,) = await world.pipeline.run(SENDER, sending.claim_due, lease, 20)
    luis = msgspec.structs.replace(claimed.person, telegram_user_id=102)
    await sender.deliver_one(lease, msgspec.structs.replace(claimed, person=luis))
    assert outcomes(world) == ["withheld"]
    assert world.phone("luis").messages == []


async def test_who_stops_while_a_message_is_being_sent_says_what_became_of_it(world, sender):
    fault = world.sandbox.faults.delay(0.3, method="sendMessage", chat_id=101)
    await assign(world)
    stopping = asyncio.create_task(send_due(world, sender))
    await until(lambda: fault.hits)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    assert outcomes(world) == ["sent"]


async def test_a_sender_that_dies_before_it_says_so_leaves_the_message_to_the_next(world, sender, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "GRACE_SECONDS", 0.0)
    fault = world.sandbox.faults.delay(30, method="sendMessage", chat_id=101)
    await assign(world)
    dying = asyncio.create_task(send_due(world, sender))
    await until(lambda: fault.hits)
    await cancel([dying])
    assert outcomes(world) == ["waiting"]
    world.clock.advance(seconds=CLAIM.total_seconds())
    assert await send_due(world, sender, "two") == 1
    assert outcomes(world) == ["sent"]


async def test_two_senders_send_nothing_twice(world, sender):
    for who in ("ana", "luis"):
        await assign(world, 4, who)
    lease = await world.pipeline.run(SENDER, acquire_lease, "one")
    for _ in range(6):
        await asyncio.gather(*(sender.send_due(lease) for _ in range(3)))
    assert outcomes(world) == ["sent"] * 8
    for who in ("ana", "luis"):
        assert [received(world, who, f"Tarea número {number}.") for number in range(4)] == [1] * 4


async def test_a_claim_that_may_run_out_before_the_answer_is_not_sent_on_but_claimed_anew(world, sender, monkeypatch):
    await assign(world)
    wait, waited = sender.pacing.wait_for_slot, []

    async def slowly(recipient):
        world.clock.advance(seconds=0 if waited else 2)
        waited.append(received(world, "ana", "te asignó"))
        await wait(recipient)

    monkeypatch.setattr(sender.pacing, "wait_for_slot", slowly)
    monkeypatch.setattr(bot.chat.sender, "SETTLED_WITHIN", CLAIM - timedelta(seconds=1))
    await send_due(world, sender)
    assert waited == [0, 0]
    assert (outcomes(world), received(world, "ana", "te asignó")) == (["sent"], 1)
