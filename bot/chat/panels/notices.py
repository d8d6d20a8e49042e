"""One's own notices, and the choices there are."""

from bot.chat.callbacks.notices import SetDefaultReminder
from bot.chat.panels.components import Button, Panel, Scene, in_rows, ticked
from bot.chat.panels.times import length, reminder_lead
from core.records.people import Notices

DEFAULT_REMINDERS = (0, 5, 10, 15, 30, 60, 24 * 60)
A_ROW = 3


def notices_panel(scene: Scene, notices: Notices) -> Panel:
    present = notices.default_reminder_minutes
    said = scene.say("notices_no_reminder")
    if present:
        said = scene.say("notices_reminder", when=reminder_lead(scene, present))
    words = {each: length(scene, each) if each else scene.say("event_no_reminder") for each in DEFAULT_REMINDERS}
    buttons = [Button(ticked(text, each == present), SetDefaultReminder(each)) for each, text in words.items()]
    return Panel(f"{scene.say('notices_title')}\n\n{said}", in_rows(buttons, A_ROW))
