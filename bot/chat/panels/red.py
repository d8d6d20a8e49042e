"""Red items: whose, since when, why, and who is on them."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import GoOn, Item, Today
from bot.chat.callbacks.red import AnswerRed, NameHelper, RedCard, WhyRed
from bot.chat.callbacks.tasks import TaskCard, TaskFilter, TaskList, TheirTasks
from bot.chat.callbacks.team import Person, RedList, Team
from bot.chat.panels.components import (
    LIGHTS,
    Button,
    Panel,
    Row,
    Scene,
    and_more,
    due,
    escape,
    in_rows,
    label,
    name_html,
    name_of,
    pages,
    progress_bar,
    task_title,
)
from bot.chat.panels.day import helper_lines, percent_row, withdraw_row
from bot.chat.panels.tasks import reason_line, red_button, state_line
from core.base.model import Semaforo
from core.base.paging import NumberedPage
from core.language.i18n import listing
from core.people.colleagues import Colleague
from core.people.working_time import WhyOff
from core.records.work import HelperAnswer, Red, Task
from core.work.red import RedItem, RedItems
from core.work.red_help import RedView, ToldOfRed

ITEMS_A_PAGE = 6
LATE_MARK = "⏰"
WHY_UNITS, CARD_WHY_UNITS, UNATTENDED_SHOWN = 200, 1000, 5
NAME_UNITS, TASK_UNITS = 16, 22


def red_page(screen: RedList | TaskList | TheirTasks) -> NumberedPage:
    return NumberedPage(screen.page, ITEMS_A_PAGE)


def red_panel(
    scene: Scene,
    red: RedItems,
    screen: RedList | TaskList | TheirTasks,
    *,
    leads: bool = False,
    helped: Sequence[RedView] = (),
) -> Panel:
    """List the reds of those one leads or one's own, the longest first; above them, on page one, those one `helped`."""
    led = not isinstance(screen, TaskList)
    page, _, turning = pages(range(red.count), screen, ITEMS_A_PAGE)
    asked = helped if screen.page == 0 else ()
    late_only = bool(red.items) and all(each.is_late_only for each in red.items) and not helped
    title = "red_title_late" if late_only else "red_title"
    head = [f"<b>{scene.say(title if led else 'red_title_own')}</b> · {red.count + len(helped)}"]
    if red.orange:
        head.append(f"{LIGHTS[Semaforo.NARANJA]} {scene.say('red_and_orange', count=red.orange)}")
    blocks = [
        *(helped_block(scene, view) for view in asked),
        *(red_block(scene, red, each, led=led) for each in red.items),
    ]
    helping: list[Row] = [
        [red_button(scene, view.red, view.names), Button(f"📋 #{view.red.task_id}", TaskCard(view.red.task_id))]
        for view in asked
    ]
    buttons = [*helping, *(item_row(red, item, page, led=led) for item in red.items)]
    return Panel(
        "\n\n".join(["\n".join(head), *(blocks or [scene.say("red_none")])]),
        [*buttons, turning, elsewhere_row(scene, led=led, leads=leads)],
    )


def helped_block(scene: Scene, view: RedView) -> str:
    return "\n".join([raised_line(scene, view), title_of(scene, view), reason_line(scene, view.red, WHY_UNITS)])


def raised_line(scene: Scene, view: RedView) -> str:
    """Say whose red it is, and what that is to its reader: asked to help, on it, told, or told in place of one."""
    owner = owner_html(view)
    if view.own is None or view.own.declines:
        return scene.say("red_raised", name=owner)
    if view.own.answer is None and view.instead_of:
        return scene.say("red_raised_instead", name=owner, leader=name_html(view.instead_of))
    return scene.say("red_raised_help" if view.own.answer is None else "red_raised_mine", name=owner)


def owner_html(view: RedView) -> str:
    return f"<b>{name_html(view.names.get(view.red.user_id, ''))}</b>"


def title_of(scene: Scene, view: RedView, known: str = "") -> str:
    """The task's title now, else as it was `known` when its reader could still read it."""
    if view.task:
        return task_title(scene, view.task)
    return f"<b>#{view.red.task_id}</b>" + (f" {scene.user_text(known)}" if known else "")


