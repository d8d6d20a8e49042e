"""A person's tasks: the list with its filters, and a task's card."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import Day, Reopen
from bot.chat.callbacks.history import CardHistory, HistoryOf
from bot.chat.callbacks.red import RedCard
from bot.chat.callbacks.tasks import (
    AccessAsked,
    AskDue,
    ClosedWithin,
    DeleteTask,
    DueWithin,
    EndRule,
    HandOver,
    LetIn,
    PauseRule,
    SendFile,
    SetDue,
    SetMuted,
    SetPriority,
    SetResponsible,
    SetStatus,
    TaskCard,
    TaskFilter,
    TaskList,
    TheirTasks,
)
from bot.chat.callbacks.team import Person, RedList
from bot.chat.panels.components import (
    FILE,
    LIGHTS,
    Button,
    Panel,
    Row,
    Scene,
    Style,
    escape,
    files_text,
    in_rows,
    label,
    listed,
    name_html,
    name_of,
    pages,
    progress_bar,
    status_and_due,
    task_button,
    task_named,
    task_title,
)
from bot.chat.panels.conflicts import off_lines
from bot.chat.panels.day import helper_lines
from bot.chat.panels.pickers import due_rows, people_rows, priority_rows
from bot.chat.panels.recurrence import rule_lines, rule_text
from core.base.calendar_time import ONE_DAY
from core.base.model import TaskStatus
from core.language.i18n import listing
from core.people.colleagues import Colleague
from core.people.working_time import WhyOff
from core.records.work import Attachment, Red, RuleState, Task, TaskComment
from core.work.followers import Outsiders
from core.work.red import RedItem
from core.work.red_help import TaskRed
from core.work.splitting import PlaceInSplit
from core.work.task_lists import MOST
from core.work.task_progress import Progress
from core.work.task_rules import RuleView
from core.work.tasks import Discussion

TASKS_A_PAGE = 8
FILTERS_A_ROW = 2
DESCRIPTION_UNITS = 1000
WHOLE = 40_000
"""The longest description, about ten messages: it has no bound, and Telegram takes about one message a second."""

COMMENTS_SHOWN = 5
COMMENT_UNITS = 200
NAMES_SHOWN = 10
NAMES_IN_LIST = 3
OF_TEAM = -1
"""The `user` of a card that was opened from a list of the whole team's tasks."""
THEIRS = tuple(which for which in TaskFilter if which is not TaskFilter.REPEATED)
FILES_A_ROW = 2
QUESTIONS = {
    AskFor.COMMENT: "ask_comment",
    AskFor.STATUS: "ask_status",
    AskFor.DUE: "ask_due",
    AskFor.PEOPLE: "ask_people",
    AskFor.PRIORITY: "ask_priority",
    AskFor.DESCRIPTION: "ask_description",
    AskFor.DELETE: "ask_delete",
    AskFor.END_RULE: "ask_end_rule",
    AskFor.HAND_OVER: "ask_hand_over",
    AskFor.SPLIT: "ask_split",
}
SUNDAY = 7

Files = Mapping[int, Sequence[Attachment]]
"""The files attached to comments, by the comments' ids."""


class CardModel(Struct, frozen=True):
    """A task with what its card tells: its comments, names by id, the states the viewer may give it.

    `item` is the viewer's item of today, where that takes the task up again; `own`: it is theirs to take up by an item.
    `sets_due` (and every other field), `sets_priority`, `hands_over` and `deletes`: whether the viewer may. `muted`:
    the viewer hears nothing of its comments and changes. `people`: whom to choose from, while people are asked for.
    `off`: which responsibles do not work on its due date, where the viewer may move that. `rule`: what made it, and
    makes it again.
    `reds`: for whom it is red, and why. `progress`: how far its people are. `deleted`: who deleted it, and when.
    `split`: its parts, and what it is one of.
    """

    task: Task
    discussion: Discussion
    names: Mapping[int, str]
    next_statuses: Collection[TaskStatus]
    own: bool = False
    item: int | None = None
    sets_due: bool = False
    sets_priority: bool = False
    hands_over: bool = False
    deletes: bool = False
    muted: bool = False
    people: Sequence[Colleague] = ()
    files: Files = {}
    off: Mapping[int, WhyOff] = {}
    rule: RuleView | None = None
    reds: Sequence[TaskRed] = ()
    progress: Sequence[Progress] = ()
    deleted: str = ""
    split: PlaceInSplit = PlaceInSplit((), None)


