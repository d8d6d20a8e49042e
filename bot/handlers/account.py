"""One's own account: `/start`, `/ayuda`, `/idioma`, `/salir`, and joining by a code."""

import re

from bot.handlers.tasks import known_id
from bot.panels.account import help_panel, joining_panel, languages_panel, leaving_panel, welcome_panel
from bot.panels.form import Panel, escape
from bot.places.account import Help, Join, Languages, Leave, Leaving, Left, NotJoined, Speak, Stayed, Welcome
from bot.places.tasks import TaskCard
from bot.turn import REFUSALS, Handlers, Reply, Turn
from core import users
from core.errors import Code
from core.model import Language
from core.phrases import without_accents

CODE = re.compile(r"[a-z2-7]{26}")
INLINE = "inline"
"""What the link above an inline query's results brings along."""
TASK_LINK = re.compile(r"t([0-9]{1,18})", re.ASCII)
LIKE_A_CODE = re.compile(r"[a-z0-9]{20,32}", re.ASCII | re.IGNORECASE)


def as_code(words: str) -> str | None:
    """An invitation's code as typed, dashes, spaces and case aside; None for anything else."""
    code = "".join(words.lower().replace("-", "").split())
    return code if CODE.fullmatch(code) else None


def is_invitation(words: str) -> bool:
    """Whether somebody comes with an invitation: a code, or a link's `/start` with something that is no task behind."""
    brought = words[len("/start ") :].strip() if words.startswith("/start ") else ""
    return as_code(words) is not None or (brought not in ("", INLINE) and not TASK_LINK.fullmatch(brought))


def is_mistyped_code(words: str) -> bool:
    """Whether somebody meant to type a code."""
    return LIKE_A_CODE.fullmatch(words.strip().replace("-", "")) is not None


LANGUAGES = {
    **dict.fromkeys(("es", "espanol", "castellano", "spanish"), Language.ES),
    **dict.fromkeys(("en", "ingles", "english"), Language.EN),
}
"""What people call them, without accents."""


async def offer(turn: Turn, code: str) -> Reply:
    """Say who one would be by a code, and ask. The code is in the button, and nowhere in what the chat remembers."""
    try:
        user = await turn.run(users.invited, code)
    except REFUSALS as error:
        return Reply(words=turn.refusal(error))
    if turn.linked and user.id != turn.actor.id:
        return Reply(words=turn.say("linked_to_other", name=turn.actor.user.display_name))
    return Reply(panel=joining_panel(turn.scene, user, Join(code)))


async def press_join(turn: Turn, press: Join) -> Reply:
    """Link the account; pressed again by who is linked by now, it changes nothing."""
    try:
        await turn.run(users.link, press.code, turn.sender_id)
    except REFUSALS as error:
        if turn.linked and error.code is Code.ALREADY_LINKED:
            told = turn.say("linked_to_other", name=turn.actor.user.display_name)
            return Reply(words=told, alert=True, panel=Panel(escape(told)))
        if turn.linked:
            return Reply(Welcome(), turn.refusal(error), alert=True)
        raise
    return Reply(Welcome(), account=True)


async def draw_welcome(turn: Turn, _: Welcome) -> Panel:
    """Linked: where to go from here."""
    turn = await turn.anew()
    return welcome_panel(turn.scene, turn.actor.user.display_name, hidden=turn.hidden)


async def draw_not_joined(turn: Turn, _: NotJoined) -> Panel:
    """The code is somebody else's."""
    return Panel(turn.scene.say("join_not_me"))


async def press_leave(turn: Turn, _: Leave) -> Reply:
    """Unlink the account."""
    if turn.linked:
        await turn.run(users.unlink)
    return Reply(Left(), account=True)


async def draw_left(turn: Turn, _: Left) -> Panel:
    """Not linked any more."""
    return Panel(turn.scene.say("left"))


async def draw_leaving(turn: Turn, _: Leaving) -> Panel:
    """The question whether to unlink."""
    return leaving_panel(turn.scene)


async def draw_stayed(turn: Turn, _: Stayed) -> Panel:
    """Still linked."""
    return Panel(turn.scene.say("stayed"))


async def draw_help(turn: Turn, _: Help) -> Panel:
    """What one can do here."""
    return help_panel(turn.scene, hidden=turn.hidden)


async def draw_languages(turn: Turn, _: Languages) -> Panel:
    """The choice of a language."""
    return languages_panel(turn.scene)


async def press_speak(turn: Turn, press: Speak) -> Reply:
    """Be written to in a language from now on."""
    await turn.run(users.set_language, press.language)
    spoken = turn.speaking(press.language)
    return Reply(Languages(), spoken.say("said_language"), panel=languages_panel(spoken.scene), account=True)


async def start(turn: Turn, words: str) -> Reply:
    """`/start`, by itself or by a link: an invitation's, or to a task."""
    if words.strip() in ("", INLINE):
        return Reply(Help())
    if task := TASK_LINK.fullmatch(words.strip()):
        return Reply(TaskCard(known_id(task[1])))
    code = as_code(words)
    return await offer(turn, code) if code else Reply(words=turn.say("not_a_code"))


async def show_help(_: Turn, __: str) -> Reply:
    """`/ayuda`."""
    return Reply(Help())


async def choose_language(turn: Turn, words: str) -> Reply:
    """`/idioma`, or at once `/idioma inglés`."""
    wanted = LANGUAGES.get(without_accents(words).strip())
    if wanted:
        return await press_speak(turn, Speak(wanted))
    return Reply(Languages())


async def ask_leaving(_: Turn, __: str) -> Reply:
    """`/salir`."""
    return Reply(Leaving())


HANDLERS = Handlers(
    views={
        Help: draw_help,
        Languages: draw_languages,
        Leaving: draw_leaving,
        Left: draw_left,
        Stayed: draw_stayed,
        NotJoined: draw_not_joined,
        Welcome: draw_welcome,
    },
    presses={Join: press_join, Leave: press_leave, Speak: press_speak},
    commands={"start": start, "ayuda": show_help, "idioma": choose_language, "salir": ask_leaving},
)
