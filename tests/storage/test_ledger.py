"""The outbox as the ledger: what waits, what was sent or held back, and when; as the port says."""

from datetime import timedelta

import pytest

from core.records.messages import MessageKind, NewMessage, Outcome, Reason, WaitingCounts
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("outbox")
ANA, LUIS, EVA = 1, 2, 3
GROUP = -1_001_000_000_002
HOUR = timedelta(hours=1)
SURVEY, REMINDER = MessageKind.OVERDUE_SURVEY, MessageKind.REMINDER


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis", "eva")


def message(key, user_id=ANA, kind=SURVEY, at=NOW, due=NOW, **more):
    return NewMessage(user_id, kind, {"task_id": 7, "ids": [3, 1]}, key, at, due, **more)


async def add(store, *messages):
    return await write(store, "add", messages)


async def due(store, *but_to):
    return await read(store, "due", NOW, 20, but_to=but_to)


async def waiting(store, user_id=ANA):
    return await read(store, "waiting", user_id)


async def settled(store, user_id=ANA, since=NOW, until=NOW + 9 * HOUR):
    return await read(store, "settled", user_id, since, until)


async def test_a_message_waits_whole_by_the_time_for_which_it_waits(store):
    later = message("b", kind=REMINDER, due=NOW + HOUR, reason=Reason.SNOOZED)
    assert await add(store, later, message("a"), message("c", LUIS)) == 3
    first, second = await waiting(store)
    params = {"task_id": 7, "ids": [3, 1]}
    assert (first.kind, first.params, first.created_at, first.due_at) == (SURVEY, params, NOW, NOW)
    assert (first.outcome, first.reason, first.outcome_at) == (Outcome.WAITING, None, NOW)
    assert (second.kind, second.due_at, second.reason) == (REMINDER, NOW + HOUR, Reason.SNOOZED)
    assert isinstance(second.kind, MessageKind)
    assert await settled(store) == []


async def test_a_key_is_written_once_and_the_first_message_stays(store):
    assert await add(store) == 0
    assert await add(store, message("a"), message("a", LUIS), message("b", LUIS)) == 2
    assert await add(store, message("a", LUIS), message("c", LUIS), message("b")) == 1
    assert [len(await waiting(store, who)) for who in (ANA, LUIS)] == [1, 2]


async def test_what_was_held_back_from_the_start_never_waits(store):
    await add(store, message("a", outcome=Outcome.WITHHELD, reason=Reason.HOLIDAY))
    assert await waiting(store) == []
    (held,) = await settled(store)
    assert (held.outcome, held.reason, held.outcome_at) == (Outcome.WITHHELD, Reason.HOLIDAY, NOW)


async def test_one_that_waits_may_wait_for_longer(store):
    await add(store, message("a"), message("b"))
    (first, second) = await waiting(store)
    await write(store, "postpone", first.id, NOW + HOUR, Reason.QUIET_HOURS, NOW + 2 * HOUR)
    assert [each.id for each in await waiting(store)] == [second.id, first.id]
    held = (await waiting(store))[1]
    assert (held.due_at, held.reason, held.outcome_at) == (NOW + HOUR, Reason.QUIET_HOURS, NOW + 2 * HOUR)


async def test_one_that_ended_is_listed_by_when_it_did_and_no_longer_waits(store):
    await add(store, *(message(key) for key in "abcd"))
    ids = [each.id for each in await waiting(store)]
    ends = [
        (Outcome.SENT, None, NOW + 3 * HOUR),
        (Outcome.BLOCKED, None, NOW + HOUR),
        (Outcome.WITHHELD, Reason.DONE, NOW + 2 * HOUR),
    ]
    for message_id, end in zip(ids, ends, strict=False):
        await write(store, "settle", message_id, *end)
    found = await settled(store)
    assert [(each.id, each.outcome, each.reason) for each in found] == [
        (ids[1], Outcome.BLOCKED, None),
        (ids[2], Outcome.WITHHELD, Reason.DONE),
        (ids[0], Outcome.SENT, None),
    ]
    assert [each.id for each in await waiting(store)] == [ids[3]]
    within = await settled(store, since=NOW + HOUR, until=NOW + 3 * HOUR)
    assert [each.id for each in within] == [ids[1], ids[2]]
    assert await settled(store, LUIS) == []


async def test_what_has_ended_stays_as_it_ended_with_what_telegram_said(store):
    await add(store, message("a"))
    (only,) = await waiting(store)
    await write(store, "settle", only.id, Outcome.FAILED, None, NOW, "can't parse entities")
    await write(store, "settle", only.id, Outcome.SENT, None, NOW + HOUR, "late")
    await write(store, "postpone", only.id, NOW + HOUR, Reason.SNOOZED, NOW + HOUR)
    (still,) = await settled(store)
    assert (still.outcome, still.reason, still.outcome_at) == (Outcome.FAILED, None, NOW)
    assert still.fault == "can't parse entities"


