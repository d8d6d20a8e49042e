"""The people who work on a day, and those who do not."""

from collections.abc import Iterable, Mapping
from datetime import date

from bot.chat.panels.components import Scene, and_more, escape, name_html, off_text
from core.base.calendar_time import Interval
from core.language.i18n import listing, time_range
from core.people.presence import Presence, PresenceOn
from core.people.working_time import Off, WhyOff

NAMES_SHOWN = 30


def presence_text(scene: Scene, found: Presence) -> str:
    """HTML that says for one day who works and who does not, for several who is missing on which."""
    if len(found.days) == 1:
        return day_text(scene, found.days[0], found.names)
    missing = [each for each in found.days if missing_on(each)]
    if not missing:
        return scene.say("presence_nobody_missing", names=names_text(scene, found.names, found.names))
    lines = [
        f"<b>{scene.short(each.fecha)}</b> · {off_line(scene, each.fecha, missing_on(each), found.names)}"
        for each in missing
    ]
    return "\n".join([*lines, scene.say("presence_rest")])


def day_text(scene: Scene, on: PresenceOn, names: Mapping[int, str]) -> str:
    lines = [f"<b>{scene.long(on.fecha)}</b>"]
    if on.there:
        lines.append(scene.say("presence_there", count=len(on.there), names=names_text(scene, on.there, names)))
    if on.off:
        lines.append(f"➖ {off_line(scene, on.fecha, on.off, names)}")
    lines += [
        f"🕐 {scene.say('presence_hours', name=name_html(names[each]), when=times_text(scene, hours))}"
        for each, hours in on.hours
    ]
    return "\n".join(lines)


def times_text(scene: Scene, hours: Interval) -> str:
    return escape(time_range(scene.language, hours.start, hours.end, scene.clock))


def missing_on(on: PresenceOn) -> Mapping[int, WhyOff]:
    """Return those who would work that day but for an absence or a holiday, and why they do not."""
    return {person: why for person, why in on.off.items() if why.off is not Off.DAY_OFF}


def off_line(scene: Scene, on: date, off: Mapping[int, WhyOff], names: Mapping[int, str]) -> str:
    """«Ana y Luis: fuera hasta el vie, 27 nov; Marta: día libre»."""
    reasons = {person: off_text(scene, why, "day", on) for person, why in off.items()}
    alike = {reason: [person for person in off if reasons[person] == reason] for reason in reasons.values()}
    return "; ".join(f"{names_text(scene, people, names)}: {reason}" for reason, people in alike.items())


def names_text(scene: Scene, people: Iterable[int], names: Mapping[int, str]) -> str:
    ids = [*people]
    shown = [name_html(names[each]) for each in ids[:NAMES_SHOWN]]
    more = and_more(scene, len(ids), NAMES_SHOWN)
    return ", ".join([*shown, *more]) if more else listing(scene.language, shown)
