"""Messages sent unasked: a sentence, what it is about, and buttons."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from urllib.parse import urlsplit

from msgspec.structs import replace

from bot.chat.callbacks.calendars import OwnCalendars
from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import CloseDay, Day, OpenDay, StartReport
from bot.chat.callbacks.tasks import SetMuted, TaskCard, TaskFilter, TaskList
from bot.chat.callbacks.team import Team
from bot.chat.panels.components import (
    Button,
    Link,
    Panel,
    Row,
    Scene,
    and_more,
    escape,
    given_name,
    greeting,
    in_rows,
    listed,
    name_html,
    name_of,
    task_button,
    task_named,
)
from bot.chat.panels.day import left_lines, summary_lines, waiting_text
from bot.chat.panels.recurrence import repeats_text
from bot.chat.panels.tasks import NAMES_SHOWN, Files, file_rows, task_block, with_files
from core.base.calendar_time import local_date
from core.base.model import TaskStatus
from core.delivery.nudges import DayStep
from core.delivery.webhooks import StoppedWebhook
from core.language.i18n import listing
from core.people.absence_news import AwayToday
from core.people.colleagues import Colleague
from core.records.messages import MessageKind, Params
from core.records.outside_calendars import OutsideCalendar
from core.records.people import User
from core.records.webhooks import WebhookStop
from core.records.work import Task, TaskComment, TaskRule
from core.work.daily_logs import DayView
from core.work.handover import LeftBehind
from core.work.history import TakenAway
from core.work.task_news import values_of

TASKS_SHOWN = 10
AWAY_UNITS = 30
MISSED_SHOWN, CARDS_A_ROW = 10, 4
COMMENT_UNITS, SEVERAL_UNITS, COMMENTS_TOLD = 1000, 300, 10


def promoted_panel(scene: Scene, tasks: Sequence[Task]) -> Panel:
    return several_panel(scene, scene.say("push_promoted", count=len(tasks)), tasks)


def several_assigned_panel(scene: Scene, tasks: Sequence[Task], by: str) -> Panel:
    """Tasks that somebody was given at once."""
    if by:
        return several_panel(scene, scene.say("push_several_assigned_by", count=len(tasks), name=name_html(by)), tasks)
    return several_panel(scene, scene.say("push_several_assigned", count=len(tasks)), tasks)


def several_panel(scene: Scene, heading: str, tasks: Sequence[Task]) -> Panel:
    shown = tasks[:TASKS_SHOWN]
    blocks = [heading, *(task_block(scene, task) for task in shown), *and_more(scene, len(tasks), TASKS_SHOWN)]
    buttons = [[task_button(task.id, task.descripcion, TaskCard(task.id))] for task in shown]
    return Panel("\n\n".join(blocks), [*buttons, [scene.button("my_tasks", TaskList())]])


def assigned_panel(scene: Scene, task: Task, by: str, left: LeftBehind | None, *, passed_on: bool) -> Panel:
    """A task that somebody has now, and how far others got with it; `passed_on`: it was somebody else's."""
    key = "push_passed_on_to_you" if passed_on else "push_assigned_by"
    heading = scene.say(key, name=name_html(by), id=task.id) if by else scene.say("push_assigned")
    lines = [heading, "", task_block(scene, task), *left_lines(scene, left)]
    return Panel("\n".join(lines), [task_row(scene, task)])


def rule_paused_panel(scene: Scene, rule: TaskRule) -> Panel:
    words, often = scene.user_text(rule.descripcion), repeats_text(scene, rule.recurrence)
    card = scene.button("task", TaskCard(rule.task_id))
    return Panel(scene.say("push_rule_paused", words=words, often=often), [[card]])


def webhook_stopped_panel(scene: Scene, stopped: StoppedWebhook) -> Panel:
    """The message to a webhook's owner, or to those who look after an integration. It shows only the address's host."""
    webhook, person = stopped.webhook, stopped.person
    key = "push_webhook_gone" if webhook.stopped_because is WebhookStop.GONE else "push_webhook_failing"
    text = scene.say(key, host=escape(urlsplit(webhook.url).hostname or ""), id=webhook.id)
    if person.id == scene.reader:
        return Panel(text)
    return Panel(f"{text} {scene.say('push_webhook_of_integration', person=name_html(person.display_name))}")


