"""A request to a colleague about a task, as either of them sees it: to take one, or for another due date."""

from bot.chat.callbacks.asked_tasks import AnswerAsked, AskedCard, WithdrawAsked
from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import Button, Panel, Row, Scene, name_html, progress_bar, task_named
from core.records.work import AskedFor, AskedState, AskedTask
from core.work.asked_tasks import AskedView

DESCRIPTION_UNITS, WORDS_UNITS = 1000, 1000


def asked_panel(scene: Scene, view: AskedView, ask: AskFor = AskFor.NOTHING) -> Panel:
    asked, mine = view.asked, view.asked.user_id == scene.reader
    other = name_html(view.names.get(asked.created_by_user_id if mine else asked.user_id, ""))
    lines = [
        *(told_lines(scene, view, other) if is_told(view, mine=mine) else request_lines(scene, view, other, mine=mine)),
        *([f"💬 {scene.user_block(asked.respuesta, WORDS_UNITS)}"] if asked.respuesta else []),
        *(["", scene.say("ask_asked_why")] if ask is AskFor.WHY else []),
    ]
    return Panel("\n".join(lines), rows(scene, view, ask, mine=mine))


def is_told(view: AskedView, *, mine: bool) -> bool:
    """Return whether the reader asked for something of an existing task, and is told the answer in a sentence."""
    return not mine and view.asked.asks_for is not AskedFor.NEW_TASK and view.asked.state is not AskedState.WAITING


def told_lines(scene: Scene, view: AskedView, other: str) -> list[str]:
    asked, name = view.asked, f"<b>{other}</b>"
    named = task_named(scene, asked.task_id or 0, asked.descripcion)
    if asked.asks_for is AskedFor.HAND_OVER:
        return [scene.say(f"asked_handed_{asked.state}", name=name, task=named)]
    moved = asked.state is AskedState.ACCEPTED or view.task is None
    due = scene.short(asked.fecha_cumplir if moved or view.task is None else view.task.fecha_cumplir)
    return [scene.say(f"asked_moved_{asked.state}", name=name, task=named, due=due)]


def request_lines(scene: Scene, view: AskedView, other: str, *, mine: bool) -> list[str]:
    asked, name = view.asked, f"<b>{other}</b>"
    of_me, by_me = (scene.say(f"asked_{whose}_me_{asked.asks_for}", name=name) for whose in ("of", "by"))
    title = scene.user_block(asked.descripcion, DESCRIPTION_UNITS)
    return [
        of_me if mine else by_me,
        title if asked.asks_for is AskedFor.NEW_TASK else f"<b>#{asked.task_id}</b> {title}",
        "",
        *fact_lines(scene, view),
        state_text(scene, view, other, mine=mine),
    ]


def fact_lines(scene: Scene, view: AskedView) -> list[str]:
    """Say when the task is due and how far it is; of a wish for another date, both dates, and why it is asked for."""
    asked = view.asked
    priority = scene.say(f"priority_{asked.prioridad}")
    if asked.asks_for is AskedFor.DUE_DATE:
        before = scene.short(view.task.fecha_cumplir) if view.task else "?"
        after = scene.short(asked.fecha_cumplir)
        why = [f"💬 {scene.user_block(asked.motivo, WORDS_UNITS)}"] if asked.motivo else []
        moved = f"📅 {before} → <b>{after}</b>" if asked.state is AskedState.WAITING else f"📅 <b>{after}</b>"
        return [moved, *why]
    due = scene.say("due", date=scene.short(asked.fecha_cumplir))
    far = [progress_bar(view.far.porcentaje, scene.language)] if view.far and view.far.porcentaje else []
    return [f"📅 {due} · {priority}", *far]


def state_text(scene: Scene, view: AskedView, other: str, *, mine: bool) -> str:
    asked = view.asked
    gone = asked.state is AskedState.WAITING and not view.open
    if asked.asks_for is AskedFor.NEW_TASK:
        state = "GONE" if gone else asked.state
        return scene.say(f"asked_mine_{state}") if mine else scene.say(f"asked_other_{state}", name=other)
    if asked.asks_for is AskedFor.HAND_OVER:
        waits = scene.say(f"handing_mine_{asked.state}") if mine else scene.say("handing_waits", name=other)
        return scene.say("handing_gone") if gone else waits
    if asked.state is AskedState.ACCEPTED:
        return scene.say("moving_done", due=scene.short(asked.fecha_cumplir))
    waits = scene.say(f"moving_mine_{asked.state}") if mine else scene.say("moving_waits", name=other)
    return scene.say("moving_gone") if gone else waits


def rows(scene: Scene, view: AskedView, ask: AskFor, *, mine: bool) -> list[Row]:
    asked = view.asked
    if view.open and mine:
        return [[answer(scene, asked, accepted=True), answer(scene, asked, accepted=False)]]
    if asked.state is AskedState.WAITING and not mine:
        return [[scene.button("asked_withdraw", WithdrawAsked(asked.id))]]
    task = [scene.button("task", TaskCard(asked.task_id))] if asked.task_id is not None and view.reads else []
    return [task, [scene.button("not_now", AskedCard(asked.id))] if ask is AskFor.WHY else []]


def withdrawn_panel(scene: Scene, descripcion: str, by: str = "") -> Panel:
    """Says that a request was withdrawn: `by` whom, to the person asked; without it, to the person who did so."""
    words = scene.say("asked_withdrawn_by", name=f"<b>{name_html(by)}</b>") if by else scene.say("asked_withdrawn")
    return Panel(f"{words}\n{scene.user_block(descripcion, DESCRIPTION_UNITS)}")


def answer(scene: Scene, asked: AskedTask, *, accepted: bool) -> Button:
    if accepted and asked.asks_for is AskedFor.DUE_DATE:
        due = scene.short(asked.fecha_cumplir)
        return scene.button("asked_yes_date", AnswerAsked(asked.id, accepted), date=due)
    return scene.button("asked_yes" if accepted else "asked_no", AnswerAsked(asked.id, accepted))
