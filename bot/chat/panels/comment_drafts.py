"""A comment before it is saved."""

from bot.chat.callbacks.drafts import DraftCard, Field
from bot.chat.panels import drafts as frame
from bot.chat.panels.components import Button, Panel, Scene, task_title
from core.records.work import Task

WORDS_UNITS = 2000


def comment_draft_panel(scene: Scene, screen: DraftCard, task: Task, words: str) -> Panel:
    asks = screen.field is Field.TITLE
    lines = ["", task_title(scene, task), f"💬 {scene.user_block(words, WORDS_UNITS)}"]
    question = scene.say("ask_comment_words") if asks else ""
    text = frame.card_text(scene, scene.say("comment_draft"), lines, [], question)
    if asks:
        return Panel(text, [frame.back_row(scene, screen.draft)])
    other = Button(scene.say("button_comment_words"), DraftCard(screen.draft, Field.TITLE))
    return Panel(
        text, [frame.save_row(scene, screen.draft, complete=True, words=scene.say("button_save_comment")), [other]]
    )
