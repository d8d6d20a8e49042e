"""Tasks: `/tareas`, `/tarea 12`, `/comentar 12 texto`, and replies to messages about a task."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from bot.chat.callbacks.asked_tasks import AskedCard
from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.tasks import (
    AccessAsked,
    AskDue,
    ClosedWithin,
    CommentPrompt,
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
from bot.chat.callbacks.team import RedList
from bot.chat.commands import NAMES
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.comments import add_comment, add_typed, add_under, attachments_of
from bot.chat.handlers.day import own_log
from bot.chat.handlers.history import over_of
from bot.chat.handlers.phrases import read_day
from bot.chat.handlers.pushing import display_name
from bot.chat.handlers.split_parts import begin_split
from bot.chat.panels import tasks as panels
from bot.chat.panels.components import CAPTION_UNITS, Panel, shorten
from bot.chat.panels.red import red_page, red_panel
from core.application.access import Operation
from core.application.requests import build
from core.base.errors import Code, NotFound
from core.base.model import INT32_MAX, TaskStatus
from core.drafts import drafts
from core.language.accents import without_accents
from core.language.phrases.model import DAYS_ONLY
from core.language.reader.splits import parts_said
from core.people import colleagues, users
from core.people.colleagues import Colleague
from core.people.working_time import WhyOff
from core.records.drafts import TaskDraft
from core.records.journal import Entity
from core.records.work import AskedTask, Red, Task
from core.work import (
    agreed,
    assigning,
    followers,
    red,
    red_help,
    splitting,
    task_edits,
    task_lists,
    task_progress,
    task_requests,
    task_rules,
    tasks,
)
from core.work.task_edits import ResponsibleRequest, TaskEdit
from core.work.task_requests import DueDateRequest, HandOverRequest
from core.work.task_rules import TaskRuleUpdate
from core.work.tasks import StatusRequest

WHY_UNITS = 2000
UNDER_FILE_UNITS = CAPTION_UNITS - 124
"""The longest part of a comment that is shown under its file, beside its author and day, in UTF-16 units."""
TASK_THEN_WORDS = re.compile(r"#?([0-9]{1,18})(?:\s(.*))?", re.ASCII | re.DOTALL)

FILTERS = {
    **dict.fromkeys(("abiertas", "pendientes", "todas", "open", "pending", "all"), TaskFilter.OPEN),
    **dict.fromkeys(("atrasadas", "vencidas", "late", "overdue"), TaskFilter.LATE),
    **dict.fromkeys(("semana", "esta semana", "week", "this week"), TaskFilter.WEEK),
    **dict.fromkeys(("se repiten", "repetidas", "repeating", "that repeat"), TaskFilter.REPEATED),
    **dict.fromkeys(("cerradas", "terminadas", "closed", "done"), TaskFilter.CLOSED),
    **dict.fromkeys(("rojas", "rojo", "en rojo", "red", "in red"), TaskFilter.RED),
    **dict.fromkeys(
        ("planeacion", "en planeacion", "planeadas", "planning", "in planning", "planned"), TaskFilter.PLANNING
    ),
}
BETWEEN_FILTERS = re.compile(r"[\s·,;+]+")
TEAM_WORDS = frozenset({"equipo", "team", "mi", "my", "el", "the", "del", "de", "of"})
FILLERS = frozenset({"de", "del", "of"})
ESTATUS = {TaskFilter.PLANNING: TaskStatus.PLANEACION, TaskFilter.CLOSED: TaskStatus.CERRADA}


async def draw_list(ctx: ChatContext, screen: TaskList) -> Panel:
    if screen.which is TaskFilter.RED:
        return red_panel(ctx.scene, await ctx.run(red.of_self, red_page(screen)), screen)
    if screen.which is TaskFilter.REPEATED:
        return panels.rules_panel(ctx.scene, await ctx.run(task_rules.my_rules), screen)
    if screen.which is TaskFilter.CLOSED:
        closed = await ctx.run(task_lists.tasks_of, ctx.actor.id, TaskStatus.CERRADA)
        return panels.list_panel(ctx.scene, closed, screen)
    mine = await ctx.run(tasks.my_open_tasks)
    return panels.list_panel(ctx.scene, panels.filter_tasks(mine, screen.which, ctx.today), screen)


async def draw_theirs(ctx: ChatContext, screen: TheirTasks) -> Panel:
    if screen.which is TaskFilter.RED:
        red_items = await ctx.run(red.of_person, screen.user, red_page(screen))
        red_items = await ctx.run(red.with_last_words, red_items)
        return red_panel(ctx.scene, red_items, screen, leads=ctx.leads)
    wanted = ESTATUS.get(screen.which), *panels.due_within(screen.which, ctx.today)
    if screen.user:
        found = await ctx.run(task_lists.tasks_of, screen.user, *wanted)
        names = await ctx.names_of([screen.user])
        led = screen.user in ctx.actor.people or ctx.actor.sees_all
        return panels.their_tasks_panel(ctx.scene, found, screen, names, led=led)
    found = await ctx.run(task_lists.tasks_of_team, *wanted)
    people = {person for task in found for person in task.responsible_user_ids}
    names = await ctx.names_of(people)
    return panels.their_tasks_panel(ctx.scene, found, screen, names, led=True)


async def draw_within(ctx: ChatContext, screen: ClosedWithin | DueWithin) -> Panel:
    """Draw what was closed, or is due, on some days: of a person, or of the team."""
    status = TaskStatus.CERRADA if isinstance(screen, ClosedWithin) else None
    if screen.user:
        found = await ctx.run(task_lists.tasks_of, screen.user, status, screen.first, screen.last)
    else:
        found = await ctx.run(task_lists.tasks_of_team, status, screen.first, screen.last)
    people = {screen.user} - {0} or {person for task in found for person in task.responsible_user_ids}
    names = await ctx.names_of(people)
    return panels.tasks_within_panel(ctx.scene, found, screen, names)


async def draw_card(ctx: ChatContext, screen: TaskCard) -> Panel:
    return panels.card_panel(ctx.scene, await load_card(ctx, screen), screen)


async def draw_comment_prompt(ctx: ChatContext, screen: CommentPrompt) -> Panel:
    return Panel(ctx.scene.say("task_number", id=screen.task))


def people_of(red: Red) -> set[int]:
    return {red.user_id, *(helper.user_id for helper in red.helpers)}


async def load_card(ctx: ChatContext, screen: TaskCard) -> panels.CardModel:
    task = await ctx.run(tasks.get_task, screen.task)
    discussion = await ctx.run(tasks.discussion, screen.task, panels.COMMENTS_SHOWN)
    authors = {comment.created_by_user_id for comment in discussion.latest}
    reds = await ctx.run(red_help.reds_of_task, screen.task)
    people = authors.union(
        task.responsible_user_ids, panels.named_people(task), *(people_of(each.red) for each in reds)
    )
    names = await ctx.names_of(people)
    following = tasks.next_statuses(ctx.actor, task)
    own = task.estatus is TaskStatus.CERRADA and task.is_active and ctx.actor.id in task.responsible_user_ids
    return panels.CardModel(
        task,
        discussion,
        names,
        following,
        own and not following,
        await todays_item(ctx, screen.task) if own else None,
        sets_due=task_edits.may_set_due(ctx.actor, task),
        sets_priority=tasks.may_edit(ctx.actor, task),
        deletes=task_edits.may_delete(ctx.actor, task),
        files=await attachments_of(ctx, discussion.latest),
        off=await off_ahead(ctx, task, screen),
        muted=(await ctx.run(followers.get_mute, task.id)).muted,
        hands_over=agreed.may_hand_over(ctx.actor, task),
        people=await choice_of_people(ctx, task, screen.ask),
        rule=await ctx.run(task_rules.rule_of_task, task.id),
        reds=reds,
        progress=await ctx.run(task_progress.progress_of, task.id),
        deleted="" if task.is_active else await deleted_text(ctx, task.id),
        split=await ctx.run(splitting.place_in_split, task.id),
    )


async def choice_of_people(ctx: ChatContext, task: Task, ask: AskFor) -> Sequence[Colleague]:
    """Return the people to choose from: for new responsibles, or for a hand-over; nobody where neither is asked for."""
    if ask is AskFor.PEOPLE:
        return (await ctx.run(assigning.assignable_people, task.responsible_user_ids)).people
    if ask is not AskFor.HAND_OVER:
        return ()
    return [each for each in await ctx.run(colleagues.list_colleagues) if [each.id] != task.responsible_user_ids]


async def deleted_text(ctx: ChatContext, task_id: int) -> str:
    """Say who deleted a task, and when, as far as the journal tells."""
    found = await over_of(ctx, Entity.TASK, task_id)
    return found.words if found else ""


async def off_when_due(ctx: ChatContext, task: Task) -> Mapping[int, WhyOff]:
    """Return why responsibles do not work on an open task's due date, by their ids; nobody if one may not move it."""
    if not task.is_open or task.fecha_cumplir < ctx.today or not task_edits.may_set_due(ctx.actor, task):
        return {}
    return await ctx.run(assigning.off_on, task.responsible_user_ids[: panels.NAMES_SHOWN], task.fecha_cumplir)


