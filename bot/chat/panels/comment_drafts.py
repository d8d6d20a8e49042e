"""A comment before it is saved."""

from collections.abc import Mapping

from bot.chat.callbacks.drafts import CommentOn, DraftCard, DropDraft, Field
from bot.chat.panels import drafts as frame
from bot.chat.panels.components import Button, Panel, Scene, files_text, task_button, task_title
from core.records.drafts import CommentDraft
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


def which_task_panel(scene: Scene, screen: DraftCard, body: CommentDraft, choices: Mapping[int, str]) -> Panel:
    """Ask of which task a comment is: a button for each that may be meant saves it there."""
    files = files_text(scene, body.files) if body.files else ""
    lines = [files] if files else []
    lines += [f"💬 {scene.user_block(body.words, WORDS_UNITS)}"] if body.words != files else []
    text = frame.card_text(scene, scene.say("comment_draft"), ["", *lines], [], scene.say("which_task_ask"))
    rows = [[task_button(task, title, CommentOn(screen.draft, task))] for task, title in choices.items()]
    return Panel(text, [*rows, [scene.button("drop", DropDraft(screen.draft))]], chooses=True)
