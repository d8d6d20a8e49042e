"""Red items: whose, since when, and why."""

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import Today
from bot.chat.callbacks.red import RedList
from bot.chat.callbacks.tasks import TaskCard, TaskFilter, TaskList
from bot.chat.callbacks.team import Person, Team
from bot.chat.panels.components import LIGHTS, Button, Panel, Row, Scene, due, escape, label, pages, progress_bar
from core.base.model import Semaforo
from core.base.paging import NumberedPage
from core.work.red import RedItem, RedItems

ITEMS_A_PAGE = 6
WHY_UNITS = 200
NAME_UNITS, TASK_UNITS = 16, 22


def red_page(screen: RedList | TaskList) -> NumberedPage:
    return NumberedPage(screen.page, ITEMS_A_PAGE)


def red_panel(scene: Scene, red: RedItems, screen: RedList | TaskList, *, leads: bool = False) -> Panel:
    """What is red, the longest first: among those one leads, or one's own in a list of one's tasks."""
    led = isinstance(screen, RedList)
    page, _, turning = pages(
        range(red.count),
        screen.page,
        ITEMS_A_PAGE,
        lambda number: RedList(number) if led else TaskList(TaskFilter.RED, number),
    )
    head = [f"<b>{scene.say('red_title' if led else 'red_title_own')}</b> · {red.count}"]
    if red.orange:
        head.append(f"{LIGHTS[Semaforo.NARANJA]} {scene.say('red_and_orange', count=red.orange)}")
    blocks = [red_block(scene, red, item, led=led) for item in red.items] or [scene.say("red_none")]
    buttons = [item_row(red, item, page, led=led) for item in red.items]
    return Panel(
        "\n\n".join(["\n".join(head), *blocks]), [*buttons, turning, elsewhere_row(scene, led=led, leads=leads)]
    )


def red_block(scene: Scene, red: RedItems, item: RedItem, *, led: bool) -> str:
    words = scene.user_text(item.descripcion)
    person = f"<b>{escape(label(display_name(red, item.user_id)))}</b> · " if led else ""
    lines = [
        f"{LIGHTS[item.semaforo]} {person}{since_text(scene, item)}",
        f"<b>#{item.task_id}</b> {words}",
        f"{progress_bar(item.porcentaje, scene.language)} · {due(scene, item, scene.today)}",
        comment_line(scene, red, item),
    ]
    if item.fecha < scene.today:
        lines.append(scene.say("red_not_opened_since", date=scene.short(item.fecha)))
    return "\n".join(lines)


def display_name(red: RedItems, person: int) -> str:
    return red.names.get(person, f"#{person}")


def since_text(scene: Scene, item: RedItem) -> str:
    days = (scene.today - item.since).days
    if days == 0:
        return scene.say("red_since_today")
    return scene.say("red_since", date=scene.short(item.since), count=days)


def comment_line(scene: Scene, red: RedItems, item: RedItem) -> str:
    if item.comentario is None or item.comment_by_user_id is None or item.commented_at is None:
        return scene.say("red_no_reason")
    on = scene.short(item.commented_at.astimezone(scene.zone).date())
    words = scene.user_text(item.comentario, WHY_UNITS)
    return f"💬 <b>{escape(label(display_name(red, item.comment_by_user_id)))}</b>, {on}: {words}"


def item_row(red: RedItems, item: RedItem, page: int, *, led: bool) -> Row:
    card = TaskCard(item.task_id, AskFor.NOTHING, TaskFilter.RED, page, user=item.user_id if led else 0)
    task = Button(f"📋 #{item.task_id} · {label(item.descripcion, TASK_UNITS)}", card)
    if not led:
        return [task]
    return [task, Button(f"👤 {label(display_name(red, item.user_id), NAME_UNITS)}", Person(item.fecha, item.user_id))]


def elsewhere_row(scene: Scene, *, led: bool, leads: bool) -> Row:
    """One's own red items, and the team's day; from one's own, the tasks and the day."""
    if not led:
        return [scene.button("my_tasks", TaskList()), scene.button("my_day", Today())]
    own = scene.button("own_red", TaskList(TaskFilter.RED))
    return [own, scene.button("team", Team(scene.today))] if leads else [own]