async def test_a_recipient_is_a_group_or_a_person_and_has_one_message_at_a_time(store):
    await add(store, message("a"), message("b").to_group(GROUP), message("c", LUIS).to_group(GROUP), message("d"))
    assert [each.message.id for each in await due(store)] == [1, 2]
    to_group = (await waiting(store))[1]
    assert (to_group.group_chat_id, to_group.recipient, to_group.user_id) == (GROUP, GROUP, ANA)
    assert [each.message.id for each in await due(store, GROUP)] == [1]
    assert [each.message.id for each in await due(store, ANA)] == [2]


async def test_what_of_it_is_out_is_known_until_it_has_ended(store):
    await add(store, message("a"), message("b", LUIS))
    await write(store, "claim", [1, 2], "one", NOW)
    await write(store, "note_sent_part", 1, "half")
    await write(store, "claim", [1], "two", NOW)
    assert [each.said for each in await due(store)] == ["half", None]
    await write(store, "release", 1, NOW)
    assert [(each.said, each.attempts) for each in await due(store)] == [("half", 1), (None, 0)]


async def test_what_has_waited_too_long_is_given_up_a_few_at_a_time_but_what_is_being_sent(store):
    late = [message(key, due=NOW - number * HOUR) for number, key in enumerate("abcd")]
    await add(store, *late, message("e", outcome=Outcome.SENT, due=NOW - 9 * HOUR))
    await write(store, "claim", [2], "one", NOW + HOUR)
    for given_up, left in ((1, [3, 2, 1]), (1, [2, 1]), (0, [2, 1])):
        assert await write(store, "give_up", NOW, Reason.LATE, NOW + HOUR / 2, 1) == given_up
        assert [each.id for each in await waiting(store)] == left
    ended = await settled(store, since=NOW + HOUR / 2)
    assert {(each.id, each.outcome, each.reason, each.outcome_at) for each in ended} == {
        (number, Outcome.WITHHELD, Reason.LATE, NOW + HOUR / 2) for number in (3, 4)
    }


async def test_what_is_given_up_and_may_have_arrived_is_told_to_be_unsure(store):
    await add(store, message("a", due=NOW - HOUR), message("b", due=NOW - HOUR))
    await write(store, "begin", 1, NOW - HOUR)
    assert await write(store, "give_up", NOW, Reason.LATE, NOW, 9) == 2
    assert [(each.id, each.reason) for each in await settled(store)] == [(1, Reason.UNSURE), (2, Reason.LATE)]


async def test_what_is_held_back_is_looked_at_again_but_not_what_was_snoozed_or_is_due(store):
    reasons = [Reason.QUIET_HOURS, Reason.ABSENCE, Reason.SNOOZED, None]
    later = [message(str(each), due=NOW + 5 * HOUR, reason=each) for each in reasons]
    theirs = message("x", LUIS, due=NOW + 5 * HOUR, reason=Reason.HOLIDAY)
    await add(store, *later, theirs, message("y", due=NOW - HOUR, reason=Reason.HOLIDAY))
    await write(store, "release_held", ANA, NOW + HOUR)
    found = {each.id: (each.due_at, each.reason, each.outcome_at) for each in await waiting(store)}
    again = (NOW + HOUR, None, NOW + HOUR)
    assert found == {
        1: again,
        2: again,
        3: (NOW + 5 * HOUR, Reason.SNOOZED, NOW),
        4: (NOW + 5 * HOUR, None, NOW),
        6: (NOW - HOUR, Reason.HOLIDAY, NOW),
    }
    assert [each.due_at for each in await waiting(store, LUIS)] == [NOW + 5 * HOUR]
    await write(store, "release_held", None, NOW + 2 * HOUR)
    assert [each.due_at for each in await waiting(store, LUIS)] == [NOW + 2 * HOUR]


async def test_one_that_is_put_off_is_nobodys_to_send_and_begins_anew(store):
    await add(store, message("a"))
    await write(store, "claim", [1], "one", NOW + 9 * HOUR)
    await write(store, "note_sent_part", 1, "half")
    await write(store, "postpone", 1, NOW, Reason.SNOOZED, NOW)
    assert await read(store, "claimed", 1, "one") is False
    assert [(each.message.id, each.said) for each in await due(store)] == [(1, None)]


