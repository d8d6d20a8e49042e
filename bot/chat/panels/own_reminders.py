"""One's own reminders: one of them on a line with its buttons, and all that are to come."""

from collections.abc import Sequence
from datetime import datetime

from bot.chat.callbacks.own_reminders import (
    FinishReminder,
    OwnReminderCard,
    OwnReminderList,
    PostponeReminder,
    RemoveReminder,
)
from bot.chat.panels.components import Button, Panel, Row, Scene, escape, label, pages
from bot.chat.panels.recurrence import repeats_text
from core.base.calendar_time import ONE_DAY, local_date
from core.delivery.snoozes import Delay
from core.records.calendar import OwnReminder

BELL = "🔔"
REMINDERS_A_PAGE = 8
TITLE_UNITS = 28
WORDS_UNITS = 255


def when_text(scene: Scene, at: datetime) -> str:
    """«hoy 16:00», «mañana 10:00», «vie, 27 nov 9:00», by the reader's clock."""
    day = local_date(at, scene.clock)
    near = {scene.today: "question_today", scene.today + ONE_DAY: "question_tomorrow"}
    return f"{scene.say(near[day]) if day in near else scene.short(day)} {scene.time(at, scene.clock)}"


def reminder_line(scene: Scene, reminder: OwnReminder, at: datetime) -> str:
    return f"{BELL} {escape(when_text(scene, at))} · {scene.user_text(reminder.words, WORDS_UNITS)}"


def own_reminder_panel(scene: Scene, reminder: OwnReminder, screen: OwnReminderCard) -> Panel:
    words = scene.user_text(reminder.words, WORDS_UNITS)
    if reminder.ended_at is not None:
        return Panel(scene.say("own_reminder_over", words=words))
    rings = screen.rung or reminder.remind_at is None
    line = (
        f"{BELL} {words}" if rings or reminder.remind_at is None else reminder_line(scene, reminder, reminder.remind_at)
    )
    often = [f"🔁 {repeats_text(scene, reminder.recurrence)}"] if reminder.recurrence and not rings else []
    text = "\n".join([line, *often])
    if screen.later:
        delays = [scene.button(f"snooze_{delay}", PostponeReminder(reminder.id, delay)) for delay in Delay]
        return Panel(text, [delays, [scene.button("history_back", OwnReminderCard(reminder.id, screen.rung))]])
    return Panel(text, [buttons(scene, reminder, screen)], chooses=rings)


def buttons(scene: Scene, reminder: OwnReminder, screen: OwnReminderCard) -> Row:
    return [
        scene.button("reminder_done", FinishReminder(reminder.id)),
        scene.button("reminder_later", OwnReminderCard(reminder.id, screen.rung, later=True)),
        scene.button("reminder_remove", RemoveReminder(reminder.id)),
    ]


def reminders_panel(scene: Scene, reminders: Sequence[OwnReminder], screen: OwnReminderList) -> Panel:
    """List the reminders that are to come, each with a button that opens it."""
    if not reminders:
        return Panel(scene.say("own_reminders_none"))
    ahead = [(each, each.remind_at) for each in reminders if each.remind_at is not None]
    _, shown, turning = pages(ahead, screen, REMINDERS_A_PAGE)
    lines = [f"<b>{scene.say('own_reminders')}</b>"]
    for each, at in shown:
        often = f" · 🔁 {repeats_text(scene, each.recurrence)}" if each.recurrence else ""
        lines.append(f"{reminder_line(scene, each, at)}{often}")
    rows: list[Row] = [[reminder_button(scene, each, at)] for each, at in shown]
    return Panel("\n".join(lines), [*rows, turning])


def reminder_button(scene: Scene, reminder: OwnReminder, at: datetime) -> Button:
    return Button(f"{when_text(scene, at)} · {label(reminder.words, TITLE_UNITS)}", OwnReminderCard(reminder.id))