def red_block(scene: Scene, red: RedItems, item: RedItem, *, led: bool) -> str:
    """Say of an item whose it is and why it is red; of a late one that nobody set red, what its person said last."""
    words = scene.user_text(item.descripcion)
    person = f"<b>{name_html(display_name(red, item.user_id))}</b> · " if led else ""
    said = red.said.get(item.item_id)
    lines = [
        f"{mark_of(item)} {person}{since_text(scene, item)}",
        f"<b>#{item.task_id}</b> {words}",
        f"{progress_bar(item.porcentaje, scene.language)} · {due(scene, item, scene.today)}",
        *([] if item.is_late_only else [reason_line(scene, item, WHY_UNITS)]),
        *([f"💬 {scene.user_text(said, WHY_UNITS)}"] if said else []),
        *helper_lines(scene, item.helpers, red.names),
    ]
    if item.fecha < scene.today:
        lines.append(scene.say("red_not_opened_since", date=scene.short(item.fecha)))
    return "\n".join(lines)


def display_name(red: RedItems, person: int) -> str:
    return name_of(red.names, person)


def mark_of(item: RedItem) -> str:
    return LATE_MARK if item.is_late_only else LIGHTS[item.semaforo]


def since_text(scene: Scene, item: RedItem) -> str:
    """Since when it is red; of what nobody set red, when it was due."""
    if item.is_late_only:
        return scene.say("late_since", date=scene.short(item.fecha_cumplir))
    days = (scene.today - item.since).days
    if days == 0:
        return scene.say("red_since_today")
    return scene.say("red_since", date=scene.short(item.since), count=days)


def card_panel(scene: Scene, view: RedView, known: str = "") -> Panel:
    """A red as its helpers and leaders see it: whose it is, why, since when, and what they can do."""
    red, task = view.red, view.task
    owner = owner_html(view)
    title, card = title_of(scene, view, known), scene.button("task", TaskCard(red.task_id))
    if red.ended_at is not None:
        key = "red_again" if view.again else "red_withdrawn" if view.still_red else "red_ended"
        over = scene.say(key, name=owner)
        helped = view.own is not None and view.own.answer is HelperAnswer.ON_IT and not view.again
        lines = [over, title, *([task_state(scene, task)] if task else [])]
        lines += [scene.say("red_thanks")] if helped else []
        return Panel("\n".join(lines), [[card]] if task else [])
    reason = scene.say("red_no_reason") if red.motivo is None else f"💬 {scene.user_block(red.motivo, CARD_WHY_UNITS)}"
    lines = [
        raised_line(scene, view),
        title,
        reason,
        scene.say("red_since_time", time=scene.when(red.started_at, scene.zone)),
        *helper_lines(scene, red.helpers, view.names),
    ]
    comment = scene.button("comment", TaskCard(red.task_id, AskFor.COMMENT))
    return Panel("\n".join(lines), [answer_row(scene, view), [comment, card]])


def answer_row(scene: Scene, view: RedView) -> Row:
    """The answers of a helper or leader. After one is given, the other is offered."""
    on_it = scene.button("red_on_it", AnswerRed(view.red.id, on_it=True))
    if view.own is None or view.own.declines:
        return [on_it]
    key = "red_not_me" if view.own.answer is None else "red_step_back"
    decline = scene.button(key, AnswerRed(view.red.id, on_it=False))
    return [on_it, decline] if view.own.answer is None else [decline]


def task_state(scene: Scene, task: Task) -> str:
    """The state of the task of a red that is over: what ended the red may have closed or deleted it."""
    return state_line(scene, task) if task.is_active else scene.say("task_deleted")