async def test_claims_of_waiting_messages_are_ended_by_their_holder(store):
    await add(store, message("a"), message("b"), message("c"))
    ids = [each.id for each in await waiting(store)]
    for holder, message_id in zip(["one", "two", "three"], ids, strict=True):
        await write(store, "claim", [message_id], holder, NOW + HOUR)
    await write(store, "settle", ids[2], Outcome.SENT, None, NOW)
    assert sorted(await read(store, "claimants")) == ["one", "two"]
    await write(store, "release_claims", "one")
    assert await read(store, "claimants") == ["two"]
    assert [(each.message.id, each.attempts) for each in await due(store)] == [(ids[0], 0)]


async def test_what_a_holder_that_is_gone_had_is_left_until_it_is_claimed_and_ends(store):
    await add(store, *(message(key, due=NOW - HOUR, group_chat_id=-number) for number, key in enumerate("abcd", 1)))
    ids = [each.id for each in await waiting(store)]
    for holder, message_id in zip(["dead", "ended", "late"], ids, strict=False):
        await write(store, "claim", [message_id], holder, NOW - HOUR if holder == "late" else NOW + HOUR)
    await write(store, "release_claims", "dead")
    await write(store, "give_back_claims", "ended")
    assert [each.left for each in await due(store)] == [True, False, True, False]
    await write(store, "claim", ids, "new", NOW + HOUR)
    for message_id in ids:
        await write(store, "release", message_id, NOW)
    assert [each.left for each in await due(store)] == [False] * 4


async def test_what_was_sent_is_answered_once_by_its_key(store):
    await add(store, message("a"), message("b"), message("c"))
    ids = [each.id for each in await waiting(store)]
    await write(store, "settle", ids[0], Outcome.SENT, None, NOW)
    await write(store, "settle", ids[1], Outcome.WITHHELD, Reason.DONE, NOW)
    await write(store, "answer", ["a", "b", "c", "other"], NOW + HOUR)
    await write(store, "answer", ["a"], NOW + 2 * HOUR)
    await write(store, "answer", [], NOW)
    assert [each.answered_at for each in [*await settled(store), *await waiting(store)]] == [NOW + HOUR, None, None]


async def test_the_next_that_is_due_is_the_first_of_those_that_wait_for_later(store):
    await add(store, message("a"), message("b", due=NOW + 2 * HOUR), message("c", LUIS, due=NOW + HOUR))
    following = [await read(store, "next_due", NOW + number * HOUR) for number in (-1, 0, 1, 2)]
    assert following == [NOW, NOW + HOUR, NOW + 2 * HOUR, None]
    await write(store, "settle", 3, Outcome.SENT, None, NOW)
    assert await read(store, "next_due", NOW) == NOW + 2 * HOUR


async def test_what_was_decided_of_some_people_is_what_ended_or_was_put_off_since(store):
    await add(store, *(message(key) for key in "abcd"), message("e", LUIS), message("f", 3))
    await write(store, "settle", 2, Outcome.SENT, None, NOW + 2 * HOUR)
    await write(store, "postpone", 3, NOW + 9 * HOUR, Reason.QUIET_HOURS, NOW + HOUR)
    await write(store, "settle", 4, Outcome.WITHHELD, Reason.DONE, NOW)
    for number in (5, 6):
        await write(store, "settle", number, Outcome.BLOCKED, None, NOW + HOUR)
    for people, decided in (([ANA, LUIS], [3, 5, 2]), ([ANA], [3, 2]), ([], [])):
        assert [each.id for each in await read(store, "decided", people, NOW + HOUR)] == decided


async def test_what_failed_is_found_the_latest_first_and_what_waits_the_longest_due_first(store):
    await add(store, *(message(key, due=NOW - number * HOUR) for number, key in enumerate("abcde")))
    for number, outcome in ((1, Outcome.FAILED), (3, Outcome.BLOCKED), (2, Outcome.FAILED)):
        await write(store, "settle", number, outcome, None, NOW + number * HOUR, "no")
    await write(store, "settle", 4, Outcome.SENT, None, NOW)
    await add(store, message("f"))
    assert [each.id for each in await read(store, "dead", 2)] == [3, 2]
    assert [each.id for each in await read(store, "all_waiting", 9)] == [5, 6]
    assert [each.id for each in await read(store, "all_waiting", 1)] == [5]


async def test_that_a_call_was_begun_is_known_to_who_claims_it_next_unless_it_was_refused(store):
    async def begun():
        return [each.send_started_at for each in await due(store)]

    await add(store, message("a"))
    assert await begun() == [None]
    await write(store, "begin", 1, NOW)
    assert await begun() == [NOW]
    await write(store, "claim", [1], "one", NOW)
    await write(store, "release", 1, NOW)
    await write(store, "postpone", 1, NOW, Reason.SNOOZED, NOW)
    assert await begun() == [NOW]
    await write(store, "release", 1, NOW, refused=True)
    assert await begun() == [None]
    await write(store, "settle", 1, Outcome.SENT, None, NOW)
    await write(store, "begin", 1, NOW)
    await write(store, "revive", 1, NOW)
    assert await begun() == [None]