def filter_tasks(tasks: Sequence[Task], which: TaskFilter, today: date) -> list[Task]:
    """Return somebody's open tasks that a filter shows: late, due by Sunday, in planning, or all."""
    first, last = due_within(which, today)
    planned = which is TaskFilter.PLANNING
    return [
        task
        for task in tasks
        if first <= task.fecha_cumplir <= last and (not planned or task.estatus is TaskStatus.PLANEACION)
    ]


def due_within(which: TaskFilter, today: date) -> tuple[date, date]:
    """Return the first and last due date that a filter shows: late before today, the week's by Sunday, else any."""
    match which:
        case TaskFilter.LATE:
            return date.min, today - ONE_DAY
        case TaskFilter.WEEK:
            return today, today + timedelta(days=SUNDAY - today.isoweekday())
        case _:
            return date.min, date.max


def list_panel(scene: Scene, tasks: Sequence[Task], screen: TaskList) -> Panel:
    page, shown, turning = pages(tasks, screen, TASKS_A_PAGE)
    head = f"<b>{scene.say('tasks_title')}</b> · {scene.say(f'filter_{screen.which}')} · {len(tasks)}"
    blocks = [task_block(scene, task) for task in shown] or [scene.say("tasks_none")]
    buttons = task_rows(shown, TaskCard(0, which=screen.which, page=page))
    return Panel("\n\n".join([head, *blocks]), [*buttons, turning, *filter_rows(scene, screen.which)])


def task_rows(tasks: Sequence[Task], card: TaskCard) -> list[Row]:
    """A button for each task, to its card."""
    return [[task_button(task.id, task.descripcion, replace(card, task=task.id))] for task in tasks]


def rules_panel(scene: Scene, views: Sequence[RuleView], screen: TaskList) -> Panel:
    """The rules by which tasks are made again, each with the way to its last task."""
    page, shown, turning = pages(views, screen, TASKS_A_PAGE)
    head = f"<b>{scene.say('tasks_title')}</b> · {scene.say(f'filter_{screen.which}')} · {len(views)}"
    blocks = [f"🔁 <b>{scene.user_text(view.rule.descripcion)}</b>\n{rule_text(scene, view)}" for view in shown]
    card, rules = TaskCard(0, which=screen.which, page=page), [view.rule for view in shown]
    buttons = [[task_button(rule.task_id, rule.descripcion, replace(card, task=rule.task_id))] for rule in rules]
    said = "\n\n".join([head, *(blocks or [scene.say("rules_none")])])
    return Panel(said, [*buttons, turning, *filter_rows(scene, screen.which)])


def their_tasks_panel(
    scene: Scene, tasks: Sequence[Task], screen: TheirTasks, names: Mapping[int, str], *, led: bool
) -> Panel:
    """Tasks of one person, or of the team with the people of each; `led`: the reader may see their red items, too."""
    page, shown, turning = pages(tasks, screen, TASKS_A_PAGE)
    whose = theirs_text(scene, screen.user, names)
    head = f"<b>{whose}</b> · {scene.say(f'filter_{screen.which}')} · {count_text(scene, tasks)}"
    blocks = [their_task_block(scene, task, {} if screen.user else names) for task in shown]
    buttons = task_rows(shown, TaskCard(0, which=screen.which, page=page, user=screen.user or OF_TEAM))
    others = [which for which in THEIRS if which is not screen.which and (led or which is not TaskFilter.RED)]
    filters = [Button(scene.say(f"filter_{which}"), their_list(which, screen.user)) for which in others]
    said = "\n\n".join([head, *(blocks or [scene.say("tasks_none_of_theirs")])])
    return Panel(said, [*buttons, turning, *in_rows(filters, FILTERS_A_ROW)])


def tasks_within_panel(
    scene: Scene, tasks: Sequence[Task], screen: ClosedWithin | DueWithin, names: Mapping[int, str]
) -> Panel:
    """List what was closed, or is due, on some days, with the way to all that is closed, or open."""
    _, shown, turning = pages(tasks, screen, TASKS_A_PAGE)
    own = bool(screen.user) and screen.user == scene.reader
    whose = scene.say("tasks_title") if own else theirs_text(scene, screen.user, names)
    days = escape(scene.days(screen.first, screen.last))
    if isinstance(screen, ClosedWithin):
        which, nothing, more = TaskFilter.CLOSED, "tasks_none_closed_then", "all_closed"
        then = f"{scene.say(f'filter_{which}')} · {days}"
    else:
        which, nothing, more = TaskFilter.OPEN, "tasks_none_due_then", "all_open"
        then = scene.say("due_then", days=days)
    blocks = [their_task_block(scene, task, {} if screen.user else names) for task in shown]
    every = TaskList(which) if own else TheirTasks(which, screen.user)
    buttons = task_rows(shown, TaskCard(0, which=which, user=0 if own else screen.user or OF_TEAM))
    said = "\n\n".join([f"<b>{whose}</b> · {then} · {count_text(scene, tasks)}", *(blocks or [scene.say(nothing)])])
    return Panel(said, [*buttons, turning, [scene.button(more, every)]])


