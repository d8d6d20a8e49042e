"""An assistant's proposal: all of it, since it is done as it stands once it is confirmed."""

from bot.chat.callbacks.absences import AbsenceList
from bot.chat.callbacks.agenda import EventCard
from bot.chat.callbacks.asked_tasks import AskedCard
from bot.chat.callbacks.proposals import AnswerProposal
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.absences import reason_line
from bot.chat.panels.components import Button, Panel, Row, Scene, escape, name_html, name_of
from bot.chat.panels.conflicts import span_text
from bot.chat.panels.times import reminder_lead
from core.base.calendar_time import Interval
from core.calendar.meetings import MeetingCreate
from core.delivery.proposals import (
    LONGEST_TEXT,
    AboutTask,
    Done,
    ProposalView,
    TaskCommentRequest,
    TaskDueDate,
    TaskHandOver,
    TaskParts,
    TaskQuestion,
)
from core.people.absences import HoursRequest
from core.work.tasks import TaskCreate


def proposal_panel(scene: Scene, message_id: int, view: ProposalView) -> Panel:
    who = f"<b>{name_html(view.assistant)}</b>" if view.assistant else scene.say("proposal_of_nobody")
    lines = [scene.say(f"proposed_{view.kind}", who=who), "", *lines_of(scene, view)]
    if view.done is not None:
        lines += ["", done_text(scene, view, view.done)]
        return Panel("\n".join(lines), [made_row(scene, view.done)])
    if view.expired:
        return Panel("\n".join([*lines, "", scene.say("proposal_expired")]))
    answers = [answer(scene, message_id, confirmed=each) for each in (True, False)]
    return Panel("\n".join(lines), [answers], chooses=True)


def done_text(scene: Scene, view: ProposalView, done: Done) -> str:
    if done.asked_of is not None:
        return scene.say("proposal_asked", name=names_html(view, [done.asked_of]))
    return scene.say("proposal_done" if done.confirmed else "proposal_declined")


def lines_of(scene: Scene, view: ProposalView) -> list[str]:
    match view.request:
        case TaskCreate() as task:
            return task_lines(scene, view, task)
        case MeetingCreate() as event:
            return event_lines(scene, view, event)
        case HoursRequest() as away:
            return away_lines(scene, view, away)
        case TaskCommentRequest() | TaskHandOver() | TaskDueDate() | TaskQuestion() | TaskParts() as about:
            named = scene.say("proposal_on_task", id=about.task_id, words=scene.user_text(view.task))
            return [named, *wish_lines(scene, view, about)]
    raise TypeError(f"{view.request} is no proposal")


def wish_lines(scene: Scene, view: ProposalView, request: AboutTask) -> list[str]:
    """Say what is to become of a task, or to be said of it."""
    match request:
        case TaskCommentRequest():
            return [f"💬 {scene.user_block(request.comentario, LONGEST_TEXT)}"]
        case TaskDueDate():
            why = [f"💬 {scene.user_block(request.motivo, LONGEST_TEXT)}"] if request.motivo else []
            return [f"📅 {scene.say('due', date=scene.short(request.fecha_cumplir))}", *why]
        case TaskParts():
            return [f"• {scene.user_text(part)}" for part in request.partes]
        case TaskHandOver() | TaskQuestion():
            return [scene.say("proposal_to", name=names_html(view, [request.user_id]))]


def away_lines(scene: Scene, view: ProposalView, away: HoursRequest) -> list[str]:
    when = Interval(away.starts_at.instant("startsAt", scene.zone), away.ends_at.instant("endsAt", scene.zone))
    return [
        *([f"👤 {names_html(view, [away.user_id])}"] if away.user_id is not None else []),
        f"🕐 {escape(span_text(scene, when, scene.clock))}",
        *([reason_line(scene, away.reason)] if away.reason else []),
    ]


def task_lines(scene: Scene, view: ProposalView, task: TaskCreate) -> list[str]:
    due = scene.say("due", date=scene.short(task.fecha_cumplir))
    priority = f" · {scene.say(f'priority_{task.prioridad}')}" if task.prioridad else ""
    lines = [f"<b>{scene.user_block(task.descripcion, LONGEST_TEXT)}</b>", f"📅 {due}{priority}"]
    if task.responsible_user_ids:
        lines.append(f"👤 {names_html(view, task.responsible_user_ids)}")
    if task.leader_user_id is not None:
        lines.append(scene.say("proposal_leader", name=names_html(view, [task.leader_user_id])))
    return lines


def event_lines(scene: Scene, view: ProposalView, event: MeetingCreate) -> list[str]:
    start = event.start_datetime.instant("startDatetime", scene.zone)
    when = Interval(start, event.end_datetime.instant("endDatetime", scene.zone))
    hours = escape(span_text(scene, when, scene.clock))
    lines = [f"<b>{scene.user_block(event.title, LONGEST_TEXT)}</b>", f"🕘 {hours}"]
    if event.participant_user_ids:
        lines.append(f"👥 {names_html(view, event.participant_user_ids)}")
    if event.location:
        lines.append(f"📍 {scene.user_text(event.location)}")
    if event.remind_minutes is not None:
        lines.append(f"🔔 {reminder_lead(scene, event.remind_minutes)}")
    return [*lines, *([scene.say("proposal_public")] if event.is_public else [])]


def names_html(view: ProposalView, people: list[int]) -> str:
    return ", ".join(name_html(name_of(view.names, each)) for each in people)


def made_row(scene: Scene, done: Done) -> Row:
    if done.task_id is not None:
        return [scene.button("task", TaskCard(done.task_id))]
    if done.event_id is not None and done.on is not None:
        return [scene.button("event", EventCard(done.event_id, done.on))]
    if done.asked_id is not None:
        return [scene.button("proposal_asked", AskedCard(done.asked_id))]
    if done.absences_of is not None:
        own = done.absences_of == scene.reader
        absences = AbsenceList(0 if own else done.absences_of)
        return [scene.button("my_absences" if own else "their_absences", absences)]
    return []


def answer(scene: Scene, message_id: int, *, confirmed: bool) -> Button:
    return scene.button("proposal_yes" if confirmed else "proposal_no", AnswerProposal(message_id, confirmed))
