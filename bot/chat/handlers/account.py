"""One's own account: `/start`, `/ayuda`, `/idioma`, `/salir`, joining by an invitation's code, and API tokens.

A token is in one message to its person and nowhere else: neither in the log nor in the chat's memory. The stored
outcome of `/token` is the grant, which the service's key turns into the same token if the update comes again.
`bot.telegram.inbox` stores no copy of the message when its buttons are pressed or it is replied to.
"""

import logging
import re

from bot.chat.callbacks.account import (
    EndingTokens,
    EndTokens,
    Help,
    Join,
    Languages,
    Leave,
    Leaving,
    Left,
    NotJoined,
    Speak,
    Stayed,
    TokensEnded,
    TokenShown,
    Welcome,
)
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply, draws, draws_text, shows
from bot.chat.handlers.drafts import next_card, unsaved
from bot.chat.handlers.tasks import parse_task_id
from bot.chat.panels import account as panels
from bot.chat.panels.components import Panel, escape
from core.base.errors import Code
from core.base.model import Language
from core.language.accents import without_accents
from core.people import colleagues, users
from core.work import tasks

CODE = re.compile(r"[a-z2-7]{26}")
INLINE = "inline"
"""What the link above an inline query's results brings along."""
TASK_LINK = re.compile(r"t([0-9]{1,18})", re.ASCII)
DRAFT_LINK = re.compile(r"d([0-9]{1,9})", re.ASCII)
"""What the link of a draft that was begun in a group brings along."""
LIKE_A_CODE = re.compile(r"[a-z0-9]{20,32}", re.ASCII | re.IGNORECASE)


def parse_code(words: str) -> str | None:
    """An invitation's code as typed, dashes, spaces and case aside; None for anything else."""
    code = "".join(words.lower().replace("-", "").split())
    return code if CODE.fullmatch(code) else None


def is_invitation(words: str) -> bool:
    """Whether somebody comes with an invitation: a code, or `/start` with what is neither a task nor a draft."""
    brought = words[len("/start ") :].strip() if words.startswith("/start ") else ""
    ours = TASK_LINK.fullmatch(brought) or DRAFT_LINK.fullmatch(brought)
    return parse_code(words) is not None or (brought not in ("", INLINE) and not ours)


def is_mistyped_code(words: str) -> bool:
    return LIKE_A_CODE.fullmatch(words.strip().replace("-", "")) is not None


LANGUAGES = {
    **dict.fromkeys(("es", "espanol", "castellano", "spanish"), Language.ES),
    **dict.fromkeys(("en", "ingles", "english"), Language.EN),
}
"""What people call them, without accents."""


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
    return panels.welcome_panel(ctx.scene, ctx.actor.user.display_name, await own_examples(ctx), hidden=ctx.hidden)


async def press_leave(ctx: ChatContext, _: Leave) -> Reply:
    if ctx.linked:
        await ctx.run(users.unlink)
    return Reply(Left(), account=True)


async def draw_help(ctx: ChatContext, _: Help) -> Panel:
    return panels.help_panel(ctx.scene, await own_examples(ctx), hidden=ctx.hidden)


async def own_examples(ctx: ChatContext) -> panels.HelpExamples:
    """Examples that work for the person who reads them."""
    mine, people = await ctx.run(tasks.my_open_tasks), await ctx.run(colleagues.list_colleagues)
    names = [*(person.username for person in people if person.id != ctx.actor.id), ctx.actor.user.username]
    return panels.HelpExamples(mine[0].id if mine else None, names[0], names[min(1, len(names) - 1)])


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
    code = parse_code(words)
    return await ask_to_join(ctx, code) if code else Reply(words=ctx.say("not_a_code"))


async def language_typed(ctx: ChatContext, words: str) -> Reply:
    wanted = LANGUAGES.get(without_accents(words).strip())
    if wanted:
        return await press_speak(ctx, Speak(wanted))
    return Reply(Languages())


logger = logging.getLogger("semaforo.audit")

REVOKE = frozenset({"revocar", "revoke"})


async def token_typed(ctx: ChatContext, words: str) -> Reply:
    wanted = without_accents(words).strip()
    if not wanted:
        return await grant_token(ctx)
    return Reply(EndingTokens()) if wanted in REVOKE else Reply(words=ctx.say("usage_token"))


async def grant_token(ctx: ChatContext) -> Reply:
    """A new token. What is remembered of the message is that there was one."""
    grant = await ctx.run(users.grant_own_token)
    issued = ctx.issue_token(grant)
    logger.info("token issued in chat user=%s id=%s until=%s", grant.user.id, grant.token_id, issued.expires_at)
    return Reply(TokenShown(), panel=panels.token_panel(ctx.scene, issued))


async def draw_ending_tokens(ctx: ChatContext, _: EndingTokens) -> Panel:
    return panels.ending_tokens_panel(ctx.scene, EndTokens(ctx.actor.user.token_version))


async def press_end_tokens(ctx: ChatContext, action: EndTokens) -> Reply:
    """End them; pressed again it ends nothing made since."""
    if not await ctx.run(users.end_own_tokens, action.version):
        return Reply(TokensEnded(), ctx.say("said_tokens_ended_before"))
    logger.info("tokens ended in chat user=%s", ctx.actor.id)
    return Reply(TokensEnded())


HANDLERS = Handlers(
    screens={
        Help: draw_help,
        Languages: draws(panels.languages_panel),
        Leaving: draws(panels.leaving_panel),
        Left: draws_text("left"),
        Stayed: draws_text("stayed"),
        NotJoined: draws_text("join_not_me"),
        Welcome: draw_welcome,
        TokenShown: draws(panels.token_hidden_panel),
        EndingTokens: draw_ending_tokens,
        TokensEnded: draws_text("tokens_ended"),
    },
    actions={Join: press_join, Leave: press_leave, Speak: press_speak, EndTokens: press_end_tokens},
    commands={
        "start": start_typed,
        "ayuda": shows(Help()),
        "idioma": language_typed,
        "salir": shows(Leaving()),
        "token": token_typed,
    },
)
