"""`/disponible`: who is free at a time, and the next times for all; each starts the draft of an event."""

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import instant_of_minute
from bot.chat.callbacks.drafts import CountMe, Free, FreeHelp
from bot.chat.callbacks.first_words import CountIn
from bot.chat.context import ChatContext, Handlers, Reply, Typed, answers_as
from bot.chat.handlers.event_drafts import NOBODY, blank_draft, find_people, read_event, says_when
from bot.chat.panels.components import LINE_UNITS, Button, Panel, label, shorten
from bot.chat.panels.free_time import MOST_MEANT, asks_about_self_only, free_panel, help_panel
from bot.chat.panels.questions import choice_panel
from core.base.errors import NotFound
from core.calendar import meetings
from core.drafts import drafts, event_drafts, free_time
from core.language.phrases.model import FREE_TIME, Understood
from core.people import colleagues
from core.people.colleagues import NamedPeople, names_apart, names_listed
from core.records.drafts import EventDraft


async def draw_free(ctx: ChatContext, screen: Free) -> Panel:
    """Draw the answer to a question of free time, as of now; if the question is gone, why, and how to ask again."""
    since = instant_of_minute(screen.since) if screen.since > 0 else None
    try:
        found = await ctx.run(free_time.free_time, screen.draft, since)
    except NotFound as gone:
        return help_panel(ctx.scene, asking=False).under(ctx.refusal(gone))
    alone = asks_about_self_only(ctx.scene, found)
    near = await ctx.run(colleagues.find_similar, found.draft.title) if alone else ()
    unsure = await ctx.run(colleagues.meant_by, found.draft.unknown) if found.draft.unknown else ()
    if ctx.actor.id in found.names:
        found = replace(found, names={**found.names, ctx.actor.id: ctx.say("event_you")})
    return free_panel(ctx.scene, screen, found, near, unsure)


async def draw_help(ctx: ChatContext, screen: FreeHelp) -> Panel:
    return help_panel(ctx.scene, asking=screen.ask)


async def free_typed(ctx: ChatContext, words: str) -> Reply:
    """`/disponible`, or at once `/disponible @ana @luis mañana 10-11`."""
    if not words.strip():
        return Reply(FreeHelp(ask=True))
    blank = await blank_draft(ctx, await ctx.run(meetings.meeting_types))
    parsed, named = await read_question(ctx, blank, words)
    if not is_question(parsed):
        return Reply(words=ctx.say("free_not_understood", words=shorten(words.strip(), LINE_UNITS)))
    if named.ambiguous and not named.user_ids:
        return await ask_whom(ctx, event_drafts.new_draft(blank, parsed, named))
    if named.unknown and not named.user_ids:
        names = ", ".join(f"@{name}" for name in named.unknown)
        return Reply(words=ctx.say("free_nobody", names=shorten(names, LINE_UNITS)))
    people = tuple(named.user_ids) or (ctx.actor.id,)
    body = event_drafts.as_search(replace(event_drafts.new_draft(blank, parsed, named), user_ids=people))
    return Reply(Free((await ctx.run(drafts.begin_draft, body)).id))


async def ask_whom(ctx: ChatContext, body: EventDraft) -> Reply:
    """Ask whom a name means that several people have."""
    draft = await ctx.run(drafts.begin_draft, event_drafts.as_search(body))
    meant = (await ctx.run(colleagues.meant_by, body.unknown))[:MOST_MEANT]
    buttons = [Button(label(person.display_name), CountIn(draft.id, person.id)) for person in meant]
    return Reply(panel=choice_panel(ctx.say("question_who"), buttons))


async def typed_on_free(ctx: ChatContext, screen: Free, typed: Typed) -> Reply:
    draft = await ctx.run(drafts.get_draft, screen.draft)
    body = event_drafts.restore_search(draft.of(EventDraft))
    parsed, named = await read_question(ctx, body, typed.words)
    if not is_question(parsed):
        words = ctx.say("free_not_understood", words=shorten(typed.words.strip(), LINE_UNITS))
        return Reply(words=words, about=screen)
    changed = event_drafts.apply(body, parsed, named)
    await ctx.run(drafts.change_draft, draft.id, event_drafts.as_search(changed))
    return Reply(Free(draft.id))


async def press_count(ctx: ChatContext, action: CountMe) -> Reply:
    body = (await ctx.run(drafts.get_draft, action.draft)).of(EventDraft)
    me = ctx.actor.id
    changed = event_drafts.with_people(body, [me]) if action.among else event_drafts.without_person(body, me)
    await ctx.run(drafts.change_draft, action.draft, changed)
    return Reply(Free(action.draft))


async def read_question(ctx: ChatContext, body: EventDraft, words: str) -> tuple[Understood, NamedPeople]:
    """Read a question and the people whom it names.

    Names without their @ are people if each of them is known, even of several people, with or without commas between.
    """
    parsed = await read_event(ctx, body, words, FREE_TIME)
    if parsed.people:
        return parsed, await find_people(ctx, parsed.people)
    for names in dict.fromkeys(tuple(heed(parsed.title)) for heed in (names_listed, names_apart)):
        named = await find_people(ctx, names)
        if names and set(named.unknown) <= {*named.ambiguous}:
            return replace(parsed, people=names, title=""), named
    return parsed, NOBODY


def is_question(parsed: Understood) -> bool:
    return bool(parsed.people) or says_when(parsed)


HANDLERS = Handlers(
    screens={Free: draw_free, FreeHelp: draw_help},
    actions={CountMe: press_count},
    commands={"disponible": free_typed},
    answers={Free: typed_on_free, FreeHelp: answers_as(free_typed)},
)
