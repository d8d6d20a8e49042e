"""A task about to be split into others."""

from collections.abc import Sequence

from bot.chat.callbacks.drafts import DraftCard
from bot.chat.panels import drafts as frame
from bot.chat.panels.components import Panel, Scene, task_named
from core.records.work import Task

PART_UNITS = 200


def split_draft_panel(scene: Scene, screen: DraftCard, task: Task, parts: Sequence[str]) -> Panel:
    heading = scene.say("split_draft", task=task_named(scene, task.id, task.descripcion), count=len(parts))
    lines = [
        *(f"• {scene.user_text(each, PART_UNITS)}" for each in parts),
        "",
        scene.say("split_keeps", due=scene.short(task.fecha_cumplir)),
    ]
    text = frame.card_text(scene, heading, lines, [], "")
    words = scene.say("button_save_split", count=len(parts))
    return Panel(text, [frame.save_row(scene, screen.draft, complete=True, words=words)])