def count_text(scene: Scene, tasks: Sequence[Task]) -> str:
    """Say how many tasks there are, as far as they were looked for."""
    return scene.say("tasks_most", count=MOST) if len(tasks) == MOST else str(len(tasks))


def theirs_text(scene: Scene, user: int, names: Mapping[int, str]) -> str:
    return scene.say("tasks_of", name=name_html(name_of(names, user))) if user else scene.say("tasks_of_team")


def their_list(which: TaskFilter, user: int) -> TheirTasks | RedList:
    return TheirTasks(which, user) if user or which is not TaskFilter.RED else RedList()


def their_task_block(scene: Scene, task: Task, names: Mapping[int, str]) -> str:
    people = [name_html(names[person]) for person in task.responsible_user_ids if person in names]
    return task_block(scene, task) + (f" · {listed(people, NAMES_IN_LIST)}" if people else "")


def task_block(scene: Scene, task: Task) -> str:
    return f"{task_title(scene, task)}\n{state_line(scene, task)}"


def state_line(scene: Scene, task: Task) -> str:
    return f"{status_and_due(scene, task, scene.today)} · {scene.say(f'priority_{task.prioridad}')}"


def filter_rows(scene: Scene, present: TaskFilter) -> list[Row]:
    others = [Button(scene.say(f"filter_{which}"), TaskList(which)) for which in TaskFilter if which is not present]
    return in_rows(others, FILTERS_A_ROW)


def card_panel(scene: Scene, model: CardModel, screen: TaskCard, units: int = DESCRIPTION_UNITS) -> Panel:
    lines = [
        *fact_lines(scene, model, units),
        *([scene.say("task_reopens_by_item")] if model.own and model.item is None else []),
        "",
        *comment_lines(scene, model),
        *([f"\n{scene.say(QUESTIONS[screen.ask])}"] if screen.ask in QUESTIONS else []),
    ]
    return Panel("\n".join(lines), card_rows(scene, model, screen))


def named_people(task: Task) -> set[int]:
    """The people whom its card names."""
    return {*task.responsible_user_ids[:NAMES_SHOWN], *([task.leader_user_id] if task.leader_user_id else [])}


def fact_lines(scene: Scene, model: CardModel, units: int) -> list[str]:
    task = model.task
    responsibles = [person_name(model, person) for person in task.responsible_user_ids]
    return [
        f"<b>{scene.say('task_number', id=task.id)}</b>",
        *([] if task.is_active else [escape(model.deleted) or scene.say("task_deleted")]),
        scene.user_block(task.descripcion, units),
        "",
        state_line(scene, task),
        *progress_lines(scene, model),
        *(line for each in model.reds for line in red_lines(scene, model, each.red)),
        *off_lines(scene, model.off, model.names),
        *(rule_lines(scene, model.rule, task) if model.rule else []),
        scene.say("task_leader", name=person_name(model, task.leader_user_id)),
        scene.say("task_responsibles", names=listed(responsibles, NAMES_SHOWN)),
        *closed_lines(scene, model),
    ]


def progress_lines(scene: Scene, model: CardModel) -> list[str]:
    """Say how far each of the task's people is, with their light; by name if several are, or it is another's."""
    if not model.task.is_open:
        return []
    own = [each.user_id for each in model.progress] == [scene.reader]
    return [
        f"{LIGHTS[each.semaforo]} {progress_bar(each.porcentaje, scene.language)}"
        + ("" if own else f" · {person_name(model, each.user_id)}")
        for each in model.progress[:NAMES_SHOWN]
    ]


def closed_lines(scene: Scene, model: CardModel) -> list[str]:
    """Say when the task was closed, or into which tasks it is split; and of which one it is a part."""
    task, split = model.task, model.split
    if split.parts:
        parts = [task_named(scene, each.id, each.descripcion) for each in split.parts]
        closed = [scene.say("task_split_into", count=len(parts)), *(f"• {each}" for each in parts)]
    else:
        closed = [scene.say("task_closed_on", date=scene.short(task.fecha_cierre))] if task.fecha_cierre else []
    whole = split.whole
    of = [scene.say("task_part_of", task=task_named(scene, whole.id, whole.descripcion))] if whole else []
    return [*of, *closed]


