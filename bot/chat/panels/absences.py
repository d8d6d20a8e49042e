"""Absences: a person's list, one with the tasks due during it, one of these tasks, and what leaders are asked."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial

from msgspec.structs import replace

from bot.chat.callbacks.absences import (
    AbsenceCard,
    AbsenceList,
    AnswerMove,
    EndAbsence,
    Move,
    MoveAnswered,
    MoveAsked,
    MoveTask,
    TaskOfAbsence,
)
from bot.chat.callbacks.history import CardHistory, HistoryOf
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import (
    Button,
    Panel,
    Row,
    Scene,
    Style,
    and_more,
    escape,
    in_rows,
    label,
    name_html,
    pages,
    status_and_due,
    task_named,
    task_title,
)
from bot.chat.panels.pickers import PEOPLE_A_PAGE, PEOPLE_A_ROW, day_choice
from core.base.calendar_time import ONE_DAY, Interval, local_date
from core.language.i18n import date_range, time_range
from core.people.absence_news import AbsenceNews, Days
from core.people.colleagues import Colleague
from core.records.work import Task
from core.work.absence_outlook import AbsenceView, Outlook, PersonAbsences
from core.work.task_moves import AskedMove, MoveRequestView

ABSENCES_A_PAGE, TASKS_A_PAGE, DUE_SHOWN, TITLE_UNITS = 8, 6, 6, 60
NAME_UNITS, REASON_UNITS = 30, 255


def absences_panel(scene: Scene, model: PersonAbsences, screen: AbsenceList, *, own: bool, leads: bool) -> Panel:
    _, shown, turning = pages(model.absences, screen, ABSENCES_A_PAGE)
    title = scene.say("absences_own") if own else scene.say("absences_of", name=name_html(model.person.display_name))
    lines = [
        f"• {hours_text(scene, each.hours)}"
        if each.hours
        else f"• {days_range(scene, look)} · {working_days_text(scene, look)}"
        for each, look in shown
    ]
    none = scene.say("absences_none" if own else "absences_none_theirs")
    how = [scene.say("absences_how")] if own else []
    others = [scene.say("absences_how_others")] if own and leads else []
    rows: list[Row] = [
        [
            Button(f"🗓 {scene.days(each.first_day, each.last_day)}", AbsenceCard(each.id)),
            scene.button("cancel_absence", AbsenceCard(each.id, ending=True)),
        ]
        for each, _ in shown
    ]
    listed = "\n".join(lines or [none])
    return Panel("\n\n".join([f"<b>{title}</b>", listed, *how, *others]), [*rows, turning])


def absence_panel(scene: Scene, model: AbsenceView, screen: AbsenceCard, *, own: bool) -> Panel:
    absence = model.absence
    page, shown, turning = pages(model.tasks, screen, TASKS_A_PAGE)
    parts = ["\n".join([f"<b>{absence_title(scene, model.person, own=own)}</b>", *fact_lines(scene, model)])]
    if screen.ending:
        ask = scene.say("absence_end_ask_begun" if absence.first_day < scene.today else "absence_end_ask")
        end = scene.button("end_absence", EndAbsence(absence.id, absence.first_day, absence.last_day)).styled(
            Style.DANGER
        )
        return Panel(f"{parts[0]}\n\n{ask}", [[end, scene.button("keep_absence", AbsenceCard(absence.id))]])
    over = absence.last_day < scene.today
    if not over:
        count = len(model.tasks)
        parts.append(scene.say("absence_tasks", count=count) if count else scene.say("absence_no_tasks"))
    parts += [task_block(scene, task) for task in shown]
    if shown:
        parts.append(buttons_hint(scene, model))
    cancel = [] if over else [scene.button("cancel_absence", AbsenceCard(absence.id, ending=True))]
    back = scene.button("absences", AbsenceList(0 if own else absence.user_id))
    history = scene.button("history", CardHistory(HistoryOf.ABSENCE, absence.id))
    rows = [*(task_row(scene, model, task, page) for task in shown), turning, [history], [*cancel, back]]
    return Panel("\n\n".join(parts), rows)


def news_panel(scene: Scene, news: AbsenceNews, name: str, every: AbsenceList | None) -> Panel:
    """The days that somebody will be away, and those that they will not, which somebody else has changed.

    `name`: to a leader and to those whom the person leads, of the person who will be away; to that person, of whoever
    changed it. `every`: the list of all their absences, where the reader may see it.
    """
    whose = "own" if every and not every.user else "theirs"
    buttons = [scene.button("their_absences" if every.user else "my_absences", every)] if every else []
    person = f"<b>{name_html(name)}</b>"
    days = days_text(scene, [(each.first_day, each.last_day) for each in news.noted])
    gone = days_text(scene, news.gone)
    if not gone:
        heading = scene.say(f"push_absence_noted_{whose}", name=person, days=days)
    elif days:
        heading = scene.say(f"push_absence_moved_{whose}", name=person, before=gone, days=days)
    else:
        heading = scene.say(f"push_absence_cancelled_{whose}", name=person, days=gone)
    reasons = [reason_line(scene, each.reason) for each in news.noted if each.reason]
    return Panel("\n".join([heading, *dict.fromkeys(reasons), *reds_lines(scene, news.reds_go_to)]), [buttons])


def with_due(scene: Scene, panel: Panel, due: Sequence[Task], asked: Mapping[int, AskedMove]) -> Panel:
    """The panel with the tasks due during an absence, and what was asked of whom for each."""
    if not due:
        return panel

    def line(task: Task) -> str:
        move = asked.get(task.id)
        title = f"#{task.id} {scene.user_text(task.descripcion, TITLE_UNITS)} · {scene.short(task.fecha_cumplir)}"
        if move is None:
            return title
        return f"{title} — {asked_text(scene, move)}"

    shown = [*map(line, due[:DUE_SHOWN]), *and_more(scene, len(due), DUE_SHOWN)]
    return replace(panel, html="\n".join([panel.html, scene.say("absence_tasks", count=len(due)), *shown]))


def asked_text(scene: Scene, move: AskedMove) -> str:
    name = name_html(move.asked)
    if move.day:
        return scene.say("absence_asked_day", name=name, date=escape(scene.short(move.day)))
    return scene.say("absence_asked_person", name=name, person=name_html(move.person))


def reds_lines(scene: Scene, told: str | None) -> Sequence[str]:
    """Say who learns of one's reds while one's leader is away."""
    if told is None:
        return []
    return [scene.say("absence_reds_go_to", name=name_html(told)) if told else scene.say("absence_reds_wait")]


def days_text(scene: Scene, ranges: Sequence[Days]) -> str:
    return ", ".join(escape(scene.short(first) if first == last else scene.days(first, last)) for first, last in ranges)


def absence_title(scene: Scene, person: Colleague, *, own: bool) -> str:
    return scene.say("absence_own") if own else scene.say("absence_of", name=name_html(person.display_name))


def hours_text(scene: Scene, hours: Interval) -> str:
    """«hoy 14:00–18:00», by the reader's clock."""
    day = local_date(hours.start, scene.clock)
    near = {scene.today: "question_today", scene.today + ONE_DAY: "question_tomorrow"}
    said = scene.say(near[day]) if day in near else scene.short(day)
    return escape(f"{said} {time_range(scene.language, hours.start, hours.end, scene.clock)}")


