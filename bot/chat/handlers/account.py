"""One's own account: `/start`, `/ayuda`, `/idioma`, `/salir`, and joining by an invitation's code."""

import re

from bot.chat.callbacks.account import (
    DayExample,
    Help,
    Join,
    Languages,
    Leave,
    Leaving,
    Left,
    NotJoined,
    SayExample,
    Speak,
    Stayed,
    Welcome,
)
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply, draws, draws_text, shows
from bot.chat.handlers.drafts import next_card, unsaved
from bot.chat.handlers.sign_ons import connect_typed
from bot.chat.handlers.tasks import parse_task_id
from bot.chat.panels import account as panels
from bot.chat.panels.components import Panel, escape
from core.base.errors import Code
from core.base.model import Language
from core.language.accents import without_accents
from core.people import colleagues, users
from core.people.schedules import offered_calendar
from core.work import tasks

CODE = re.compile(r"[a-z2-7]{26}")
INLINE = "inline"
"""The parameter of the link above an inline query's results."""
TASK_LINK = re.compile(r"t([0-9]{1,18})", re.ASCII)
DRAFT_LINK = re.compile(r"d([0-9]{1,9})", re.ASCII)
"""The parameter of the link to a draft that was begun in a group."""
SIGN_ON_LINK = re.compile(r"c([a-z2-7]{8})")
"""The parameter of the link on a page where an assistant signs on."""
LIKE_A_CODE = re.compile(r"[a-z0-9]{20,32}", re.ASCII | re.IGNORECASE)


def parse_code(words: str) -> str | None:
    """An invitation's code as typed, dashes, case and blanks between equal parts aside; None for anything else."""
    parts = words.lower().replace("-", "").split()
    code = "".join(parts)
    return code if CODE.fullmatch(code) and len({len(part) for part in parts[:-1]}) <= 1 else None


def is_invitation(words: str) -> bool:
    """Return whether somebody comes with an invitation: a code, or `/start` with what is nothing that we link to."""
    brought = words[len("/start ") :].strip() if words.startswith("/start ") else ""
    ours = any(each.fullmatch(brought) for each in (TASK_LINK, DRAFT_LINK, SIGN_ON_LINK))
    return parse_code(words) is not None or (brought not in ("", INLINE) and not ours)


def is_mistyped_code(words: str) -> bool:
    return LIKE_A_CODE.fullmatch(words.strip().replace("-", "")) is not None


LANGUAGES = {
    **dict.fromkeys(("es", "espanol", "castellano", "spanish"), Language.ES),
    **dict.fromkeys(("en", "ingles", "english"), Language.EN),
}
"""The languages by what people call them, without accents."""


async def ask_to_join(ctx: ChatContext, code: str) -> Reply:
    """Name the person of a code, and ask. The code is in the button, and nowhere in the memory of the chat."""
    try:
        user = await ctx.run(users.invited, code)
    except REFUSALS as error:
        return Reply(words=ctx.refusal(error))
    if ctx.linked and user.id != ctx.actor.id:
        return Reply(words=ctx.say("linked_to_other", name=ctx.actor.user.display_name))
    return Reply(panel=panels.joining_panel(ctx.scene, user, Join(code)))


async def press_join(ctx: ChatContext, action: Join) -> Reply:
    """Link the account; a second press changes nothing."""
    try:
        await ctx.run(users.link, action.code, ctx.sender_id)
    except REFUSALS as error:
        if ctx.linked and error.code is Code.ALREADY_LINKED:
            words = ctx.say("linked_to_other", name=ctx.actor.user.display_name)
            return Reply(words=words, alert=True, panel=Panel(escape(words)))
        if ctx.linked:
            return Reply(Welcome(), ctx.refusal(error), alert=True)
        raise
    return Reply(Welcome(), account=True)


async def draw_welcome(ctx: ChatContext, _: Welcome) -> Panel:
    ctx = await ctx.reloaded()
    leader = ctx.actor.user.leader_user_id
    names = await ctx.names_of([*([leader] if leader else []), *ctx.actor.team])
    led = [names[person] for person in sorted(ctx.actor.team) if person in names]
    leads = panels.Leads(names.get(leader, "") if leader else "", led)
    settings = ctx.pipeline.settings
    offered = offered_calendar(ctx.actor.user, settings)
    return panels.welcome_panel(ctx.scene, ctx.actor.user, leads, offered, prompted=settings.day_prompts)


def example_text(ctx: ChatContext, example: DayExample) -> str:
    """An example's words, as its button has them."""
    return ctx.say(f"example_said_{example.name}")


async def press_example(_: ChatContext, __: SayExample) -> Reply:
    """Show the welcome again; `router` handles an example before, as words that are typed."""
    return Reply(Welcome())


async def press_leave(ctx: ChatContext, _: Leave) -> Reply:
    if ctx.linked:
        await ctx.run(users.unlink)
    return Reply(Left(), account=True)


async def draw_help(ctx: ChatContext, _: Help) -> Panel:
    return panels.help_panel(ctx.scene, await own_examples(ctx), hidden=ctx.hidden)


async def own_examples(ctx: ChatContext) -> panels.HelpExamples:
    """Examples that work for the person who reads them."""
    mine, people = await ctx.run(tasks.my_open_tasks), await ctx.run(colleagues.colleagues_near)
    names = [*(person.username for person in people), ctx.actor.user.username]
    led = next((person.username for person in people if person.id in ctx.actor.team), None)
    return panels.HelpExamples(mine[0].id if mine else None, names[0], names[min(1, len(names) - 1)], led)


async def press_speak(ctx: ChatContext, action: Speak) -> Reply:
    await ctx.run(users.set_language, action.language)
    spoken = ctx.in_language(action.language)
    return Reply(Languages(), spoken.say("said_language"), panel=panels.languages_panel(spoken.scene), account=True)


async def start_typed(ctx: ChatContext, words: str) -> Reply:
    if words.strip() in ("", INLINE):
        return Reply(Help())
    if task := TASK_LINK.fullmatch(words.strip()):
        return Reply(TaskCard(parse_task_id(task[1])))
    if draft := DRAFT_LINK.fullmatch(words.strip()):
        return Reply(next_card(await unsaved(ctx, int(draft[1]))))
    if sign_on := SIGN_ON_LINK.fullmatch(words.strip()):
        return await connect_typed(ctx, sign_on[1])
    code = parse_code(words)
    return await ask_to_join(ctx, code) if code else Reply(words=ctx.say("not_a_code"))


async def language_typed(ctx: ChatContext, words: str) -> Reply:
    wanted = LANGUAGES.get(without_accents(words).strip())
    if wanted:
        return await press_speak(ctx, Speak(wanted))
    return Reply(Languages())


HANDLERS = Handlers(
    screens={
        Help: draw_help,
        Languages: draws(panels.languages_panel),
        Leaving: draws(panels.leaving_panel),
        Left: draws_text("left"),
        Stayed: draws_text("stayed"),
        NotJoined: draws_text("join_not_me"),
        Welcome: draw_welcome,
    },
    actions={Join: press_join, SayExample: press_example, Leave: press_leave, Speak: press_speak},
    commands={
        "start": start_typed,
        "ayuda": shows(Help()),
        "idioma": language_typed,
        "salir": shows(Leaving()),
    },
)
