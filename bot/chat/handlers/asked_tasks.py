"""Tasks that people ask of colleagues: as they are pushed and shown again, the answer, and words for it."""

from bot.chat.callbacks.asked_tasks import AnswerAsked, AskedCard, WithdrawAsked
from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import Today
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.comments import add_comment
from bot.chat.handlers.pushing import Push, int_param, name_of_doer, require
from bot.chat.panels.asked_tasks import asked_panel, withdrawn_panel
from bot.chat.panels.components import Panel
from core.application.requests import build
from core.people import users
from core.records.messages import Message, MessageKind, Reason
from core.records.work import AskedState, AskedTask
from core.work import asked_tasks
from core.work.asked_tasks import AskedAnswer


async def draw_card(ctx: ChatContext, screen: AskedCard) -> Panel:
    return asked_panel(ctx.scene, await ctx.run(asked_tasks.view_asked, screen.asked), screen.ask)


async def press_answer(ctx: ChatContext, action: AnswerAsked) -> Reply:
    answered = await ctx.run(asked_tasks.answer_asked, action.asked, build(AskedAnswer, {"accepted": action.accepted}))
    if answered.task_id is not None:
        return Reply(TaskCard(answered.task_id), await told_words(ctx, answered, "taken"))
    why = AskFor.WHY if answered.respuesta is None else AskFor.NOTHING
    return Reply(AskedCard(answered.id, why), await told_words(ctx, answered, "declined"))


async def told_words(ctx: ChatContext, asked: AskedTask, key: str) -> str:
    """What the answer did, and that whoever asked is told, where they can be."""
    (name,) = (await ctx.run(users.names_within_reach, [asked.created_by_user_id])).values() or ("",)
    words = ctx.say(f"said_asked_{key}")
    return f"{words} {ctx.say('asked_is_told', name=name)}" if name else words


async def press_withdraw(ctx: ChatContext, action: WithdrawAsked) -> Reply:
    asked = await ctx.run(asked_tasks.get_asked, action.asked)
    await ctx.run(asked_tasks.withdraw_asked, action.asked)
    return Reply(panel=withdrawn_panel(ctx.scene, asked.descripcion), words=ctx.say("said_asked_withdrawn"))


async def typed_on_card(ctx: ChatContext, screen: AskedCard, typed: Typed) -> Reply:
    """Words for a no go to the person who asked; once the task is taken, words are a comment on it."""
    asked = await ctx.run(asked_tasks.get_asked, screen.asked)
    if asked.task_id is not None:
        return await add_comment(ctx, asked.task_id, typed.words)
    if asked.state is AskedState.WAITING or asked.user_id != ctx.actor.id:
        return Reply(words=ctx.say("asked_takes_no_words"), about=screen)
    request = build(AskedAnswer, {"accepted": False, "respuesta": typed.words})
    await ctx.run(asked_tasks.answer_asked, asked.id, request)
    return typed.taken(await told_words(ctx, asked, "why"), AskedCard(asked.id))


async def draw_asked(ctx: ChatContext, message: Message) -> Push:
    """A request that is open, or the answer to one."""
    view = await ctx.run(asked_tasks.view_asked, int_param(message, "asked_id"))
    if message.kind is MessageKind.TASK_ASKED:
        require(view.open, Reason.GONE if view.asked.state is AskedState.WAITING else Reason.DONE)
    return Push(AskedCard(view.asked.id), asked_panel(ctx.scene, view))


async def draw_withdrawn(ctx: ChatContext, message: Message) -> Push:
    description = str(message.params["description"])
    return Push(Today(), withdrawn_panel(ctx.scene, description, await name_of_doer(ctx, message)))


HANDLERS = Handlers(
    screens={AskedCard: draw_card},
    actions={AnswerAsked: press_answer, WithdrawAsked: press_withdraw},
    answers={AskedCard: typed_on_card},
)