async def off_ahead(ctx: ChatContext, task: Task, screen: TaskCard) -> Mapping[int, WhyOff]:
    """Why responsibles do not work when it is due; while they are chosen, also who is away today or from tomorrow."""
    off = await off_when_due(ctx, task)
    if screen.ask is not AskFor.PEOPLE:
        return off
    away = await ctx.run(assigning.away_soon, task.responsible_user_ids[: panels.NAMES_SHOWN])
    return {**away, **off}


async def todays_item(ctx: ChatContext, task_id: int) -> int | None:
    log = await own_log(ctx, ctx.today)
    return next((item.id for item in log.items if item.task_id == task_id), None) if log else None


async def press_status(ctx: ChatContext, action: SetStatus) -> Reply:
    task = await ctx.run(tasks.set_status, action.task, build(StatusRequest, {"estatus": action.status}))
    return Reply(action.screen(), ctx.say("said_status", status=ctx.say(f"status_{task.estatus}")))


async def press_due(ctx: ChatContext, action: SetDue) -> Reply:
    return Reply(action.screen(), await set_due(ctx, action.task, action.due))


async def set_due(ctx: ChatContext, task_id: int, day: date) -> str:
    task = await ctx.run(task_edits.edit_task, task_id, build(TaskEdit, {"fechaCumplir": day}))
    return ctx.say("said_due", date=ctx.scene.short(task.fecha_cumplir))