def hours_line(scene: Scene, hours: Interval) -> str:
    return f"🕐 {hours_text(scene, hours)}"


def hours_news_panel(scene: Scene, name: str, hours: Interval, reason: str | None, *, own: bool, gone: bool) -> Panel:
    """Tell of hours away, noted or `gone`: of somebody whom the reader leads, or the reader's `own` by somebody."""
    done, whose = "gone" if gone else "noted", "own" if own else "theirs"
    when = hours_text(scene, hours)
    heading = scene.say(f"push_hours_{done}_{whose}", name=f"<b>{name_html(name)}</b>", when=when)
    return Panel("\n".join([heading, *([reason_line(scene, reason)] if reason else [])]))


def fact_lines(scene: Scene, model: AbsenceView) -> list[str]:
    if model.absence.hours:
        why = [reason_line(scene, model.absence.reason)] if model.absence.reason else []
        return [hours_line(scene, model.absence.hours), *why]
    back = [scene.say("absence_back", date=scene.short(model.back))] if model.back else []
    why = [reason_line(scene, model.absence.reason)] if model.absence.reason else []
    return [f"🗓 {days_range(scene, model.outlook)}", " · ".join([length_text(scene, model.outlook), *back]), *why]


def days_range(scene: Scene, look: Outlook) -> str:
    if look.first_day == look.last_day:
        return escape(scene.short(look.first_day))
    return escape(date_range(scene.language, look.first_day, look.last_day))


def length_text(scene: Scene, look: Outlook) -> str:
    if look.working_days == look.days:
        return working_days_text(scene, look)
    return f"{scene.say('absence_days', count=look.days)}, {scene.say('absence_of_them', count=look.working_days)}"


def working_days_text(scene: Scene, look: Outlook) -> str:
    return scene.say("absence_working", count=look.working_days)


def reason_line(scene: Scene, words: str) -> str:
    return scene.say("absence_reason", words=scene.user_text(words, REASON_UNITS))


def task_block(scene: Scene, task: Task) -> str:
    return f"{task_title(scene, task)}\n{status_and_due(scene, task, scene.today)}"