async def test_one_that_is_revived_is_as_new(store):
    await add(store, message("a"))
    await write(store, "claim", [1], "one", NOW + 9 * HOUR)
    await write(store, "release", 1, NOW + 9 * HOUR)
    await write(store, "note_sent_part", 1, "half")
    await write(store, "settle", 1, Outcome.FAILED, Reason.GONE, NOW, "no")
    await write(store, "revive", 1, NOW - HOUR)
    (again,) = await due(store)
    assert (again.attempts, again.said) == (0, None)
    only = await read(store, "get", 1)
    assert again.message == only
    assert (only.outcome, only.reason, only.fault) == (Outcome.WAITING, None, None)
    assert (only.due_at, only.outcome_at) == (NOW - HOUR, NOW - HOUR)
    assert await read(store, "get", 2) is None


async def test_who_has_been_told_of_an_occasion_is_found_by_its_key(store):
    await add(store, message("nudge:day:1"), message("nudge:other:2", LUIS))
    for people, told in (([ANA, LUIS, 99], [ANA]), ([LUIS], []), ([], [])):
        assert await read(store, "recipients_of", "nudge:day:", people) == told


async def test_what_came_to_its_end_long_ago_is_forgotten_a_few_at_a_time_but_surveys_and_what_waits(store):
    kinds = [REMINDER] * 4 + [SURVEY, REMINDER]
    await add(store, *(message(str(number), kind=kind) for number, kind in enumerate(kinds)))
    for number in (3, 2, 1, 4, 5):
        at = NOW + {1: 2, 2: 1, 3: 0, 4: 3, 5: 0}[number] * HOUR
        await write(store, "settle", number, Outcome.SENT, None, at)
    for forgotten, left in ((2, [1, 4, 5]), (1, [4, 5]), (0, [4, 5])):
        assert await write(store, "prune", NOW + 3 * HOUR, 2) == forgotten
        assert sorted(each.id for each in await settled(store)) == left
    assert [each.id for each in await waiting(store)] == [6]
    assert await add(store, message("4"), message("0"), message("5")) == 1


async def test_what_is_due_to_people_in_private_is_what_nobody_has_claimed(store):
    await add(store, message("b", due=NOW - HOUR), message("a"), message("c", LUIS), message("d", kind=REMINDER))
    await add(store, message("e", due=NOW + HOUR), message("f").to_group(GROUP), message("g"))

    async def found():
        return await read(store, "due_to", [ANA], NOW)

    assert [(each.message.id, each.attempts, each.send_started_at) for each in await found()] == [
        (1, 0, None),
        (2, 0, None),
        (4, 0, None),
        (7, 0, None),
    ]
    await write(store, "claim", [1], "one", NOW + HOUR)
    await write(store, "settle", 7, Outcome.SENT, None, NOW)
    assert [each.message.id for each in await found()] == [2, 4]
    await write(store, "put_back", 1)
    assert [each.message.id for each in await found()] == [1, 2, 4]
    assert [each.message.id for each in await read(store, "due_to", [ANA, LUIS], NOW)] == [1, 2, 3, 4]


async def test_who_was_written_to_is_who_got_one_in_private(store):
    await add(store, message("a"), message("b", LUIS), message("c", EVA).to_group(GROUP))
    everybody = [ANA, LUIS, EVA]
    assert not await read(store, "written_to", everybody)
    for number, outcome in ((1, Outcome.SENT), (2, Outcome.BLOCKED), (3, Outcome.SENT)):
        await write(store, "settle", number, outcome, None, NOW)
    assert {*await read(store, "written_to", everybody)} == {ANA}
    assert not await read(store, "written_to", [LUIS])


async def test_what_waits_is_counted_by_what_it_waits_for(store):
    assert await read(store, "count_waiting", NOW) == WaitingCounts(0, 0, 0, 0, None)
    oldest, soon = NOW - 2 * HOUR, NOW + HOUR
    await add(
        store,
        *(message("sending", due=oldest), message("expired", LUIS, due=NOW - HOUR), message("retried", due=NOW)),
        *(message("held", due=soon, reason=Reason.QUIET_HOURS), message("later", due=soon), message("sent")),
    )
    sending, expired, retried, _, _, sent = range(1, 7)
    await write(store, "claim", [sending], "one", NOW + HOUR)
    await write(store, "claim", [expired], "one", NOW)
    await write(store, "release", retried, NOW + HOUR)
    await write(store, "settle", sent, Outcome.SENT, None, NOW)
    counted = await read(store, "count_waiting", NOW)
    assert counted == WaitingCounts(sending=1, due=2, held=1, later=1, oldest_due_at=oldest)