async def press_ask_due(ctx: ChatContext, action: AskDue) -> Reply:
    why = (await ctx.run(drafts.get_draft, action.draft)).of(TaskDraft).descripcion if action.draft else None
    reply = await ask_due(ctx, action.task, action.due, why)
    if action.draft:
        await ctx.run(drafts.drop_draft, action.draft)
    return reply


async def ask_due(ctx: ChatContext, task_id: int, day: date, why: str | None = None) -> Reply:
    """The request for another date as it waits; the card where the date could be moved at once."""
    request = build(DueDateRequest, {"fechaCumplir": day, "motivo": shorten(why, WHY_UNITS) if why else None})
    outcome = await ctx.run(task_requests.ask_for_date, task_id, request)
    if outcome.asked is None:
        return Reply(TaskCard(task_id), ctx.say("said_due", date=ctx.scene.short(outcome.task.fecha_cumplir)))
    return await waits_for(ctx, outcome.asked)


async def waits_for(ctx: ChatContext, asked: AskedTask) -> Reply:
    """Show the card of a request that waits, and say whether the person asked hears of it in the chat."""
    name = await display_name(ctx, asked.user_id)
    hears = await ctx.run(users.names_within_reach, [asked.user_id])
    return Reply(AskedCard(asked.id), ctx.say("said_person_asked" if hears else "said_person_not_here", name=name))


async def press_priority(ctx: ChatContext, action: SetPriority) -> Reply:
    task = await ctx.run(task_edits.edit_task, action.task, build(TaskEdit, {"prioridad": action.priority}))
    return Reply(action.screen(), ctx.say("said_priority", priority=ctx.say(f"priority_button_{task.prioridad}")))


async def press_responsible(ctx: ChatContext, action: SetResponsible) -> Reply:
    request = build(ResponsibleRequest, {"userId": action.person, "responsible": action.responsible})
    await ctx.run(task_edits.set_responsible, action.task, request)
    return Reply(action.screen())