def calendar_unread_panel(scene: Scene, calendar: OutsideCalendar) -> Panel:
    why = scene.say(f"calendar_fault_{calendar.fault}") if calendar.fault else ""
    text = scene.say("push_calendar_unread", host=escape(calendar.host), why=why)
    return Panel(text, [[scene.button("my_calendars", OwnCalendars())]])


def not_sent_panel(scene: Scene, kind: MessageKind) -> Panel:
    """Tell that a message was put aside, by what it was about: what it says cannot be drawn."""
    return Panel(scene.say("push_not_sent", what=scene.say(f"why_kind_{kind}")))


def backup_failed_panel(scene: Scene, why: str, last: datetime | None) -> Panel:
    if last is None:
        return Panel(scene.say("push_backup_none", why=escape(why)))
    date, time = scene.long(local_date(last, scene.zone)), scene.time(last, scene.zone)
    return Panel(scene.say("push_backup_failed", why=escape(why), date=date, time=time))


def commented_panel(
    scene: Scene, task: Task, comments: Sequence[TaskComment], names: Mapping[int, str], files: Files
) -> Panel:
    """One comment in the words of a sentence, or several, each under its author."""

    def text_of(comment: TaskComment, units: int) -> str:
        return with_files(scene, comment, files, scene.user_block(comment.comentario, units))

    authors = [name_html(names.get(comment.created_by_user_id, "")) for comment in comments]
    if len(comments) == 1:
        heading = scene.say("push_commented", name=authors[0], id=task.id)
        blocks = [text_of(comments[0], COMMENT_UNITS)]
    else:
        heading = scene.say("push_comments", count=len(comments), id=task.id)
        texts = [text_of(comment, SEVERAL_UNITS) for comment in comments]
        blocks = [f"<b>{author}</b>: {text}" for author, text in zip(authors, texts, strict=True)]
    rows = [*file_rows(scene, task, files), talk_row(scene, task)]
    return Panel("\n\n".join([f"{heading} {scene.user_text(task.descripcion)}", *blocks]), rows)


def withdrawn_panel(scene: Scene, task: Task, by: str) -> Panel:
    named = task_named(scene, task.id, task.descripcion)
    return Panel(scene.say("push_comment_withdrawn", name=name_html(by), task=named))


def changed_panel(
    scene: Scene,
    before: Params,
    task: Task,
    names: Mapping[int, str],
    by: Mapping[str, int | None],
    parts: Sequence[Task] = (),
) -> Panel:
    """Tell what of a task is not as it was.

    `by`: who has changed each value last, where that is known. `parts`: what it is split into.
    """
    values = changed_values(before, task)
    named = task_named(scene, task.id, task.descripcion)
    done = (
        deed for deed in deeds(scene, before, task, by) if by.get("people" if deed[0] == "passed" else deed[0]) in names
    )
    told, key = next(done, ("", ""))
    if told == "people":
        newcomers = [person for person in task.responsible_user_ids if person not in people_in(before)]
        heading = taken_text(scene, named, TakenAway(by[told], newcomers), names)
        told = told if newcomers else ""
    elif told == "passed":
        heading = passed_text(scene, named, people_in(before), task.responsible_user_ids, by["people"] or 0, names)
        told = "people"
    elif told:
        key = "push_split_by" if told == "status" and parts else key
        heading = scene.say(key, name=name_html(names[by[told] or 0]), task=named)
    else:
        doers = {by.get(name) for name in values}
        (only,) = doers if len(doers) == 1 else (None,)
        key = "push_changed" if only is None or only not in names else "push_changed_by"
        heading = scene.say(key, name=name_html(names.get(only or 0, "")), task=named)
    lines = [] if told == "active" else change_lines(scene, before, task, names, but=[told])
    lines += [f"• {task_named(scene, each.id, each.descripcion)}" for each in parts]
    return Panel("\n".join([heading, *lines]), [talk_row(scene, task)])


