"""Conversations with the bot, each had in Spanish and in English, as a person sees them; docs/chat is made of them.

The bot is the real one, over the stand-in of Telegram by HTTP and a store in memory, in which `story.py` has told the
fortnight of a small team: Lucía leads Ana and Luis, Pablo works elsewhere, Root is an admin, nobody knows Mallory. It
is Monday, 23 November 2026, nine in the morning in Mexico City. To add a conversation, write in a `test_*.py` here:

    @conversation("Comment on a task", "comentar")
    async def test_comment(talk):
        await talk.ana.says("/comentar 1 Ya hablé con ellos", "/comment 1 I talked to them")
        await talk.ana.says("/tarea 1", "/task 1")
        await talk.ana.presses("💬 Comentar", "💬 Comment")
        comments = await talk.world.comments(await talk.task(1))
        assert comments[-1] == talk.words("Ya hablé con ellos", "I talked to them")

The title and the commands it shows come first. Words are said in Spanish and in English, once where they are the same
in both. All that the bot then writes, edits and answers, to whomever, is written down by itself, and compared: assert
besides only what is stored (`talk.world`). `talk.note("The next day.")` writes a line of the reader's;
`await talk.later("…", hours=8)` moves the clock; `await talk.meanwhile("…", work)` has something done outside of the
chat. What differs from run to run is shown as `shown=`, spoilers are always covered.

Then `python -m tests.chat` (or `make transcripts`) writes docs/chat, also where git finds a conflict in it. Each test
compares its own part of its page, so it fails as soon as a text of the chat is not what the page says.
"""