def why_panel(
    scene: Scene, screen: WhyRed, task: Task, people: Sequence[Colleague], own: Red | None, told: ToldOfRed
) -> Panel:
    """The question why a task is red and who ends that; names are ticked where they are named."""
    named = {helper.user_id for helper in own.helpers} if own else set[int]()
    buttons = [
        Button(
            f"{'✓ ' if person.id in named else ''}{label(person.display_name, NAME_UNITS)}",
            NameHelper(screen.task, screen.day, screen.item, person.id, person.id not in named, screen.walk),
        )
        for person in people
    ]
    later = map(escape, told_later(scene, told))
    lines = [f"<b>{scene.say('ask_why_red')}</b>", task_title(scene, task), "", scene.say("ask_why_red_how"), *later]
    behind = screen.without_question()
    rows = [*in_rows(buttons, 2), withdraw_row(scene, screen, task.fecha_cumplir, own)]
    if not screen.walk or not isinstance(behind, Item):
        return Panel("\n".join(lines), [*rows, [scene.button("not_now", behind)]])
    go_on = scene.button("next_item", GoOn(behind.fecha, scene.today, behind.item))
    return Panel("\n".join(lines), [*rows, percent_row(scene, behind), [go_on]])


def told_later(scene: Scene, told: ToldOfRed) -> Sequence[str]:
    """Return lines of plain text: each person who is told of a red later, or that nobody is reached."""
    lines = [away_line(scene, name, why) for name, why in told.off.items()]
    lines += [
        scene.say("red_told_later", name=name, time=scene.when(at, scene.clock)) for name, at in told.later.items()
    ]
    reached = told.now or told.later or not (told.off or told.unwanted)
    return lines if reached else [*lines, scene.say("red_reaches_nobody")]


def away_line(scene: Scene, name: str, why: WhyOff) -> str:
    if why.until is None or why.until == scene.today:
        return scene.say("red_leader_off", name=name)
    return scene.say("red_leader_away", name=name, date=scene.short(why.until))


def answered_panel(scene: Scene, view: RedView, by: str, known: str, *, on_it: bool) -> Panel:
    """Tell what a helper says of one's red."""
    words = scene.say("red_helper_on_it" if on_it else "red_helper_declines", name=f"<b>{name_html(by)}</b>")
    other = [] if on_it or view.red.ended_at else [scene.button("red_other_helper", WhyRed(view.red.task_id))]
    card = scene.button("task", TaskCard(view.red.task_id))
    return Panel(f"{words}\n{title_of(scene, view, known)}", [[*other, card]])


def unheard_panel(scene: Scene, view: RedView, names: Sequence[str]) -> Panel:
    """Tell the owner of a red who was not told of it, though it was said that they would be."""
    key = "red_unheard_over" if view.red.ended_at else "red_unheard"
    words = scene.say(key, names=listing(scene.language, [f"<b>{name_html(name)}</b>" for name in names]))
    other = [] if view.red.ended_at else [scene.button("red_other_helper", WhyRed(view.red.task_id))]
    return Panel(f"{words}\n{title_of(scene, view)}", [[*other, scene.button("task", TaskCard(view.red.task_id))]])


def taken_panel(scene: Scene, view: RedView, by: str) -> Panel:
    """The message to a leader: somebody is on the red of which they were told."""
    words = scene.say("red_taken", name=f"<b>{name_html(by)}</b>", owner=owner_html(view))
    return Panel(f"{words}\n{title_of(scene, view)}", [[scene.button("task", TaskCard(view.red.task_id))]])


class Unattended(Struct, frozen=True):
    """The reds that nobody is on, for the top of a leader's digest: a line, and a button to the card of each."""

    lines: Sequence[str] = ()
    row: Row = []


def unattended_part(scene: Scene, reds: Sequence[tuple[Red, Task]], names: Mapping[int, str]) -> Unattended:
    if not reds:
        return Unattended()
    shown = reds[:UNATTENDED_SHOWN]
    tasks = [f"{task_title(scene, task)} · {name_html(names.get(red.user_id, ''))}" for red, task in shown]
    tasks += and_more(scene, len(reds), UNATTENDED_SHOWN)
    row = [Button(f"🔴 #{red.task_id}", RedCard(red.id)) for red, _ in shown]
    return Unattended(["\n".join([scene.say("red_unattended"), *tasks])], row)


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