def red_lines(scene: Scene, model: CardModel, red: Red) -> list[str]:
    """Say whose red it is, why, and who is on it or asked to be."""
    raised = scene.say("red_raised", name=person_name(model, red.user_id))
    return [raised, reason_line(scene, red, COMMENT_UNITS), *helper_lines(scene, red.helpers, model.names)]


def reason_line(scene: Scene, red: Red | RedItem, units: int) -> str:
    return scene.say("red_no_reason") if red.motivo is None else f"💬 {scene.user_text(red.motivo, units)}"


def red_button(scene: Scene, red: Red, names: Mapping[int, str]) -> Button:
    """The button to the card of somebody's red, to help with it."""
    return scene.button("red_help", RedCard(red.id), name=label(names.get(red.user_id, "")))


def person_name(model: CardModel, person: int | None) -> str:
    return "–" if person is None else name_html(name_of(model.names, person))


def comment_lines(scene: Scene, model: CardModel) -> list[str]:
    """Count the comments, and show the latest but for those that stand above as a red's reason; nothing if all do."""

    def shown(comment: TaskComment) -> str:
        words = scene.user_text(comment.comentario, COMMENT_UNITS)
        return comment_line(scene, comment, model.names, with_files(scene, comment, model.files, words))

    count = model.discussion.count
    above = {(each.red.user_id, each.red.motivo) for each in model.reds}
    latest = [each for each in model.discussion.latest if (each.created_by_user_id, each.comentario) not in above]
    if not latest and count:
        return []
    return [scene.say("comments", count=count) if count else scene.say("no_comments"), *map(shown, latest)]


def comment_line(scene: Scene, comment: TaskComment, names: Mapping[int, str], words: str) -> str:
    """A comment with its author and day; `words` are its text as HTML."""
    author = comment.created_by_user_id
    on = scene.short(comment.created_at.astimezone(scene.zone).date())
    return f"💬 <b>{name_html(name_of(names, author))}</b>, {on}: {words}"


def with_files(scene: Scene, comment: TaskComment, files: Files, words: str) -> str:
    """A comment's text as HTML, and its files unless that is what the text says."""
    if comment.id not in files or comment.comentario.startswith(FILE):
        return words
    return f"{words} · {escape(label(files_text(scene, files[comment.id])))}"


def file_rows(scene: Scene, task: Task, files: Files) -> list[Row]:
    buttons = [Button(label(files_text(scene, found)), SendFile(task.id, key)) for key, found in files.items()]
    return in_rows(buttons, FILES_A_ROW)


def card_rows(scene: Scene, model: CardModel, screen: TaskCard) -> list[Row]:
    back = back_button(scene, screen)
    if screen.ask is not AskFor.NOTHING:
        away = scene.button("done" if screen.ask is AskFor.PEOPLE else "not_now", with_question(screen, AskFor.NOTHING))
        return [*answer_rows(scene, model, screen), [away], [back]]
    comment = scene.button("comment", with_question(screen, AskFor.COMMENT))
    state = [scene.button("status", with_question(screen, AskFor.STATUS))] if model.next_statuses else []
    reopen = [scene.button("reopen", Reopen(scene.today, scene.today, model.item))] if model.item is not None else []
    mute = SetMuted(model.task.id, *screen.back, not model.muted)
    return [
        *file_rows(scene, model.task, model.files),
        *([red_button(scene, each.red, model.names)] for each in model.reds if each.may_answer),
        [comment, *state, *reopen],
        *edit_rows(scene, model, screen),
        rule_row(scene, model, screen),
        [scene.button("history", CardHistory(HistoryOf.TASK, model.task.id))],
        [back, scene.button("unmute" if model.muted else "mute", mute)],
    ]


def access_panel(scene: Scene, model: Outsiders, screen: AccessAsked) -> Panel:
    """Name the people whom a task mentions and who may not read it; offer to let them in, if the reader may."""
    card = scene.button("task", TaskCard(screen.task))
    if not model.people:
        return Panel(scene.say("access_given"), [[card]])
    names = listing(scene.language, [f"<b>{name_html(person.display_name)}</b>" for person in model.people])
    missing = scene.say("access_missing", names=names, id=screen.task, count=len(model.people))
    if not model.may_let_in:
        return Panel(missing, [[card]])
    buttons = [
        [scene.button("let_in", LetIn(screen.task, screen.comment, person.id), name=label(person.display_name))]
        for person in model.people
    ]
    not_now = scene.button("not_now", TaskCard(screen.task))
    return Panel(f"{missing}\n{scene.say('ask_access')}", [*buttons, [not_now]])


