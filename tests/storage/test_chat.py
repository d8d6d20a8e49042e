"""The chat's own tables: the inbox, what messages are about, open questions."""

from datetime import timedelta

import pytest

import storage
from bot.ports import InboxUpdate, Prompt
from tests.storage.rows import NOW

BEFORE, LATER = NOW - timedelta(days=1), NOW + timedelta(days=1)
BIG_CHAT = -(2**52) + 1


@pytest.fixture
def chat(real_store):
    """The store as the bot sees it."""
    return real_store.chat(InboxUpdate, Prompt)


def update(number, chat_id=7):
    return InboxUpdate(number, chat_id, b'{"update_id": %d}' % number)


async def test_received_updates_are_written_down_once_and_given_back_in_order(chat):
    assert await chat.receive([update(3), update(1, BIG_CHAT)], NOW) == [update(3), update(1, BIG_CHAT)]
    assert await chat.receive([update(1), update(2), update(2), update(3)], NOW) == [update(2)]
    assert await chat.receive([], NOW) == []


async def test_updates_are_pending_by_number_until_answered(chat):
    await chat.receive([update(3), update(1, BIG_CHAT), update(2)], NOW)
    await chat.answered(2, NOW)
    assert await chat.pending() == [update(1, BIG_CHAT), update(3)]
    assert await chat.receive([update(2)], NOW) == []


async def test_what_was_received_is_there_after_a_restart(url):
    async with storage.open_store(url) as store:
        await store.chat(InboxUpdate, Prompt).receive([update(1)], NOW)
    async with storage.open_store(url) as store:
        assert await store.chat(InboxUpdate, Prompt).pending() == [update(1)]


async def test_a_message_is_about_what_was_remembered_last(chat):
    await chat.remember(BIG_CHAT, 12, "task:1", NOW)
    await chat.remember(BIG_CHAT, 12, "task:2", NOW)
    await chat.remember(BIG_CHAT, 13, "day:2026-11-21", NOW)
    assert await chat.subject(BIG_CHAT, 12) == "task:2"
    assert await chat.subject(7, 12) is None


async def test_a_person_has_one_open_question_a_chat(chat):
    first, second = Prompt("task:1", 5, NOW), Prompt("porcentaje:9", 6, LATER)
    await chat.ask(7, 2**40, first)
    await chat.ask(7, 2**40, second)
    await chat.ask(7, 3, first)
    assert await chat.asked(7, 2**40) == second
    await chat.forget_prompt(7, 2**40)
    assert [await chat.asked(7, person) for person in (2**40, 3)] == [None, first]
    assert await chat.asked(8, 3) is None


async def test_only_what_is_old_and_done_with_is_pruned(chat):
    await chat.receive([update(1), update(2), update(3)], BEFORE)
    await chat.answered(1, BEFORE)
    await chat.answered(2, NOW)
    for message, at in ((1, BEFORE), (2, NOW)):
        await chat.remember(7, message, "task:1", at)
        await chat.ask(7, message, Prompt("task:1", 5, at))
    assert await chat.prune(NOW, NOW) == 3
    assert await chat.pending() == [update(3)]
    assert [await chat.subject(7, message) for message in (1, 2)] == [None, "task:1"]
    assert [bool(await chat.asked(7, person)) for person in (1, 2)] == [False, True]
    assert await chat.receive([update(2)], NOW) == []


async def test_updates_are_pruned_by_an_age_of_their_own(chat):
    await chat.receive([update(1)], BEFORE)
    await chat.answered(1, BEFORE)
    await chat.remember(7, 1, "task:1", BEFORE)
    assert await chat.prune(NOW, BEFORE) == 1
    assert await chat.subject(7, 1) == "task:1"
    assert await chat.receive([update(1)], NOW) == [update(1)]
