"""`/disponible`: who is free when, and the next times for all; each leads to the draft of an event at that time."""

from datetime import UTC, datetime

from msgspec.structs import replace

from bot.handlers.event_drafts import NOBODY, named, says_when, understood
from bot.panels.form import LINE_UNITS, Panel, shorten
from bot.panels.free import free_panel, help_panel, only_about
from bot.places.free import CountMe, Free, FreeHelp
from bot.turn import Handlers, Reply, Turn, Typed
from core import colleagues, drafts, event_drafts, free_time, meetings
from core.colleagues import Called, names_apart, names_listed
from core.errors import NotFound
from core.event_drafts import EventDraft
from core.phrases import FREE_TIME, Understood

MINUTE = 60


async def draw_free(turn: Turn, view: Free) -> Panel:
    """Who is free as it is now; where the question is gone by now, how to ask anew, under the reason."""
    since = datetime.fromtimestamp(view.since * MINUTE, UTC) if view.since > 0 else None
    try:
        found = await turn.run(free_time.free_time, view.draft, since)
    except NotFound as gone:
        return help_panel(turn.scene, asking=False).under(turn.refusal(gone))
    me = turn.actor.id
    near = await turn.run(colleagues.nearly_called, found.draft.title) if only_about(found, me) else ()
    if me in found.names:
        found = replace(found, names={**found.names, me: turn.say("event_you")})
    return free_panel(turn.scene, view, found, me, near)


async def draw_help(turn: Turn, view: FreeHelp) -> Panel:
    """How to ask."""
    return help_panel(turn.scene, asking=view.asking)


async def free_typed(turn: Turn, words: str) -> Reply:
    """`/disponible`, or at once `/disponible @ana @luis mañana 10-11`."""
    if not words.strip():
        return Reply(FreeHelp(asking=True))
    types = await turn.run(meetings.meeting_types)
    minutes = turn.pipeline.settings.meeting_minutes
    blank = EventDraft(zone=turn.own_zone.key, event_type_id=types[0].id if types else None, minutes=minutes)
    heard, called = await asked(turn, blank, words)
    if not meant(heard):
        return Reply(words=turn.say("free_not_understood", words=shorten(words.strip(), LINE_UNITS)))
    if called.unknown and not called.user_ids:
        return Reply(words=turn.say("free_nobody", names=unknown_names(called)))
    people = tuple(called.user_ids) or (turn.actor.id,)
    body = event_drafts.asking(replace(event_drafts.begun(blank, heard, called), user_ids=people))
    return Reply(Free((await turn.run(drafts.begin_draft, body)).id))


async def typed_on_free(turn: Turn, view: Free, typed: Typed) -> Reply:
    """Another time, or more people."""
    draft = await turn.run(drafts.get_draft, view.draft)
    body = event_drafts.asked(draft.of(EventDraft))
    heard, called = await asked(turn, body, typed.words)
    if not meant(heard):
        told = turn.say("free_not_understood", words=shorten(typed.words.strip(), LINE_UNITS))
        return Reply(words=told, about=view)
    changed = event_drafts.said(body, heard, called)
    await turn.run(drafts.change_draft, draft.id, event_drafts.asking(changed))
    return Reply(Free(draft.id))


async def typed_on_help(turn: Turn, _: FreeHelp, typed: Typed) -> Reply:
    """The question."""
    return await free_typed(turn, typed.words)


async def press_count(turn: Turn, press: CountMe) -> Reply:
    """Count oneself in, or out."""
    body = (await turn.run(drafts.get_draft, press.draft)).of(EventDraft)
    me = turn.actor.id
    changed = event_drafts.joined(body, [me]) if press.among else event_drafts.without(body, me)
    await turn.run(drafts.change_draft, press.draft, changed)
    return Reply(Free(press.draft))


async def asked(turn: Turn, body: EventDraft, words: str) -> tuple[Understood, Called]:
    """What a question says, and whom it names.

    Names without their @ are people if all of them are somebody's, be it of several, with or without commas between.
    """
    heard = await understood(turn, body, words, FREE_TIME)
    if heard.people:
        return heard, await named(turn, heard.people)
    for names in dict.fromkeys(tuple(heed(heard.title)) for heed in (names_listed, names_apart)):
        called = await named(turn, names)
        if names and set(called.unknown) <= {*called.ambiguous}:
            return replace(heard, people=names, title=""), called
    return heard, NOBODY


def meant(heard: Understood) -> bool:
    """Whether some words say who or when."""
    return bool(heard.people) or says_when(heard)


def unknown_names(called: Called) -> str:
    """Names that are nobody's, plain."""
    return shorten(", ".join(f"@{name}" for name in called.unknown), LINE_UNITS)


async def cancel(_: Turn, view: FreeHelp) -> FreeHelp | None:
    """How to ask, without waiting for the question."""
    return FreeHelp() if view.asking else None


HANDLERS = Handlers(
    views={Free: draw_free, FreeHelp: draw_help},
    presses={CountMe: press_count},
    commands={"disponible": free_typed},
    answers={Free: typed_on_free, FreeHelp: typed_on_help},
    cancels={FreeHelp: cancel},
)
