"""Asking somebody how a task of theirs is going: the question to the asker, the push, and what came of it."""

from bot.chat.callbacks.first_words import AsMeant
from bot.chat.callbacks.surveys import Survey
from bot.chat.callbacks.tasks import CommentPrompt, NudgeAbout, TaskCard
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.pushing import Push, display_name, int_param, name_of_doer, require
from bot.chat.handlers.surveys import survey_model
from bot.chat.panels.components import Button, label
from bot.chat.panels.questions import choice_panel
from bot.chat.panels.task_nudges import asked_about_panel, nudge_answered_panel
from core.application.requests import build
from core.base.model import TaskStatus
from core.delivery import task_nudges
from core.delivery.task_nudges import TaskNudgeRequest
from core.drafts import drafts
from core.language.reader.intents import Intent
from core.language.statements.model import Statement
from core.records.drafts import TaskDraft
from core.records.messages import Message, Reason
from core.work import task_lists, tasks

MOST_TASKS = 6
TITLE_UNITS = 28


async def chase(ctx: ChatContext, said: Statement) -> Reply:
    """The press by which somebody is asked about a task; which task or which person, where that is not clear."""
    people = [person for named in said.people for person in named if person != ctx.actor.id]
    names = await ctx.names_of(people)
    if not names:
        return Reply(words=ctx.say("chase_oneself"))
    if said.title:
        return await ask_now_or_oneself(ctx, said, people, names[people[0]])
    if not said.task:
        return await ask_which(ctx, people, names[people[0]])
    task = await ctx.run(tasks.get_task, said.task)
    theirs = [person for person in people if person in task.responsible_user_ids]
    words = ctx.say("chase_ask" if theirs else "chase_not_theirs", name=names[people[0]], id=task.id)
    asked = theirs or [person for person in task.responsible_user_ids if person != ctx.actor.id]
    named = await ctx.names_of(asked)
    buttons = [
        ctx.scene.button("chase", NudgeAbout(task.id, person), name=label(name)) for person, name in named.items()
    ]
    see = ctx.scene.button("see_task", TaskCard(task.id), id=task.id)
    return Reply(panel=choice_panel(words, [*buttons, see]))


async def ask_now_or_oneself(ctx: ChatContext, said: Statement, people: list[int], name: str) -> Reply:
    """Ask whether to ask about a task now or to be reminded oneself: nobody is written to at another time."""
    known = await ctx.run(task_lists.tasks_of, people[0], None) if said.task else ()
    theirs = [each for each in known if each.id == said.task]
    own = TaskDraft(descripcion=said.title, responsible_user_ids=(ctx.actor.id,))
    draft = (await ctx.run(drafts.begin_draft, own)).id
    buttons = [
        *(
            Button(f"👋 #{task.id} · {label(task.descripcion, TITLE_UNITS)}", NudgeAbout(task.id, people[0]))
            for task in theirs
        ),
        ctx.scene.button("chase_oneself", AsMeant(draft, Intent.REMINDER)),
    ]
    return Reply(panel=choice_panel(ctx.say("chase_later" if theirs else "chase_later_alone", name=name), buttons))


async def ask_which(ctx: ChatContext, people: list[int], name: str) -> Reply:
    """Ask about which task to ask the first of those who may be meant."""
    found = (await ctx.run(task_lists.tasks_of, people[0], None))[:MOST_TASKS]
    buttons = [
        Button(f"👋 #{task.id} · {label(task.descripcion, TITLE_UNITS)}", NudgeAbout(task.id, people[0]))
        for task in found
    ]
    return Reply(panel=choice_panel(ctx.say("chase_which" if found else "chase_nothing", name=name), buttons))


async def press_nudge_about(ctx: ChatContext, action: NudgeAbout) -> Reply:
    request = build(TaskNudgeRequest, {"userId": action.user})
    nudged = await ctx.run(task_nudges.nudge_about, action.task, request)
    name = await display_name(ctx, action.user)
    if nudged.at <= ctx.pipeline.clock.now():
        return Reply(TaskCard(action.task), ctx.say("said_chased", name=name))
    when = ctx.scene.when(nudged.at, ctx.scene.clock)
    return Reply(TaskCard(action.task), ctx.say("said_chased_later", name=name, when=when))


async def draw_task_nudge(ctx: ChatContext, message: Message) -> Push:
    model = await survey_model(ctx, int_param(message, "task_id"))
    require(model.task.estatus is not TaskStatus.CERRADA, Reason.DONE)
    require(model.open)
    return Push(Survey(model.task.id), asked_about_panel(ctx.scene, model, await name_of_doer(ctx, message)))


async def draw_answered(ctx: ChatContext, message: Message) -> Push:
    """Draw what came of a nudge; nothing where another message tells the same."""
    task_id, person = int_param(message, "task_id"), int_param(message, "person_id")
    answer = await ctx.run(task_nudges.answer_to, task_id, person, int_param(message, "at"))
    require(not answer.told, Reason.TOGETHER)
    panel = nudge_answered_panel(ctx.scene, answer, await display_name(ctx, person))
    return Push(CommentPrompt(task_id), panel)


HANDLERS = Handlers(actions={NudgeAbout: press_nudge_about})
