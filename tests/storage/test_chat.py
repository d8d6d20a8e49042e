"""The chat's own tables: the inbox, what messages are about, open questions."""

from datetime import timedelta

import pytest

from core.records.chat import Claim, InboxUpdate, MessageQuestion, Prompt
from tests.storage.rows import NOW

BEFORE, LATER = NOW - timedelta(days=1), NOW + timedelta(days=1)
LASTS = timedelta(hours=1)
BIG_CHAT = -(2**52) + 1


@pytest.fixture
def chat(store):
    return store.chat()


@pytest.fixture
def sqlite_chat(sqlite_store):
    """The same on SQLite, where claims go by the clock of who asks."""
    return sqlite_store.chat()


def claim(holder="one"):
    return Claim(holder, LASTS)


def update(number, chat_id=7):
    return InboxUpdate(number, chat_id, b'{"update_id": %d}' % number)


async def test_received_updates_are_written_down_once(chat):
    assert await chat.receive([update(3), update(1, BIG_CHAT)], NOW, claim()) == [update(3), update(1, BIG_CHAT)]
    await chat.receive([update(1), update(2), update(2), update(3)], NOW, claim())
    assert await chat.pending() == [update(1, BIG_CHAT), update(2), update(3)]
    assert await chat.receive([], NOW, claim()) == []


async def test_updates_are_pending_by_number_and_counted_until_answered(chat):
    assert await chat.count_pending() == 0
    await chat.receive([update(3), update(1, BIG_CHAT), update(2)], NOW, claim())
    await chat.answered(update(2), NOW, claim())
    assert await chat.pending() == [update(1, BIG_CHAT), update(3)]
    assert await chat.count_pending() == 2
    assert await chat.receive([update(2)], NOW, claim()) == []


async def test_what_a_chat_has_said_is_read_by_number_answered_or_not(chat):
    await chat.receive([update(3), update(1, BIG_CHAT), update(2)], NOW, claim())
    await chat.answered(update(2), NOW, claim())
    assert await chat.of_chat(7) == [update(2), update(3)]
    assert await chat.of_chat(BIG_CHAT) == [update(1, BIG_CHAT)]
    assert await chat.waiting_of_chat(7) == [update(3)]


async def test_updates_that_are_answered_with_another_one_no_longer_wait(chat):
    await chat.receive([update(number) for number in (2, 3, 4, 5)], NOW, claim())
    await chat.answered_together([3, 5], NOW)
    assert await chat.answered(update(2), NOW, claim()) == update(4)
    assert await chat.answered(update(4), NOW, claim()) is None


async def test_who_takes_in_an_update_works_its_chat_off_from_the_first_that_waits(chat):
    assert await chat.receive([update(2), update(3)], NOW, claim()) == [update(2)]
    assert await chat.answered(update(2), NOW, claim()) == update(3)
    assert await chat.answered(update(3), NOW, claim()) is None
    assert await chat.pending() == []


async def test_what_comes_elsewhere_meanwhile_is_for_who_has_the_chat(chat):
    await chat.receive([update(1)], NOW, claim("one"))
    assert await chat.receive([update(2), update(3, 8)], NOW, claim("two")) == [update(3, 8)]
    assert await chat.take(NOW, claim("two")) == []
    assert await chat.answered(update(1), NOW, claim("one")) == update(2)
    assert await chat.answered(update(2), NOW, claim("one")) is None
    assert await chat.receive([update(4)], NOW, claim("two")) == [update(4)]


async def test_what_was_received_before_claims_nothing(chat):
    await chat.receive([update(1)], NOW, claim("one"))
    await chat.answered(update(1), NOW, claim("one"))
    assert await chat.receive([update(1)], NOW, claim("one")) == []
    assert await chat.holders() == []


async def test_a_claim_runs_out_unless_it_is_kept(sqlite_chat):
    await sqlite_chat.receive([update(1), update(2, 8), update(3)], NOW, claim("one"))
    await sqlite_chat.keep([7], NOW + LASTS / 2, claim("one"))
    assert await sqlite_chat.take(NOW + LASTS * 0.99, claim("two")) == []
    assert await sqlite_chat.take(NOW + LASTS, claim("two")) == [update(2, 8)]
    assert await sqlite_chat.answered(update(1), NOW + LASTS, claim("one")) == update(3)