def deeds(scene: Scene, before: Params, task: Task, by: Mapping[str, int | None]) -> Iterator[tuple[str, str]]:
    """Yield what a verb of its own says of a change, the weightiest first: the value, and the key of the text."""
    values, theirs = changed_values(before, task), by.get("status") in task.responsible_user_ids
    if "active" in values:
        yield "active", "push_restored_by" if task.is_active else "push_deleted_by"
    if "people" in values and scene.reader in people_in(before) and scene.reader not in task.responsible_user_ids:
        yield "people", ""
    elif "people" in values and set(people_in(before)).isdisjoint(task.responsible_user_ids):
        yield "passed", ""
    if "status" in values:
        if task.estatus is TaskStatus.CERRADA:
            yield "status", "push_finished_by" if theirs else "push_closed_by"
        elif before["status"] == TaskStatus.CERRADA:
            yield "status", "push_reopened_by"
        elif task.estatus is TaskStatus.EN_PROCESO and theirs:
            yield "status", "push_started_by"


def people_in(before: Params) -> Sequence[int]:
    people = before["people"]
    return [] if isinstance(people, int | str) else people


def taken_away_panel(
    scene: Scene, task_id: int, words: str, taken: TakenAway | None, names: Mapping[int, str]
) -> Panel:
    """The message to somebody who may no longer read a task of theirs, with its title as they knew it."""
    named = task_named(scene, task_id, words)
    return Panel(taken_text(scene, named, taken, names), [[scene.button("my_tasks", TaskList())]])


def passed_text(
    scene: Scene, named: str, before: Sequence[int], to: Sequence[int], by: int, names: Mapping[int, str]
) -> str:
    """Say who took a task, or passed it on, to a reader whose it neither was nor is."""
    said = {
        "name": name_html(name_of(names, by)),
        "task": named,
        "before": people_listed([name_of(names, person) for person in before]),
        "to": people_listed([name_of(names, person) for person in to]),
    }
    return scene.say("push_took_over" if list(to) == [by] else "push_gave_over", **said)


def taken_text(scene: Scene, named: str, taken: TakenAway | None, names: Mapping[int, str]) -> str:
    if taken is None or taken.by is None or taken.by not in names:
        return scene.say("push_taken_away", task=named)
    key = "push_taken_by" if taken.by in taken.to else "push_passed_on" if taken.to else "push_taken_off"
    to = people_listed([name_of(names, person) for person in taken.to])
    return scene.say(key, name=name_html(names[taken.by]), task=named, to=to)


def changed_values(before: Params, task: Task) -> Sequence[str]:
    """The names of the values that are not as they were."""
    return [name for name, value in values_of(task).items() if before.get(name, value) != value]


def change_lines(
    scene: Scene, before: Params, task: Task, names: Mapping[int, str], but: Collection[str] = ()
) -> list[str]:
    """Say what of a task is not as it was: before → now, `but` what is said otherwise."""

    def said(name: str, value: object) -> str:
        match name, value:
            case "due", int():
                return scene.short(date.fromordinal(value))
            case "priority", _:
                return scene.say(f"priority_button_{value}")
            case "status", _:
                return scene.say(f"status_{value}")
            case "people", list():
                return people_listed([name_of(names, person) for person in value])
            case _:
                return scene.user_text(str(value), SEVERAL_UNITS)

    now, changed = values_of(task), changed_values(before, task)
    if "active" in changed:
        return [scene.say("push_restored" if task.is_active else "push_deleted")]
    return [
        scene.say(f"changed_{name}", before=said(name, before[name]), after=said(name, now[name]))
        for name in changed
        if name not in but
    ]


def people_listed(names: Sequence[str]) -> str:
    return listed([name_html(name) for name in names], NAMES_SHOWN)


def missed_panel(scene: Scene, texts: Sequence[str], task_ids: Sequence[int]) -> Panel:
    """The latest of the messages that somebody missed, and buttons to the tasks that they are about."""
    lines = [scene.say("push_missed"), *texts[-MISSED_SHOWN:], *and_more(scene, len(texts), MISSED_SHOWN)]
    cards = [Button(f"📋 #{each}", TaskCard(each)) for each in task_ids[-MISSED_SHOWN:]]
    return Panel("\n\n".join(lines), [*in_rows(cards, CARDS_A_ROW), [scene.button("my_day", Day(scene.today))]])