def edit_rows(scene: Scene, model: CardModel, screen: TaskCard) -> list[Row]:
    """Buttons to change the task: all that the viewer may of one that is to be done, of a closed one to delete it."""
    if not model.task.is_active:
        return []

    def question(key: str, ask: AskFor) -> Button:
        return scene.button(key, with_question(screen, ask))

    delete = [question("delete", AskFor.DELETE)] if model.deletes else []
    if model.task.estatus is TaskStatus.CERRADA:
        return [delete]
    asks_due = [question("ask_due", AskFor.DUE)] if model.hands_over else []
    due = [question("due", AskFor.DUE), question("people", AskFor.PEOPLE)] if model.sets_due else asks_due
    hand_over = [question("hand_over", AskFor.HAND_OVER), question("split", AskFor.SPLIT)] if model.hands_over else []
    priority = [question("priority", AskFor.PRIORITY)] if model.sets_priority else []
    description = [question("description", AskFor.DESCRIPTION)] if model.sets_due else []
    return [[*due, *priority], hand_over, [*description, *delete]]


def rule_row(scene: Scene, model: CardModel, screen: TaskCard) -> Row:
    """Buttons to pause or resume and to end the rule that made the task, if the viewer may change it."""
    if model.rule is None or not model.rule.writable:
        return []
    paused = model.rule.rule.state is RuleState.PAUSED
    pause = PauseRule(model.task.id, *screen.back, not paused)
    end = with_question(screen, AskFor.END_RULE)
    return [scene.button("rule_resume" if paused else "rule_pause", pause), scene.button("rule_end", end)]


def with_question(screen: TaskCard, ask: AskFor) -> TaskCard:
    return replace(screen, ask=ask, at=0)


def answer_rows(scene: Scene, model: CardModel, screen: TaskCard) -> list[Row]:
    task, back = model.task, screen.back
    match screen.ask:
        case AskFor.STATUS:
            allowed = [status for status in TaskStatus if status in model.next_statuses]
            return [[Button(scene.say(f"status_{each}"), SetStatus(task.id, *back, each))] for each in allowed]
        case AskFor.DUE:
            on_day = partial(SetDue, task.id, *back) if model.sets_due else partial(AskDue, task.id)
            return due_rows(scene, screen, on_day, task.fecha_cumplir, task.fecha_solicitud)
        case AskFor.PEOPLE:
            people = {person.id: person.display_name for person in model.people}
            return people_rows(people, task.responsible_user_ids, screen, partial(SetResponsible, task.id, *back))
        case AskFor.HAND_OVER:
            people = {person.id: person.display_name for person in model.people}
            return people_rows(people, (), screen, lambda person, *_: HandOver(task.id, *back, person))
        case AskFor.PRIORITY:
            return priority_rows(scene, task.prioridad, partial(SetPriority, task.id, *back))
        case _:
            return sure_rows(scene, model, screen)


def sure_rows(scene: Scene, model: CardModel, screen: TaskCard) -> list[Row]:
    """The button that confirms what is asked about, if the viewer may do it."""
    if screen.ask is AskFor.DELETE and model.deletes:
        return [[scene.button("delete_sure", DeleteTask(model.task.id, *screen.back)).styled(Style.DANGER)]]
    if screen.ask is AskFor.END_RULE and model.rule and model.rule.writable:
        return [[scene.button("rule_end_sure", EndRule(model.task.id, *screen.back)).styled(Style.DANGER)]]
    return []


def back_button(scene: Scene, screen: TaskCard) -> Button:
    """The button to where the card was opened from: one's day, a person's, what is red, or the list."""
    if screen.which is TaskFilter.RED:
        callback = RedList(screen.page) if screen.user else TaskList(screen.which, screen.page)
        return scene.back("red_title", callback)
    if not screen.day and screen.user:
        theirs = TheirTasks(screen.which, max(screen.user, 0), screen.page)
        return scene.button("back_to_tasks", theirs)
    if not screen.day:
        return scene.back("tasks_title", TaskList(screen.which, screen.page))
    fecha = date.fromordinal(screen.day)
    if screen.user:
        return scene.button("back_to_person", Person(fecha, screen.user, screen.page))
    return scene.button("back_to_day", Day(fecha, screen.page))