async def test_between_machines_whose_clocks_differ_claims_go_by_the_servers(postgresql_store):
    chat = postgresql_store.chat()
    await chat.receive([update(1)], NOW - timedelta(days=9), claim("slow"))
    assert await chat.take(NOW + timedelta(days=9), claim("fast")) == []
    await chat.receive([update(2, 8)], NOW + timedelta(days=9), Claim("fast", timedelta(0)))
    assert await chat.take(NOW - timedelta(days=9), claim("slow")) == [update(2, 8)]


async def test_who_lost_a_chat_marks_what_they_did_and_leaves_the_rest(chat):
    lost = Claim("one", timedelta(0))
    await chat.receive([update(1), update(2), update(3)], NOW, lost)
    assert await chat.take(NOW, claim("two")) == [update(1)]
    assert await chat.answered(update(1), NOW, claim("one")) is None
    await chat.keep([7], NOW, claim("one"))
    assert await chat.holders() == ["two"]
    assert await chat.answered(update(1), NOW, claim("two")) == update(2)


async def test_what_somebody_leaves_is_for_who_looks_next(chat):
    await chat.receive([update(1), update(2, 8)], NOW, claim("one"))
    await chat.receive([update(3, 9)], NOW, claim("two"))
    assert sorted(await chat.holders()) == ["one", "two"]
    await chat.release_claims("one")
    assert await chat.holders() == ["two"]
    assert await chat.take(NOW, claim("two")) == [update(1), update(2, 8)]


async def test_a_message_is_about_what_was_remembered_last(chat):
    await chat.remember(BIG_CHAT, 12, "task:1", NOW)
    await chat.remember(BIG_CHAT, 12, "task:2", NOW)
    await chat.remember(BIG_CHAT, 13, "day:2026-11-21", NOW)
    assert await chat.subject(BIG_CHAT, 12) == "task:2"
    assert await chat.subject(7, 12) is None


async def test_the_questions_asked_last_are_the_latest_of_their_chat_answered_or_not(chat):
    first, second = MessageQuestion(5, "[]", NOW, 77), MessageQuestion(4, "[1]", LATER)
    await chat.note_question(7, first)
    await chat.note_question(7, second)
    await chat.note_question(8, first)
    assert [await chat.latest_questions(7, 1), await chat.latest_questions(7, 2)] == [[second], [second, first]]
    assert await chat.latest_questions(9, 2) == []
    answered = MessageQuestion(4, "", LATER)
    await chat.note_question(7, answered)
    assert (await chat.latest_questions(7, 1), await chat.question(7, 5)) == ([answered], first)


async def test_a_person_has_one_open_question_a_chat(chat):
    first, second = Prompt("task:1", 5, NOW), Prompt("porcentaje:9", 6, LATER)
    await chat.ask(7, 2**40, first)
    await chat.ask(7, 2**40, second)
    await chat.ask(7, 3, first)
    assert await chat.asked(7, 2**40) == second
    await chat.forget_prompt(7, 2**40)
    assert [await chat.asked(7, person) for person in (2**40, 3)] == [None, first]
    assert await chat.asked(8, 3) is None


async def test_only_what_is_old_and_done_with_is_pruned_updates_by_an_age_of_their_own(chat):
    await chat.receive([update(1), update(2), update(3)], BEFORE, claim())
    await chat.answered(update(1), BEFORE, claim())
    await chat.answered(update(2), NOW, claim())
    for message, at in ((1, BEFORE), (2, NOW)):
        await chat.remember(7, message, "task:1", at)
        await chat.note_question(7, MessageQuestion(message, "[]", at))
        await chat.ask(7, message, Prompt("task:1", 5, at))
    assert await chat.prune(NOW, BEFORE) == 1
    assert await chat.subject(7, 1) == "task:1"
    assert await chat.prune(BEFORE, NOW) == 3
    assert await chat.pending() == [update(3)]
    assert [await chat.subject(7, message) for message in (1, 2)] == [None, "task:1"]
    assert [bool(await chat.question(7, message)) for message in (1, 2)] == [False, True]
    assert [bool(await chat.asked(7, person)) for person in (1, 2)] == [False, True]
    await chat.receive([update(1), update(2)], NOW, claim())
    assert await chat.pending() == [update(1), update(3)]