def task_row(scene: Scene, task: Task) -> Row:
    return [scene.button("task", TaskCard(task.id)), scene.button("comment", TaskCard(task.id, AskFor.COMMENT))]


def talk_row(scene: Scene, task: Task) -> Row:
    quiet = SetMuted(task.id, TaskFilter.OPEN, 0, 0, 0, muted=True)
    return [*task_row(scene, task), scene.button("mute", quiet)]


def joined_panel(scene: Scene, name: str) -> Panel:
    """The message to a leader: somebody whom they lead is there."""
    return Panel(scene.say("push_joined", name=name_html(name)), [[scene.button("team", Team(scene.today))]])


def birthdays_panel(scene: Scene, others: Sequence[Colleague], *, own: bool) -> Panel:
    names = [name_html(person.display_name) for person in others]
    lines = [scene.say("push_birthday_own")] if own else []
    if names:
        lines.append(scene.say("push_birthdays", names=listing(scene.language, names), count=len(names)))
    return Panel("\n".join(lines))


def first_panel(scene: Scene, panel: Panel, person: User) -> Panel:
    """The first message that somebody is ever sent unasked, under a greeting."""
    return panel.under(scene.say("push_first", name=given_name(person.display_name)))


def prompt_panel(scene: Scene, day: DayView, step: DayStep, person: User, now: datetime) -> Panel:
    name = escape(given_name(person.display_name))
    if day.log is None:
        key = "push_open_day" if day.waiting else "push_open_day_none"
        greets = escape(greeting(scene, now, person.display_name))
        return step_panel(scene, day, step, [scene.say(key, greeting=greets, count=day.waiting)])
    heading = scene.say(f"push_prompt_{step}", name=name)
    return step_panel(scene, day, step, [heading, *summary_lines(scene, day.log.items)])


def with_away(scene: Scene, panel: Panel, away: AwayToday) -> Panel:
    """Return the panel with the people led who are away today, and until when if that is another day."""

    def said(person: int, name: str) -> str:
        until = away.until[person]
        more = f" ({escape(scene.say('off_absence_summary', date=scene.short(until)))})" if until > scene.today else ""
        return f"{name_html(name, AWAY_UNITS)}{more}"

    names = [said(person, name) for person, name in away.names.items()]
    line = scene.say("push_team_away", names=listed(names, NAMES_SHOWN, scene), count=len(names))
    return replace(panel, html=f"{panel.html}\n{line}") if names else panel


def nudged_panel(scene: Scene, day: DayView, step: DayStep, by: str) -> Panel:
    summary = summary_lines(scene, day.log.items) if day.log else [waiting_text(scene, day)]
    return step_panel(scene, day, step, [scene.say(f"push_nudge_{step}", name=name_html(by)), *summary])


def step_panel(scene: Scene, day: DayView, step: DayStep, lines: Sequence[str]) -> Panel:
    rows = [*step_rows(scene, day, step), [scene.button("my_day", Day(day.fecha))]]
    return Panel("\n".join(lines), rows, chooses=True)


def nudge_panel(scene: Scene, person: User, step: DayStep, by: str) -> Panel:
    """Say what comes next in somebody's day, as their leader reminds them in front of all; Telegram tells them."""
    named = name_html(person.display_name)
    if person.telegram_user_id is not None:
        named = f'<a href="tg://user?id={person.telegram_user_id}">{named}</a>'
    words = scene.say(f"push_group_nudge_{step}", person=named, name=name_html(by))
    return Panel(words, [[Link(scene.say("button_in_private"), "")]])


def step_rows(scene: Scene, day: DayView, step: DayStep) -> list[Row]:
    log = day.log
    if log is None:
        return [[scene.button("open", OpenDay(day.fecha, scene.today))]]
    report = scene.button("report", StartReport(day.fecha, scene.today))
    if step is DayStep.CLOSE:
        return [[report], [scene.button("close", CloseDay(day.fecha, scene.today, log.id))]]
    return [[report, scene.button("unchanged", StartReport(day.fecha, scene.today, unchanged=True))]]