async def press_hand_over(ctx: ChatContext, action: HandOver) -> Reply:
    request = build(HandOverRequest, {"userId": action.person})
    outcome = await ctx.run(task_requests.hand_over, action.task, request)
    if outcome.asked is not None:
        return await waits_for(ctx, outcome.asked)
    name = await display_name(ctx, action.person)
    return Reply(action.screen(), ctx.say("said_handed_over", id=action.task, name=name))


async def press_delete(ctx: ChatContext, action: DeleteTask) -> Reply:
    await ctx.run(tasks.delete_task, action.task)
    return Reply(action.screen(), ctx.say("said_deleted"))


async def press_pause_rule(ctx: ChatContext, action: PauseRule) -> Reply:
    view = await ctx.run(task_rules.rule_of_task, action.task)
    if view is None:
        return Reply(action.screen(), ctx.say("said_rule_ended"))
    await ctx.run(task_rules.update_rule, view.rule.id, build(TaskRuleUpdate, {"paused": action.paused}))
    return Reply(action.screen(), ctx.say("said_rule_paused" if action.paused else "said_rule_resumed"))


async def press_end_rule(ctx: ChatContext, action: EndRule) -> Reply:
    view = await ctx.run(task_rules.rule_of_task, action.task)
    if view:
        await ctx.run(task_rules.end_rule, view.rule.id)
    return Reply(action.screen(), ctx.say("said_rule_ended"))


async def list_typed(ctx: ChatContext, words: str) -> Reply:
    """`/tareas rojas`, `/tareas @luis · cerradas`, `/tareas equipo atrasadas`."""
    said = BETWEEN_FILTERS.sub(" ", f" {without_accents(words)} ")
    found = [which for name, which in FILTERS.items() if f" {name} " in said]
    which = found[0] if found else TaskFilter.OPEN
    if len(set(found)) > 1:
        return Reply(words=ctx.say("usage_tasks_one"))
    for name in sorted(FILTERS, key=len, reverse=True):
        said = said.replace(f" {name} ", " ")
    rest = said.split()
    if not rest:
        return Reply(TaskList(which))
    if set(rest) <= TEAM_WORDS:
        return team_typed(ctx, which)
    return await person_typed(ctx, which, " ".join(word.removeprefix("@") for word in rest if word not in FILLERS))


def team_typed(ctx: ChatContext, which: TaskFilter) -> Reply:
    if not ctx.leads:
        return Reply(words=ctx.say("team_leaders_only"))
    return Reply(RedList() if which is TaskFilter.RED else TheirTasks(which))


async def person_typed(ctx: ChatContext, which: TaskFilter, name: str) -> Reply:
    named = await ctx.run(colleagues.find_named, [name])
    if not named.user_ids or which is TaskFilter.REPEATED:
        return Reply(words=ctx.say("usage_tasks"))
    (person,) = named.user_ids
    if person == ctx.actor.id:
        return Reply(TaskList(which))
    if which is TaskFilter.RED and not ctx.may(Operation.ITEMS_READ, person):
        return Reply(words=ctx.say("red_of_leaders"))
    return Reply(TheirTasks(which, person))


async def card_typed(ctx: ChatContext, words: str) -> Reply:
    """`/tarea 12`; without a number, as the menu of commands sends it, the list to choose from."""
    found = TASK_THEN_WORDS.fullmatch(words.strip())
    if not found:
        return Reply(TaskList(), ctx.say("usage_task"))
    screen = TaskCard(parse_task_id(found[1]))
    model = await load_card(ctx, screen)
    return Reply(screen, panel=panels.card_panel(ctx.scene, model, screen, panels.WHOLE))


async def comment_typed(ctx: ChatContext, words: str) -> Reply:
    """`/comentar 12 texto`; what is missing is asked for, or chosen from the list."""
    found = TASK_THEN_WORDS.fullmatch(words)
    if not found:
        return Reply(TaskList(), ctx.say("usage_comment"))
    if not (found[2] or "").strip():
        task = await ctx.run(tasks.get_task, parse_task_id(found[1]))
        return Reply(TaskCard(task.id, AskFor.COMMENT))
    return await add_comment(ctx, parse_task_id(found[1]), found[2])


def comment_on(command: str, words: str) -> tuple[CommentPrompt | None, str]:
    """Return what `/comentar 12 texto` under a file is about, and its text; None for another command."""
    found = TASK_THEN_WORDS.fullmatch(words)
    if found is None or command not in ("comentar", NAMES["comentar"]) or int(found[1]) > INT32_MAX:
        return None, words
    return CommentPrompt(int(found[1])), (found[2] or "").strip()


