"""One's own time zone, and others to choose from."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.chat.callbacks.account import SetZone, Stayed, Zones
from bot.chat.panels.components import Button, Panel, Row, Scene, escape, in_rows, ticked
from core.base.calendar_time import local_date
from core.language.i18n import zone_city

A_ROW = 2


def zone_panel(scene: Scene, own: str | None, now: datetime, others: Sequence[str]) -> Panel:
    """A person's `own` zone, None for the team's, and its time; with `others`, the question which zone to choose."""
    zone = own or scene.zone.key
    lines = [
        scene.say("zone_own" if own else "zone_of_team", city=city_html(scene, zone), zone=escape(zone)),
        scene.say("zone_time", time=time_in_zone(scene, zone, now), date=scene.short(local_date(now, ZoneInfo(zone)))),
        "",
        scene.say("zone_for", city=city_html(scene, scene.zone.key)),
        *(["", scene.say("zone_ask")] if others else []),
    ]
    return Panel(
        "\n".join(lines),
        question_rows(scene, own, now, others) if others else [[scene.button("other_zone", Zones(ask=True))]],
    )


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
