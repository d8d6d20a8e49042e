"""The results of a search, with a button for each task and event."""

from collections.abc import Sequence

from bot.chat.callbacks.agenda import EventCard
from bot.chat.callbacks.search import Found
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import Button, Panel, Scene, label, pages
from core.records.search import SearchKind, SearchResult
from core.work.search import MOST

RESULTS_A_PAGE = 6
EXCERPT_UNITS = 160
MARKS = {SearchKind.TASK: "📋", SearchKind.COMMENT: "💬", SearchKind.EVENT: "📅"}


def found_panel(scene: Scene, found: Sequence[SearchResult], screen: Found) -> Panel:
    _, shown, turning = pages(found, screen, RESULTS_A_PAGE)
    head = scene.say("search_title", words=scene.user_text(screen.words))
    more = [scene.say("search_more", count=MOST)] if len(found) == MOST else []
    blocks = [head, *(result_block(scene, each) for each in shown), *more]
    return Panel("\n\n".join(blocks), [*([result_button(each)] for each in shown), turning])


def nothing_panel(scene: Scene, screen: Found, near: str) -> Panel:
    said = scene.say("search_nothing", words=scene.user_text(screen.words))
    return Panel(said, [[scene.button("search_near", Found(near), words=label(near))]] if near else [])


def result_block(scene: Scene, found: SearchResult) -> str:
    """Say what was found and its day, then what stands around the words."""
    title = scene.user_text(found.title)
    task = title if found.task_id is None else f"<b>#{found.task_id}</b> {title}"
    what = scene.say("search_comment", task=task) if found.kind is SearchKind.COMMENT else task
    head = f"{MARKS[found.kind]} {what} · {scene.short(found.fecha)}"
    return head if found.excerpt == found.title else f"{head}\n{scene.user_text(found.excerpt, EXCERPT_UNITS)}"


def result_button(found: SearchResult) -> Button:
    if found.task_id is None:
        return Button(f"{MARKS[found.kind]} {label(found.title)}", EventCard(found.id, found.fecha))
    return Button(f"{MARKS[found.kind]} #{found.task_id} · {label(found.title)}", TaskCard(found.task_id))