def parse_task_id(digits: str) -> int:
    """A task's id. Raises `NotFound` where no task can have it."""
    if int(digits) > INT32_MAX:
        raise NotFound(Code.TASK_NOT_FOUND, id=digits)
    return int(digits)


async def draw_access_asked(ctx: ChatContext, screen: AccessAsked) -> Panel:
    outsiders = await ctx.run(followers.mentioned_outsiders, screen.task, screen.comment)
    return panels.access_panel(ctx.scene, outsiders, screen)


async def press_let_in(ctx: ChatContext, action: LetIn) -> Reply:
    await ctx.run(followers.let_in, action.task, action.comment, action.person)
    return Reply(action.screen(), ctx.say("said_let_in"))


async def press_muted(ctx: ChatContext, action: SetMuted) -> Reply:
    if action.muted:
        await ctx.run(followers.mute, action.task)
    else:
        await ctx.run(followers.unmute, action.task)
    return Reply(action.screen(), ctx.say("said_muted" if action.muted else "said_unmuted"))


async def typed_on_card(ctx: ChatContext, screen: TaskCard, typed: Typed) -> Reply:
    if screen.ask is AskFor.DESCRIPTION:
        request = build(TaskEdit, {"descripcion": typed.words})
        await ctx.run(task_edits.edit_task, screen.task, request)
        words = ctx.say("said_description")
    elif screen.ask is AskFor.SPLIT:
        return await begin_split(ctx, screen.task, parts_said(typed.words)) or Reply(
            words=ctx.say("split_not_understood"), about=screen
        )
    elif screen.ask is not AskFor.DUE:
        return await comment_on_card(ctx, screen, typed)
    elif days := (await read_day(ctx, typed.words, DAYS_ONLY)).days:
        task = await ctx.run(tasks.get_task, screen.task)
        if not task_edits.may_set_due(ctx.actor, task):
            return await ask_due(ctx, screen.task, days.last)
        words = await set_due(ctx, screen.task, days.last)
    else:
        return Reply(words=ctx.say("due_not_understood"), about=screen)
    return typed.taken(words, screen.answered())


async def comment_on_card(ctx: ChatContext, screen: TaskCard, typed: Typed) -> Reply:
    return await add_under(ctx, screen.task, typed, screen.answered())


async def typed_on_comment_prompt(ctx: ChatContext, screen: CommentPrompt | AccessAsked, typed: Typed) -> Reply:
    return await add_typed(ctx, screen.task, typed)


async def press_file(ctx: ChatContext, action: SendFile) -> Reply:
    files = await ctx.run(tasks.get_files, action.task, action.comment)
    comment = await ctx.run(tasks.get_comment, action.task, action.comment)
    names = await ctx.names_of([comment.created_by_user_id])
    words = ctx.scene.user_block(comment.comentario, UNDER_FILE_UNITS)
    text = panels.comment_line(ctx.scene, comment, names, words)
    return Reply(files=files, panel=Panel(text), about=CommentPrompt(action.task))


HANDLERS = Handlers(
    screens={
        TaskList: draw_list,
        TheirTasks: draw_theirs,
        ClosedWithin: draw_within,
        DueWithin: draw_within,
        TaskCard: draw_card,
        CommentPrompt: draw_comment_prompt,
        AccessAsked: draw_access_asked,
    },
    actions={
        SetStatus: press_status,
        SetDue: press_due,
        SetPriority: press_priority,
        SetResponsible: press_responsible,
        HandOver: press_hand_over,
        AskDue: press_ask_due,
        DeleteTask: press_delete,
        SetMuted: press_muted,
        PauseRule: press_pause_rule,
        EndRule: press_end_rule,
        LetIn: press_let_in,
        SendFile: press_file,
    },
    commands={"tareas": list_typed, "tarea": card_typed, "comentar": comment_typed},
    answers={TaskCard: typed_on_card, CommentPrompt: typed_on_comment_prompt, AccessAsked: typed_on_comment_prompt},
    files={TaskCard: comment_on_card, CommentPrompt: typed_on_comment_prompt, AccessAsked: typed_on_comment_prompt},
)
