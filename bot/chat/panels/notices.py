"""One's own notices, and the choices there are."""

from collections.abc import Sequence
from datetime import time

from msgspec import Struct

from bot.chat.callbacks.notices import (
    EndLunch,
    EndQuietHours,
    NoticesCard,
    NoticeSetting,
    SetDefaultReminder,
    SetNoticeTime,
    SwitchNotice,
)
from bot.chat.panels.components import Button, Panel, Row, Scene, in_rows, ticked
from bot.chat.panels.pickers import minute_of_day
from bot.chat.panels.times import clock_time, length, reminder_lead
from core.base.settings import Settings
from core.people.notices import ALWAYS_ON
from core.people.quiet_hours import quiet_hours
from core.records.people import ChosenNotices, NoticeKind

DEFAULT_REMINDERS = (0, 5, 10, 15, 30, 60, 24 * 60)
KINDS_A_ROW, REMINDERS_A_ROW, HOURS_A_ROW = 2, 3, 4
OF_LEADERS = frozenset({NoticeKind.REDS, NoticeKind.PERIOD_SUMMARIES, NoticeKind.ABSENCES})
AS_THE_TEAM = -1


class NoticesModel(Struct, frozen=True):
    """The choices of a person, and what holds where they made none; the times that make sense for a setting."""

    chosen: ChosenNotices
    settings: Settings
    leads: bool
    hours: Sequence[time] = ()

    @property
    def reminder(self) -> int:
        minutes = self.chosen.default_reminder_minutes
        return self.settings.default_reminder_minutes if minutes is None else minutes


def notices_panel(scene: Scene, model: NoticesModel, screen: NoticesCard) -> Panel:
    title = scene.say("notices_title")
    if screen.setting is NoticeSetting.NONE:
        return Panel("\n".join([title, "", *notices_lines(scene, model)]), notices_rows(scene, model))
    rows = reminder_rows(scene, model) if screen.setting is NoticeSetting.REMINDER else hour_rows(scene, model, screen)
    question = scene.say(f"notices_ask_{screen.setting.name.lower()}")
    return Panel(f"{title}\n\n{question}", [*rows, [scene.button("back_to_notices", NoticesCard())]])


def notices_lines(scene: Scene, model: NoticesModel) -> list[str]:
    chosen, quiet = model.chosen, quiet_hours(model.settings, model.chosen)
    words = {
        "opens": at_words(scene, chosen.open_at) if chosen.open_at else scene.say("notices_at_start"),
        "reports": at_words(scene, chosen.avance_at or model.settings.report_at),
        "closes": at_words(scene, chosen.close_at) if chosen.close_at else scene.say("notices_at_end"),
    }
    between = {"starts": clock_time(scene, quiet.starts), "ends": clock_time(scene, quiet.ends)}
    minutes = model.reminder
    return [
        scene.say("notices_how"),
        "",
        *([scene.say("notices_day", **words)] if model.settings.day_prompts else []),
        scene.say("notices_no_quiet") if quiet.starts == quiet.ends else scene.say("notices_quiet", **between),
        *lunch_lines(scene, chosen),
        scene.say("notices_reminder", when=reminder_lead(scene, minutes))
        if minutes
        else scene.say("notices_no_reminder"),
        "",
        scene.say("notices_always"),
    ]


def lunch_lines(scene: Scene, chosen: ChosenNotices) -> list[str]:
    if chosen.lunch_starts is None or chosen.lunch_ends is None:
        return []
    between = {"starts": clock_time(scene, chosen.lunch_starts), "ends": clock_time(scene, chosen.lunch_ends)}
    return [scene.say("notices_lunch", **between)]


def at_words(scene: Scene, at: time) -> str:
    return scene.say("notices_at", time=clock_time(scene, at))


def notices_rows(scene: Scene, model: NoticesModel) -> list[Row]:
    offered = [kind for kind in NoticeKind if kind not in ALWAYS_ON and (model.leads or kind not in OF_LEADERS)]
    switches = [switch(scene, kind, on=kind not in model.chosen.off) for kind in offered]
    prompts = [NoticeSetting.OPEN, NoticeSetting.AVANCE, NoticeSetting.CLOSE]
    return [
        *in_rows(switches, KINDS_A_ROW),
        [setting_button(scene, each) for each in prompts if model.settings.day_prompts],
        [setting_button(scene, each) for each in (NoticeSetting.QUIET_STARTS, NoticeSetting.QUIET_ENDS)],
        [setting_button(scene, each) for each in (NoticeSetting.LUNCH_STARTS, NoticeSetting.LUNCH_ENDS)],
        [setting_button(scene, NoticeSetting.REMINDER)],
    ]


def switch(scene: Scene, kind: NoticeKind, *, on: bool) -> Button:
    mark = "✅" if on else "🔕"
    return Button(f"{mark} {scene.say(f'notice_kind_{kind}')}", SwitchNotice(kind, not on))


def setting_button(scene: Scene, setting: NoticeSetting) -> Button:
    return scene.button(f"notice_{setting.name.lower()}", NoticesCard(setting))


def hour_rows(scene: Scene, model: NoticesModel, screen: NoticesCard) -> list[Row]:
    def button(at: time) -> Button:
        return Button(clock_time(scene, at), SetNoticeTime(screen.setting, minute_of_day(at)))

    team = scene.button("notice_as_team", SetNoticeTime(screen.setting, AS_THE_TEAM))
    if screen.setting in (NoticeSetting.LUNCH_STARTS, NoticeSetting.LUNCH_ENDS):
        return [
            *in_rows([button(at) for at in model.hours], HOURS_A_ROW),
            [scene.button("notice_no_lunch", EndLunch())],
        ]
    quiet = screen.setting in (NoticeSetting.QUIET_STARTS, NoticeSetting.QUIET_ENDS)
    none = [scene.button("notice_no_quiet", EndQuietHours())] if quiet else []
    return [*in_rows([button(at) for at in model.hours], HOURS_A_ROW), [team, *none]]


def reminder_rows(scene: Scene, model: NoticesModel) -> list[Row]:
    words = {each: length(scene, each) if each else scene.say("event_no_reminder") for each in DEFAULT_REMINDERS}
    return in_rows(
        [Button(ticked(text, each == model.reminder), SetDefaultReminder(each)) for each, text in words.items()],
        REMINDERS_A_ROW,
    )
