"""One's own account: `/start`, `/ayuda`, `/idioma`, `/salir`, and joining by an invitation's code."""

import re

from bot.chat.callbacks.account import Help, Join, Languages, Leave, Leaving, Left, NotJoined, Speak, Stayed, Welcome
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply, draws_text
from bot.chat.handlers.tasks import parse_task_id
from bot.chat.panels.account import help_panel, joining_panel, languages_panel, leaving_panel, welcome_panel
from bot.chat.panels.components import Panel, escape
from core.base.errors import Code
from core.base.model import Language
from core.language.accents import without_accents
from core.people import users

CODE = re.compile(r"[a-z2-7]{26}")
INLINE = "inline"
"""What the link above an inline query's results brings along."""
TASK_LINK = re.compile(r"t([0-9]{1,18})", re.ASCII)
LIKE_A_CODE = re.compile(r"[a-z0-9]{20,32}", re.ASCII | re.IGNORECASE)


def parse_code(words: str) -> str | None:
    """An invitation's code as typed, dashes, spaces and case aside; None for anything else."""
    code = "".join(words.lower().replace("-", "").split())
    return code if CODE.fullmatch(code) else None


def is_invitation(words: str) -> bool:
    """Whether somebody comes with an invitation: a code, or a link's `/start` with something that is no task behind."""
    brought = words[len("/start ") :].strip() if words.startswith("/start ") else ""
    return parse_code(words) is not None or (brought not in ("", INLINE) and not TASK_LINK.fullmatch(brought))


def is_mistyped_code(words: str) -> bool:
    return LIKE_A_CODE.fullmatch(words.strip().replace("-", "")) is not None


LANGUAGES = {
    **dict.fromkeys(("es", "espanol", "castellano", "spanish"), Language.ES),
    **dict.fromkeys(("en", "ingles", "english"), Language.EN),
}
"""What people call them, without accents."""


async def ask_to_join(ctx: ChatContext, code: str) -> Reply:
    """Say who one would be by a code, and ask. The code is in the button, and nowhere in what the chat remembers."""
    try:
        user = await ctx.run(users.invited, code)
    except REFUSALS as error:
        return Reply(words=ctx.refusal(error))
    if ctx.linked and user.id != ctx.actor.id:
        return Reply(words=ctx.say("linked_to_other", name=ctx.actor.user.display_name))
    return Reply(panel=joining_panel(ctx.scene, user, Join(code)))


async def press_join(ctx: ChatContext, action: Join) -> Reply:
    """Link the account; pressed again by who is linked by now, it changes nothing."""
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
    return welcome_panel(ctx.scene, ctx.actor.user.display_name, hidden=ctx.hidden)


async def press_leave(ctx: ChatContext, _: Leave) -> Reply:
    if ctx.linked:
        await ctx.run(users.unlink)
    return Reply(Left(), account=True)


async def draw_leaving(ctx: ChatContext, _: Leaving) -> Panel:
    return leaving_panel(ctx.scene)


async def draw_help(ctx: ChatContext, _: Help) -> Panel:
    return help_panel(ctx.scene, hidden=ctx.hidden)


async def draw_languages(ctx: ChatContext, _: Languages) -> Panel:
    return languages_panel(ctx.scene)


async def press_speak(ctx: ChatContext, action: Speak) -> Reply:
    await ctx.run(users.set_language, action.language)
    spoken = ctx.in_language(action.language)
    return Reply(Languages(), spoken.say("said_language"), panel=languages_panel(spoken.scene), account=True)


async def start_typed(ctx: ChatContext, words: str) -> Reply:
    if words.strip() in ("", INLINE):
        return Reply(Help())
    if task := TASK_LINK.fullmatch(words.strip()):
        return Reply(TaskCard(parse_task_id(task[1])))
    code = parse_code(words)
    return await ask_to_join(ctx, code) if code else Reply(words=ctx.say("not_a_code"))


async def help_typed(_: ChatContext, __: str) -> Reply:
    return Reply(Help())


async def language_typed(ctx: ChatContext, words: str) -> Reply:
    wanted = LANGUAGES.get(without_accents(words).strip())
    if wanted:
        return await press_speak(ctx, Speak(wanted))
    return Reply(Languages())


async def leave_typed(_: ChatContext, __: str) -> Reply:
    return Reply(Leaving())


HANDLERS = Handlers(
    screens={
        Help: draw_help,
        Languages: draw_languages,
        Leaving: draw_leaving,
        Left: draws_text("left"),
        Stayed: draws_text("stayed"),
        NotJoined: draws_text("join_not_me"),
        Welcome: draw_welcome,
    },
    actions={Join: press_join, Leave: press_leave, Speak: press_speak},
    commands={"start": start_typed, "ayuda": help_typed, "idioma": language_typed, "salir": leave_typed},
)
