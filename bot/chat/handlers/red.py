"""Red items: `/rojo`, why an item is red and who ends that, and the answers of those who were told."""

from collections.abc import Collection
from datetime import date

from bot.chat.callbacks.day import Item, Walk
from bot.chat.callbacks.red import AnswerRed, NameHelper, RedCard, WhyRed, WithdrawRed
from bot.chat.callbacks.tasks import TaskFilter, TaskList
from bot.chat.callbacks.team import RedList
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.comments import add_typed, words_or_files
from bot.chat.handlers.day import LIKE_A_NUMBER, own_log, typed_on_item
from bot.chat.handlers.surveys import typed_on_survey
from bot.chat.panels import red as panels
from bot.chat.panels.components import Panel
from bot.chat.panels.red import red_page, red_panel
from core.application.requests import build
from core.base.model import Semaforo
from core.language.i18n import listing
from core.records.work import HelperAnswer
from core.work import red, red_help, tasks
from core.work.red_help import RedAnswer, RedReason, ToldOfRed


async def draw_red(ctx: ChatContext, screen: RedList) -> Panel:
    led, helped = await ctx.run(red.of_team, red_page(screen)), await ctx.run(red_help.helped)
    led = await ctx.run(red.with_last_words, led)
    return red_panel(ctx.scene, led, screen, leads=ctx.leads, helped=helped)


async def red_typed(ctx: ChatContext, _: str) -> Reply:
    """`/rojo`. A person without a team may lead tasks with red items, or be asked to help with others' reds."""
    led, helped = (await ctx.run(red.of_team, red_page(RedList()))).count, await ctx.run(red_help.helped)
    if ctx.leads or led or helped:
        return Reply(RedList())
    return Reply(TaskList(TaskFilter.RED))


async def draw_card(ctx: ChatContext, screen: RedCard) -> Panel:
    return panels.card_panel(ctx.scene, await ctx.run(red_help.view_red, screen.red))


async def press_answer(ctx: ChatContext, action: AnswerRed) -> Reply:
    answer = HelperAnswer.ON_IT if action.on_it else HelperAnswer.NOT_ME
    await ctx.run(red_help.answer, action.red, build(RedAnswer, {"answer": answer}))
    if not action.on_it:
        return Reply(action.screen(), ctx.say("said_red_not_me"))
    view = await ctx.run(red_help.view_red, action.red)
    if not view.owner_linked:
        return Reply(action.screen(), ctx.say("said_red_on_it"))
    return Reply(action.screen(), ctx.say("said_red_on_it_told", name=view.names.get(view.red.user_id, "")))


async def draw_why(ctx: ChatContext, screen: WhyRed) -> Panel:
    task = await ctx.run(tasks.get_task, screen.task)
    own = await ctx.run(red_help.own_red, screen.task)
    people = await ctx.run(red_help.possible_helpers, screen.task)
    told = await ctx.run(red_help.told_of_reason, own.id) if own else ToldOfRed()
    return panels.why_panel(ctx.scene, screen, task, people, own, told)


async def press_helper(ctx: ChatContext, action: NameHelper) -> Reply:
    if action.named:
        await ctx.run(red_help.explain, action.task, build(RedReason, {"desbloqueaUserIds": [action.person]}))
    else:
        await ctx.run(red_help.drop_helper, action.task, action.person)
    return Reply(action.screen())


async def press_withdraw(ctx: ChatContext, action: WithdrawRed) -> Reply:
    await ctx.run(red_help.withdraw_red, action.red)
    screen = WhyRed(action.task, action.day, action.item, action.walk)
    return Reply(screen.without_question(), ctx.say("said_red_withdrawn"))


async def typed_on_why(ctx: ChatContext, screen: WhyRed, typed: Typed) -> Reply:
    """The words are the reason, and the colleagues whom they name the helpers; a number is still the percentage."""
    if LIKE_A_NUMBER.fullmatch(typed.words):
        behind = screen.behind()
        if isinstance(behind, Item):
            return await typed_on_item(ctx, behind, typed)
        return await typed_on_survey(ctx, behind, typed)
    return await explain(ctx, screen, typed)


async def explain(ctx: ChatContext, screen: WhyRed, typed: Typed) -> Reply:
    reason = {
        "motivo": words_or_files(ctx, typed),
        "desbloqueaUserIds": await ctx.run(red_help.helpers_named, typed.words),
    }
    await ctx.run(red_help.explain, screen.task, build(RedReason, reason), typed.files)
    words = await told_text(ctx, screen.task)
    following = await next_question(ctx, date.fromordinal(screen.day)) if screen.walk is Walk.REDS else None
    return typed.taken(words, following or screen.without_question())


async def next_question(ctx: ChatContext, fecha: date, among: Collection[int] = ()) -> WhyRed | None:
    """The question why of the first red of one's day that has no reason; `among` some tasks, if there are any."""
    log = await own_log(ctx, fecha)
    items = log.items if log else ()
    red_ids = [item.task_id for item in items if item.semaforo is Semaforo.ROJO]
    left = await ctx.run(red_help.unexplained, [each for each in red_ids if each in among or not among])
    asked = next((item for item in items if item.task_id in left), None)
    return WhyRed(asked.task_id, fecha.toordinal(), asked.id, Walk.REDS) if asked else None


async def told_text(ctx: ChatContext, task_id: int) -> str:
    own = await ctx.run(red_help.own_red, task_id)
    told = await ctx.run(red_help.told_of_reason, own.id) if own else ToldOfRed()
    words = [ctx.say("said_red_reason")]
    words += [ctx.say("said_red_reason_now", names=listing(ctx.language, told.now))] if told.now else []
    return " ".join([*words, *panels.told_later(ctx.scene, told)])


async def typed_on_card(ctx: ChatContext, screen: RedCard, typed: Typed) -> Reply:
    about = await ctx.run(red_help.get_red, screen.red)
    return await add_typed(ctx, about.task_id, typed)


HANDLERS = Handlers(
    screens={RedList: draw_red, RedCard: draw_card, WhyRed: draw_why},
    actions={AnswerRed: press_answer, NameHelper: press_helper, WithdrawRed: press_withdraw},
    commands={"rojo": red_typed},
    answers={WhyRed: typed_on_why, RedCard: typed_on_card},
    files={WhyRed: explain, RedCard: typed_on_card},
)
