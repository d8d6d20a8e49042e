"""One's own time zone, and others to choose from."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.chat.callbacks.account import OwnHolidays, SetZone, ShownAfter, Stayed, Zones
from bot.chat.panels.components import Button, Panel, Row, Scene, escape, in_rows, ticked
from bot.chat.panels.own_holidays import offer_button, place_html
from core.base.calendar_time import local_date
from core.language.i18n import zone_city

A_ROW = 2


class LivedIn(Struct, frozen=True):
    """A person's own zone, None for the team's; their calendar of holidays, and another that is offered them, or ""."""

    zone: str | None
    holidays: str
    offered: str


def zone_panel(scene: Scene, person: LivedIn, now: datetime, others: Sequence[str]) -> Panel:
    """A person's zone and its time, and whose holidays they have; with `others`, the question which zone to choose."""
    own = person.zone
    zone = own or scene.zone.key
    lines = [
        scene.say("zone_own" if own else "zone_of_team", city=city_html(scene, zone), zone=escape(zone)),
        scene.say("zone_time", time=time_in_zone(scene, zone, now), date=scene.short(local_date(now, ZoneInfo(zone)))),
        "",
        scene.say("zone_for", city=city_html(scene, scene.zone.key)),
        *(["", scene.say("holidays_are", place=place_html(scene, person.holidays))] if person.offered else []),
        *(["", scene.say("zone_ask")] if others else []),
    ]
    if others:
        return Panel("\n".join(lines), question_rows(scene, own, now, others))
    offered = [offer_button(scene, person.offered, ShownAfter.ZONE)] if person.offered else []
    buttons = [scene.button("other_zone", Zones(ask=True)), scene.button("own_holidays", OwnHolidays())]
    return Panel("\n".join(lines), [*([offered] if offered else []), buttons])


def question_rows(scene: Scene, own: str | None, now: datetime, others: Sequence[str]) -> list[Row]:
    team = [scene.button("zone_of_team", SetZone(""))] if own else []
    return [*zone_rows(scene, own or scene.zone.key, now, others), [*team, scene.button("not_now", Zones())]]


def zone_rows(scene: Scene, present: str, now: datetime, zones: Sequence[str]) -> list[Row]:
    words = {zone: f"{zone_city(scene.language, zone)} · {time_in_zone(scene, zone, now)}" for zone in zones}
    return in_rows([Button(ticked(text, zone == present), SetZone(zone)) for zone, text in words.items()], A_ROW)


def which_panel(scene: Scene, heading: str, present: str, now: datetime, zones: Sequence[str]) -> Panel:
    not_now = scene.button("not_now", Zones())
    return Panel(escape(heading), [*zone_rows(scene, present, now, zones), [not_now]])


def here_panel(scene: Scene, zone: str, now: datetime) -> Panel:
    text = scene.say("zone_here", city=city_html(scene, zone), zone=escape(zone), time=time_in_zone(scene, zone, now))
    buttons = [scene.button("use_zone", SetZone(zone)), scene.button("not_me", Stayed())]
    return Panel(text, [buttons])


def city_html(scene: Scene, zone: str) -> str:
    return escape(zone_city(scene.language, zone))


def time_in_zone(scene: Scene, zone: str, now: datetime) -> str:
    return scene.time(now, ZoneInfo(zone))
