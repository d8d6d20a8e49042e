"""A task that somebody asks of a colleague, as either of them sees it."""

from bot.chat.callbacks.asked_tasks import AnswerAsked, AskedCard, WithdrawAsked
from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import Button, Panel, Row, Scene, name_html
from core.records.work import AskedState, AskedTask
from core.work.asked_tasks import AskedView

DESCRIPTION_UNITS, WORDS_UNITS = 1000, 1000


def asked_panel(scene: Scene, view: AskedView, ask: AskFor = AskFor.NOTHING) -> Panel:
    asked, mine = view.asked, view.asked.user_id == scene.reader
    other = name_html(view.names.get(asked.created_by_user_id if mine else asked.user_id, ""))
    due = scene.say("due", date=scene.short(asked.fecha_cumplir))
    lines = [
        scene.say("asked_of_me" if mine else "asked_by_me", name=f"<b>{other}</b>"),
        scene.user_block(asked.descripcion, DESCRIPTION_UNITS),
        "",
        f"📅 {due} · {scene.say(f'priority_{asked.prioridad}')}",
        state_text(scene, view, other, mine=mine),
        *([f"💬 {scene.user_block(asked.respuesta, WORDS_UNITS)}"] if asked.respuesta else []),
        *(["", scene.say("ask_asked_why")] if ask is AskFor.WHY else []),
    ]
    return Panel("\n".join(lines), rows(scene, view, ask, mine=mine))


def state_text(scene: Scene, view: AskedView, other: str, *, mine: bool) -> str:
    state = view.asked.state if view.open or view.asked.state is not AskedState.WAITING else "GONE"
    return scene.say(f"asked_mine_{state}") if mine else scene.say(f"asked_other_{state}", name=other)


def rows(scene: Scene, view: AskedView, ask: AskFor, *, mine: bool) -> list[Row]:
    asked = view.asked
    if view.open and mine:
        return [[answer(scene, asked, accepted=True), answer(scene, asked, accepted=False)]]
    if view.open:
        return [[scene.button("asked_withdraw", WithdrawAsked(asked.id))]]
    task = [] if asked.task_id is None else [scene.button("task", TaskCard(asked.task_id))]
    return [task, [scene.button("not_now", AskedCard(asked.id))] if ask is AskFor.WHY else []]


def withdrawn_panel(scene: Scene, descripcion: str, by: str = "") -> Panel:
    """Says that a request was withdrawn: `by` whom, to the person asked; without it, to the person who did so."""
    words = scene.say("asked_withdrawn_by", name=f"<b>{name_html(by)}</b>") if by else scene.say("asked_withdrawn")
    return Panel(f"{words}\n{scene.user_block(descripcion, DESCRIPTION_UNITS)}")


def answer(scene: Scene, asked: AskedTask, *, accepted: bool) -> Button:
    return scene.button("asked_yes" if accepted else "asked_no", AnswerAsked(asked.id, accepted))
