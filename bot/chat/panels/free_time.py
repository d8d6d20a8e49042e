"""The people who are free at a time, what the others are doing, and a button for each of the next times for all."""

from collections.abc import Sequence
from functools import partial
from zoneinfo import ZoneInfo

from bot.chat.callbacks.callback_data import minute_number
from bot.chat.callbacks.drafts import CountMe, Free, FreeHelp
from bot.chat.callbacks.first_words import CountIn
from bot.chat.panels.components import Panel, Row, Scene, escape, listed, same_clock
from bot.chat.panels.conflicts import conflict_lines, names_html, person_html, span_text
from bot.chat.panels.drafts import doubt_lines, meant_lines, meant_rows, notes_text, slot_button, unknown_lines
from bot.chat.panels.times import duration, hours_within
from core.base.calendar_time import local_date
from core.calendar.availability import is_unknown
from core.calendar.slot_search import MOST_SLOTS, Obstacles
from core.drafts.free_time import FreeTime, is_range
from core.language.i18n import zone_city
from core.language.phrases.model import ALL_DAY
from core.people.colleagues import Colleague

NAMES_SHOWN, MOST_MEANT = 20, 6


def help_panel(scene: Scene, *, asking: bool) -> Panel:
    if asking:
        return Panel(f"{scene.say('free_help')}\n\n{scene.say('free_help_ask')}")
    return Panel(scene.say("free_help"), [[scene.button("ask_free", FreeHelp(ask=True))]])


def free_panel(
    scene: Scene, screen: Free, found: FreeTime, near: Sequence[Colleague] = (), unsure: Sequence[Colleague] = ()
) -> Panel:
    """The question as it was understood, the answer, and what can be done with it.

    A question about the asker alone, with words that are no time, may mean people: those `near`, if there are any. A
    name that is not clear may mean those `unsure`.
    """
    asked_about = [
        *question_lines(scene, found),
        *(title_hint_lines(scene, near) if asks_about_self_only(scene, found) else []),
    ]
    parts = [asked_about, answer_lines(scene, found), [scene.say("free_hint")], [slots_heading(scene, found)]]
    own = [*later_row(scene, screen, found), *count_me_row(scene, screen, found)]
    asked = meant_rows(scene, [*near, *unsure][:MOST_MEANT], partial(CountIn, screen.draft), "person")
    text = "\n\n".join("\n".join(lines) for lines in parts if lines)
    return Panel(text, [*asked, *slot_rows(scene, screen, found), own])


def clock_of(found: FreeTime) -> ZoneInfo:
    return ZoneInfo(found.draft.zone)


# What was asked, and what the answer is


def question_lines(scene: Scene, found: FreeTime) -> list[str]:
    draft, clock = found.draft, clock_of(found)
    who = listed([person_html(scene, found.names, person) for person in found.names], NAMES_SHOWN, scene)
    city = escape(zone_city(scene.language, clock.key))
    return [
        f"🔎 <b>{who}</b> · {duration(draft.minutes)}",
        f"📅 {asked_time(scene, found)}{notes_text(scene, [*draft.day_notes, *draft.hour_notes])}",
        *([] if same_clock(scene, clock, found.window.time.start) else [scene.say("agenda_clock", city=city)]),
        *([f"📝 {scene.user_text(draft.title)}"] if draft.title else []),
        *unknown_lines(scene, draft.unknown),
        *(scene.say(f"event_remark_{remark}") for remark in draft.remarks if not days_asked(scene, found)),
        *doubt_lines(scene, draft.doubts),
    ]


def asks_about_self_only(scene: Scene, found: FreeTime) -> bool:
    """Return whether words were taken as a title, and the question is about the asker alone."""
    return bool(found.draft.title) and list(found.names) == [scene.reader]


def title_hint_lines(scene: Scene, near: Sequence[Colleague]) -> list[str]:
    return meant_lines(scene, "free_titled_near", near) or [scene.say("free_titled")]


def asked_time(scene: Scene, found: FreeTime) -> str:
    clock, (time, exact) = clock_of(found), found.window
    day = local_date(time.start, clock)
    hours = span_text(scene, time, clock, day) if exact else hours_within(scene, found.draft.within)
    days = days_asked(scene, found)
    return f"{days or scene.long(day)} · {escape(hours)}"


def days_asked(scene: Scene, found: FreeTime) -> str:
    """The days that a question is about, if it is about several; else nothing."""
    draft = found.draft
    return escape(scene.days(draft.day, draft.last_day)) if draft.day and draft.last_day and is_range(draft) else ""


def answer_lines(scene: Scene, found: FreeTime) -> list[str]:
    result, clock = found.answer, clock_of(found)
    time, exact = found.window
    if (time.start if exact else time.end) < found.now:
        return [scene.say("free_past")]
    against = Obstacles(result.taken, result.not_at_work)
    if not against.anything:
        return [scene.say("free_all" if exact else "free_all_day", count=len(found.names))]
    taken = {*(row.user_id for row in result.taken), *(each.user_id for each in result.not_at_work)}
    free = [person for person in found.names if person not in taken]
    day = None if days_asked(scene, found) else local_date(time.start, clock)
    lines = conflict_lines(scene, against, found.names, clock, day)
    return [
        *lines,
        *([scene.say("free_people", names=names_html(scene, found.names, free), count=len(free))] if free else []),
    ]


def slots_heading(scene: Scene, found: FreeTime) -> str:
    if found.answer.slots:
        known = not any(map(is_unknown, found.answer.taken))
        return scene.say("free_slots", count=len(found.names)) if known else scene.say("free_slots_unsure")
    if days := days_asked(scene, found):
        return scene.say("free_no_slots_days", days=days)
    searched = found.answer.searched
    key = "free_no_slots" if found.draft.within == ALL_DAY else "free_no_slots_within"
    return scene.say(key, count=(searched.end - searched.start).days)


# What can be done


def slot_rows(scene: Scene, screen: Free, found: FreeTime) -> list[Row]:
    """A button for the time asked about, if all can, and for each of the next ones: it drafts the event."""
    fits = found.window.exact and not (found.answer.taken or found.answer.not_at_work)
    wanted = found.window.time
    ahead = [wanted] if fits and wanted.start >= found.now and not screen.since else []
    others = [slot for slot in found.answer.slots if slot not in ahead]
    return [
        *([slot_button(scene, screen.draft, slot, clock_of(found), "✅ ")] for slot in ahead),
        *([slot_button(scene, screen.draft, slot, clock_of(found))] for slot in others),
    ]


def later_row(scene: Scene, screen: Free, found: FreeTime) -> Row:
    slots = found.answer.slots
    first = [scene.button("first_times", Free(screen.draft))] if screen.since else []
    if len(slots) < MOST_SLOTS:
        return first
    return [*first, scene.button("later_times", Free(screen.draft, minute_number(slots[-1].end)))]


def count_me_row(scene: Scene, screen: Free, found: FreeTime) -> Row:
    people, me = found.draft.user_ids, scene.reader
    if all(person == me for person in people):
        return []
    among = me in people
    return [scene.button("without_me" if among else "count_me", CountMe(screen.draft, not among))]