def buttons_hint(scene: Scene, model: AbsenceView) -> str:
    """Say what the buttons of tasks do."""
    to_ask = sum(task.id not in model.movable for task in model.tasks)
    if to_ask == len(model.tasks):
        return scene.say("absence_hint_asks")
    return scene.say("absence_hint_both" if to_ask else "absence_hint")


def task_row(scene: Scene, model: AbsenceView, task: Task, page: int) -> Row:
    absence = model.absence.id
    other = scene.button("task_other", TaskOfAbsence(absence, task.id), id=task.id)
    if model.back is None:
        return [other]
    action = MoveTask(absence, task.id, Move.DAY, model.back.toordinal(), page)
    mark = "📅" if task.id in model.movable else "📨"
    return [Button(f"{mark} #{task.id} → {scene.days(model.back, model.back)}", action), other]


def task_panel(
    scene: Scene, model: AbsenceView, task: Task, screen: TaskOfAbsence, people: Sequence[Colleague]
) -> Panel:
    questions = {Move.DAY: "absence_ask_day", Move.PERSON: "ask_successor"}
    question = scene.say(questions.get(screen.move, "absence_ask_task"))
    if screen.move is Move.PERSON and not people:
        question = scene.say("no_successors")
    back = scene.button("back_to_absence", AbsenceCard(screen.absence))
    return Panel(f"{task_block(scene, task)}\n\n{question}", [*choice_rows(scene, model, task, screen, people), [back]])


def choice_rows(
    scene: Scene, model: AbsenceView, task: Task, screen: TaskOfAbsence, people: Sequence[Colleague]
) -> list[Row]:
    chosen = partial(MoveTask, screen.absence, screen.task)
    match screen.move:
        case Move.DAY:
            first = max(scene.today, task.fecha_solicitud)
            return day_choice(scene, screen, lambda day: chosen(Move.DAY, day.toordinal()), model.back, first=first)
        case Move.PERSON:
            _, shown, turning = pages(people, screen, PEOPLE_A_PAGE, "at")
            buttons = [Button(label(one.display_name, NAME_UNITS), chosen(Move.PERSON, one.id)) for one in shown]
            return [*in_rows(buttons, PEOPLE_A_ROW), turning]
        case Move.NOTHING:
            other_day = TaskOfAbsence(screen.absence, screen.task, Move.DAY)
            other_person = TaskOfAbsence(screen.absence, screen.task, Move.PERSON)
            return [
                [scene.button("other_day", other_day), scene.button("other_person", other_person)],
                [scene.button("task", TaskCard(task.id))],
            ]


def asked_panel(scene: Scene, model: MoveRequestView, screen: MoveAsked) -> Panel:
    task = model.task
    days = escape(scene.days(*model.days))
    away = scene.say("move_asked_for", name=name_html(model.person.display_name), days=days)
    parts = [away, task_block(scene, task), request_line(scene, model, screen), *state_lines(scene, model, screen)]
    answers = [answer_button(scene, screen, accept=accept) for accept in (True, False) if accept or not screen.declined]
    return Panel("\n\n".join(parts), [answers if model.open else [], [scene.button("task", TaskCard(task.id))]])


def request_line(scene: Scene, model: MoveRequestView, screen: MoveAsked) -> str:
    if screen.move is Move.DAY:
        return scene.say("move_wish_day", date=scene.short(date.fromordinal(screen.value)))
    name = name_html(model.successor.display_name) if model.successor else f"#{screen.value}"
    return scene.say("move_wish_person", name=name)


def state_lines(scene: Scene, model: MoveRequestView, screen: MoveAsked) -> list[str]:
    if model.fulfilled:
        return [scene.say("move_is_so")]
    if not model.open:
        return [scene.say("move_is_moot")]
    return [scene.say("move_is_declined")] if screen.declined else []


def answer_button(scene: Scene, screen: MoveAsked, *, accept: bool) -> Button:
    action = AnswerMove(screen.absence, screen.task, screen.before, screen.move, screen.value, accept)
    return scene.button("move_yes" if accept else "move_no", action)


def answered_panel(scene: Scene, screen: MoveAnswered, by: str, successor: str, words: str) -> Panel:
    """Show the answer to a request about a task, by its title when the reader saw it last."""
    text, task = "move_accepted" if screen.accepted else "move_declined", task_named(scene, screen.task, words)
    head, card = scene.say(text, name=name_html(by), task=task), scene.button("task", TaskCard(screen.task))
    if not screen.accepted:
        return Panel(head, [[card]])
    if screen.move is Move.PERSON:
        return Panel(f"{head} {scene.say('move_now_of', name=name_html(successor))}")
    due = scene.say("move_now_due", date=scene.short(date.fromordinal(screen.value)))
    return Panel(f"{head} {due}", [[card]])
