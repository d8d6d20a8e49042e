"""Tasks that people ask of colleagues: as they are pushed and shown again, the answer, and words for it."""

import asyncio
import re

from bot.chat.callbacks.asked_tasks import AnswerAsked, AskedCard, WithdrawAsked
from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import Today
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.comments import add_comment
from bot.chat.handlers.phrases import moment_of, people_by_name, read_day
from bot.chat.handlers.pushing import Push, int_param, name_of_doer, require
from bot.chat.panels.answers import NO
from bot.chat.panels.asked_tasks import asked_panel, withdrawn_panel
from bot.chat.panels.components import Panel
from core.application.requests import build
from core.language.accents import without_accents
from core.language.phrases.model import DAYS_ONLY
from core.language.reader.answers import Taken, read_answer, words_beside_values
from core.language.reader.intents import Intent
from core.language.reader.reading import parts_of
from core.people import users
from core.records.messages import Message, MessageKind, Reason
from core.records.work import AskedFor, AskedState, AskedTask
from core.work import asked_tasks, tasks
from core.work.asked_tasks import AskedAnswer

AGREES = (
    *(Intent.YES, Intent.ANSWER_YES, Intent.MOVE_DUE, Intent.CORRECTION, Intent.ANSWER_PROPOSE, Intent.LATER),
    Intent.MOVE_EVENT,
)
"""The intents that agree to another date where words say a day."""
BARE_DAY = re.compile(r"\b(?:al|el|the|to the) ([0-9]{1,2})(?:st|nd|rd|th)?\b")
"""A day of the month that is said as a mere number: "dale al 9"."""
MOST_BESIDE = 4
"""The most words beside a day that may stand behind an answer and belong to it: "no, el viernes es la feria"."""
REFUSES = re.compile(r"(?:no|nel|nop|nope|imposible|ni modo)\b(?!.*\b(?:mejor|pero|sino|but|rather|instead|make it)\b)")


async def draw_card(ctx: ChatContext, screen: AskedCard) -> Panel:
    return asked_panel(ctx.scene, await ctx.run(asked_tasks.view_asked, screen.asked), screen.ask)


async def press_answer(ctx: ChatContext, action: AnswerAsked) -> Reply:
    answered = await ctx.run(asked_tasks.answer_asked, action.asked, build(AskedAnswer, {"accepted": action.accepted}))
    return await after_answer(ctx, answered)


async def after_answer(ctx: ChatContext, answered: AskedTask) -> Reply:
    """Show what a yes or a no has led to: the task, or the request with the question why."""
    if answered.state is AskedState.ACCEPTED and answered.task_id is not None:
        return Reply(TaskCard(answered.task_id), await told_words(ctx, answered, "taken"))
    why = AskFor.WHY if answered.respuesta is None else AskFor.NOTHING
    return Reply(AskedCard(answered.id, why), await told_words(ctx, answered, "declined"))


async def told_words(ctx: ChatContext, asked: AskedTask, key: str) -> str:
    """Say what the answer did, and that whoever asked is told, where they can be."""
    (name,) = (await ctx.run(users.names_within_reach, [asked.created_by_user_id])).values() or ("",)
    moved = asked.asks_for is AskedFor.DUE_DATE and asked.state is AskedState.ACCEPTED
    due = ctx.scene.short(asked.fecha_cumplir)
    words = ctx.say("said_due", date=due) if moved else ctx.say(f"said_asked_{key}")
    return f"{words} {ctx.say('asked_is_told', name=name)}" if name else words


async def press_withdraw(ctx: ChatContext, action: WithdrawAsked) -> Reply:
    asked = await ctx.run(asked_tasks.get_asked, action.asked)
    await ctx.run(asked_tasks.withdraw_asked, action.asked)
    return Reply(panel=withdrawn_panel(ctx.scene, asked.descripcion), words=ctx.say("said_asked_withdrawn"))


async def typed_on_card(ctx: ChatContext, screen: AskedCard, typed: Typed) -> Reply:
    """Words for a no go to the person who asked; once the task is taken, words are a comment on it."""
    asked = await ctx.run(asked_tasks.get_asked, screen.asked)
    if reply := await answered_with_date(ctx, screen, typed.words, replied=True):
        return reply
    if asked.task_id is not None and asked.state is AskedState.ACCEPTED:
        return await add_comment(ctx, asked.task_id, typed.words)
    if asked.state is AskedState.WAITING or asked.user_id != ctx.actor.id:
        return Reply(words=ctx.say("asked_takes_no_words"), about=screen)
    request = build(AskedAnswer, {"accepted": False, "respuesta": typed.words})
    await ctx.run(asked_tasks.answer_asked, asked.id, request)
    return typed.taken(await told_words(ctx, asked, "why"), AskedCard(asked.id))


async def answered_with_date(ctx: ChatContext, screen: AskedCard, words: str, *, replied: bool = False) -> Reply | None:
    """The task on the day that words say to who asked for another date: "sí, dale al 9", "mejor el jueves".

    None where they say no day, or are not an answer. The day in a no ("el 9 no se puede") is its reason; a yes for the
    day on which the task is due leaves it there.
    """
    asked = await ctx.run(asked_tasks.get_asked, screen.asked)
    mine = asked.user_id == ctx.actor.id and asked.state is AskedState.WAITING
    if not (mine and asked.asks_for is AskedFor.DUE_DATE):
        return None
    bare = BARE_DAY.search(without_accents(words))
    days = (await read_day(ctx, words, DAYS_ONLY)).days
    days = (await read_day(ctx, f"el {bare[1]}", DAYS_ONLY)).days if days is None and bare else days
    if days is None or not (replied or await answers_it(ctx, words)):
        return None
    stays = asked.task_id is not None and days.last == (await ctx.run(tasks.get_task, asked.task_id)).fecha_cumplir
    if stays or REFUSES.match(without_accents(words)):
        request = build(AskedAnswer, {"accepted": False, "respuesta": words})
    else:
        request = build(AskedAnswer, {"accepted": True, "fechaCumplir": days.last})
    return await after_answer(ctx, await ctx.run(asked_tasks.answer_asked, asked.id, request))


async def answers_it(ctx: ChatContext, words: str) -> bool:
    """Return whether words with a day answer a wish for another date, and ask for nothing of their own."""
    names, moment = parts_of((await people_by_name(ctx)).ids), moment_of(ctx)
    said = await asyncio.to_thread(read_answer, words, moment, names, [Taken(AGREES), Taken(NO)])
    return said is not None and (
        not said.rest or said.wants_nothing or words_beside_values(said.rest, moment, names) <= MOST_BESIDE
    )


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
