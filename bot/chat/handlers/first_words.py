"""Words that are neither a command, an answer nor a question: what they may have meant, as buttons."""

import re
from collections.abc import Awaitable, Callable, Sequence
from difflib import get_close_matches

from msgspec.structs import replace

from bot.chat.callbacks.absences import AbsenceList
from bot.chat.callbacks.account import Help, Languages, Leaving, Zones
from bot.chat.callbacks.agenda import AgendaDay
from bot.chat.callbacks.callback_data import Callback, Screen
from bot.chat.callbacks.day import CloseDay, Today
from bot.chat.callbacks.drafts import DraftCard, DropDraft, FreeHelp, NewTaskQuestion
from bot.chat.callbacks.first_words import AsComment, AsEvent, AsTask, BeginEvent, OfferedTask
from bot.chat.callbacks.notices import NoticesCard
from bot.chat.callbacks.search import Found, SearchAsked, carried
from bot.chat.callbacks.tasks import CommentPrompt, TaskCard, TaskFilter, TaskList
from bot.chat.callbacks.team import History, LedgerOf, RedList, Summary, Team
from bot.chat.commands import NAMES, SPANISH
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers import event_drafts, task_drafts
from bot.chat.handlers.comments import add_comment
from bot.chat.handlers.day import own_log
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import read_phrase
from bot.chat.handlers.tasks import TASK_THEN_WORDS, parse_task_id
from bot.chat.panels.components import LINE_UNITS, Button, Panel, in_rows, label, shorten, task_button
from bot.chat.panels.questions import choice_panel
from core.base.model import INT32_MAX, Language
from core.drafts import drafts
from core.drafts import task_drafts as task_draft_words
from core.language.accents import without_accents
from core.language.phrases.model import EVENT
from core.language.questions.lexicon import Says
from core.language.questions.model import Readings
from core.language.questions.reading import is_elsewhere, small_talk
from core.language.reader.intents import Intent
from core.language.reader.own_matters import behind_receipt
from core.language.reader.reading import MessageReading
from core.language.reader.short_answers import AnswerPart, ShortAnswer, read_short_answer
from core.language.statements.reading import said_of
from core.records.drafts import TaskDraft
from core.work.task_search import open_descriptions
from core.work.tasks import my_open_tasks

NEAREST, A_ROW, MOST_CHOICES = 3, 2, 6
CLOSES = re.compile(r"\b(?:cierr|cerr|close)")
FEWEST_WORDS = 2
"""One word alone is hardly a comment."""
SHORT, LIKENESS_OF_SHORT, LIKENESS = 4, 0.66, 0.75
"""The most letters of a short word, and the likeness to a command that is asked of short words and of others.

Likeness is as difflib counts it: in a short word, one letter is more of it.
"""
YES = frozenset(
    (
        "yep",
        "yeah",
        "sip",
        "orale",
        "venga",
        "vale",
        "okay",
        "si",
        "claro",
        "va",
        "dale",
        "ok",
        "sale",
        "yes",
        "sure",
        "y",
        "simon",
    )
)
NO = frozenset(("no", "nel", "nop", "nope", "n"))
THUMBS = frozenset(("👍", "👌", "💪", "🫡", "🤝"))
TAKEN = frozenset((AnswerPart.TAKES, AnswerPart.SOON, AnswerPart.JOINS, AnswerPart.NOTED))
LETTERS = re.compile(r"\w")
SIGNS: dict[type[Callback], str] = {RedList: "🔴🚨🆘❗", TaskList: "✅📋📝✔", AgendaDay: "📅🗓⏰🕘📆", Help: "❓❔🤔"}
"""The screens that emojis stand for."""


# A sentence that nothing reads


async def unread(
    ctx: ChatContext, words: str, found: Readings | None = None, *, elsewhere: bool = False, about: int | None = None
) -> Reply:
    """Return what words may have meant: a menu for a greeting or an emoji, else the question whether they are a task.

    `elsewhere`: they are surely of nothing that is done here. `about`: the task that was shown last, on which they may
    be a comment.
    """
    if talk := small_talk_reply(ctx, words):
        return talk
    if is_yes_or_no(words):
        return Reply(words=ctx.say("nothing_was_asked"))
    if not LETTERS.search(words):
        return Reply(panel=Panel(ctx.scene.say("sign_meant"), in_rows(signs_meant(ctx, words), A_ROW)))
    own = (await ctx.run(my_open_tasks))[:MOST_CHOICES] if said_of(words, 1) else ()
    if own:
        buttons = [task_button(each.id, each.descripcion, TaskCard(each.id)) for each in own]
        example = ctx.scene.user_text(said_of(words, own[0].id), LINE_UNITS)
        return Reply(panel=choice_panel(ctx.scene.say("it_meant_ask", example=example), buttons))
    if about and len(words.split()) >= FEWEST_WORDS:
        return await offer_comment(ctx, words, about)
    question = "offer_elsewhere" if elsewhere or is_elsewhere(words) else "offer_ask"
    screen, panel = await offer_of(ctx, words, " ".join(found.unknown if found else ()), question)
    return Reply(screen, panel=panel)


async def offer_comment(ctx: ChatContext, words: str, task: int) -> Reply:
    """The question whether words are a comment on the task that was shown last, or a task of their own."""
    title = (await ctx.run(open_descriptions)).get(task, "")
    screen, offered = await offer_of(ctx, words)
    comment = ctx.scene.button("offer_comment", AsComment(screen.draft, task))
    question = ctx.scene.say("offer_comment_ask", id=task, title=ctx.scene.user_text(title))
    as_task = Button(ctx.say("button_offer_as_task"), AsTask(screen.draft))
    others = [as_task, ctx.scene.button("offer_no", DropDraft(screen.draft))]
    return Reply(screen, panel=Panel(question, [[comment], others, *offered.rows[1:]]))


async def press_comment(ctx: ChatContext, action: AsComment) -> Reply:
    words = (await ctx.run(drafts.get_draft, action.draft)).of(TaskDraft).descripcion
    reply = await add_comment(ctx, action.task, words)
    await ctx.run(drafts.drop_draft, action.draft)
    return reply


async def forwarded(ctx: ChatContext, words: str, author: str) -> Reply:
    """The draft of a task that keeps the words of somebody else, which are not an order of whoever forwards them."""
    body = await task_drafts.read_new(ctx, None, words)
    own = replace(body, responsible_user_ids=(ctx.actor.id,), asked_user_id=None, unknown=(), beyond=(), doubts=())
    kept = task_draft_words.with_description(own, f"{author}: {words}" if author else words)
    reply = await begin(ctx, kept, task_drafts.missing_field(kept))
    return replace(reply, words=ctx.say("forwarded_task", name=author or ctx.say("somebody")))


async def offer_of(
    ctx: ChatContext, words: str, searched: str = "", question: str = "offer_ask"
) -> tuple[OfferedTask, Panel]:
    """The offer to save words as a task, by a text that asks it."""
    body = TaskDraft(descripcion=words, responsible_user_ids=(ctx.actor.id,))
    screen = OfferedTask((await ctx.run(drafts.begin_draft, body)).id)
    return screen, await offer(ctx, screen, words, searched, question)


def small_talk_reply(ctx: ChatContext, words: str) -> Reply | None:
    """The answer to thanks, a laugh or a greeting and nothing else, perhaps with word that an invitation has come."""
    behind = behind_receipt(words)
    if behind == "":
        return Reply(words="👍")
    talk = small_talk(words if behind is None else behind)
    if talk is Says.THANKS:
        return Reply(words=ctx.say("said_welcome"))
    if talk is Says.LAUGHS:
        return Reply(words="😄")
    if talk is Says.GREETING:
        return Reply(panel=Panel(ctx.scene.say("hello"), in_rows(menu(ctx), A_ROW)))
    return None


async def draw_offer(ctx: ChatContext, screen: OfferedTask) -> Panel:
    body = (await ctx.run(drafts.get_draft, screen.draft)).of(TaskDraft)
    return await offer(ctx, screen, body.descripcion)


async def offer(
    ctx: ChatContext, screen: OfferedTask, words: str, searched: str = "", question: str = "offer_ask"
) -> Panel:
    """Ask whether words are a task; also an event where an hour is said, and a search where they ask for something."""
    scene, sought = ctx.scene, carried(searched)
    rows = [[scene.button("offer_task", AsTask(screen.draft)), scene.button("offer_no", DropDraft(screen.draft))]]
    if (await read_phrase(ctx, words, EVENT)).hours:
        rows.append([scene.button("offer_event", AsEvent(screen.draft))])
    if sought:
        rows.append([scene.button("search_near", Found(sought), words=label(searched))])
    return Panel(scene.say(question), rows)


async def press_task(ctx: ChatContext, action: AsTask) -> Reply:
    words = (await ctx.run(drafts.get_draft, action.draft)).of(TaskDraft).descripcion
    body = await task_drafts.read_new(ctx, None, words)
    draft = await ctx.run(drafts.change_draft, action.draft, body)
    return Reply(DraftCard(draft.id, task_drafts.missing_field(body)))


async def press_event(ctx: ChatContext, action: AsEvent) -> Reply:
    words = (await ctx.run(drafts.get_draft, action.draft)).of(TaskDraft).descripcion
    return await event_drafts.event_typed(ctx, words)


async def press_new_event(ctx: ChatContext, _: BeginEvent) -> Reply:
    return await event_drafts.event_typed(ctx, "")


async def typed_on_offer(ctx: ChatContext, screen: OfferedTask, typed: Typed) -> Reply:
    said = without_marks(typed.words)
    if said in YES:
        return await press_task(ctx, AsTask(screen.draft))
    if said in NO:
        await ctx.run(drafts.drop_draft, screen.draft)
        return Reply(words=ctx.say("draft_dropped"))
    return await unread(ctx, typed.words)


async def goodbye(ctx: ChatContext) -> Reply:
    """A warm line to whoever takes leave, and the offer to close the day where that is open."""
    log = await own_log(ctx, ctx.today)
    if log is None or log.closed_at is not None:
        return Reply(words=ctx.say("said_goodbye"))
    close = ctx.scene.button("close", CloseDay(ctx.today, ctx.today, log.id))
    return Reply(panel=choice_panel(ctx.say("said_goodbye_open"), [close]))


async def acknowledged(
    ctx: ChatContext, words: str, shown_lately: Callable[[], Awaitable[Sequence[Screen]]]
) -> Reply | None:
    """A warm line to whoever says that they know, or see to it: "on it", «enterado»; «ok» only to a task just shown."""
    said = ShortAnswer(frozenset((AnswerPart.AGREED,))) if words.strip() in THUMBS else read_short_answer(words)
    if said is None or said.orders or said.asks:
        return None
    parts = said.says - {AnswerPart.BESIDE}
    if not parts or not parts <= TAKEN | {AnswerPart.AGREED, AnswerPart.YES}:
        return None
    shown = await shown_lately()
    task = shown[0].task if shown and isinstance(shown[0], TaskCard | CommentPrompt) else 0
    if not parts & TAKEN and not (task and parts == {AnswerPart.AGREED}):
        return None
    title = {each.id: each.descripcion for each in await ctx.run(my_open_tasks)}.get(task, "")
    return Reply(words=ctx.say("said_on_it", id=task, title=shorten(title, LINE_UNITS)) if title else "👍")


def has_sign(words: str) -> bool:
    """Return whether words without letters have an emoji, and not only marks."""
    return any(not each.isspace() and each not in MARKS for each in words)


MARKS = ".,;:¡!¿?…-–—*_\"'()@"


def is_about_it(words: str) -> bool:
    """Return whether words are an order about a task that is not named: "ponla en verde"."""
    return bool(said_of(words, 1))


def closes(words: str) -> bool:
    """Return whether an order about what is not named is to close it."""
    return CLOSES.search(without_accents(words)) is not None


def after_yes(words: str, reading: MessageReading) -> str:
    """Return what is said behind a yes to what nobody asked: "sale, abre mi día"; "" where that is nothing."""
    first = reading.first
    begins, _, rest = words.partition(" ")
    yes = first is not None and first.intent is Intent.YES and without_marks(begins).strip(",") in YES
    return rest.strip(" ,.") if yes and len(rest.split()) >= FEWEST_WORDS else ""


def is_yes_or_no(words: str) -> bool:
    return without_marks(words) in YES | NO


def without_marks(words: str) -> str:
    return without_accents(words).strip(" .!")


def menu(ctx: ChatContext) -> list[Button]:
    scene = ctx.scene
    team = [scene.button("team", Team(ctx.today))] if ctx.leads else []
    return [
        scene.button("my_day", Today()),
        scene.button("my_tasks", TaskList()),
        scene.button("agenda", AgendaDay(ctx.today)),
        *team,
        scene.button("help", Help()),
    ]


def signs_meant(ctx: ChatContext, words: str) -> list[Button]:
    """The menu, beginning with what an emoji stands for."""
    red = ctx.scene.button("red", RedList() if ctx.leads else TaskList(TaskFilter.RED))
    meant = next((kind for kind, signs in SIGNS.items() if any(sign in words for sign in signs)), None)
    every = [red, *menu(ctx)] if meant is RedList else menu(ctx)
    return sorted(every, key=lambda button: not (meant and isinstance(button.callback, meant)))


# A command that is not known


async def nearest_commands(ctx: ChatContext, name: str, words: str) -> Reply:
    """The commands whose name is most like one that is not known, each a button."""
    spoken = [each for each in SPANISH if SPANISH[each] not in ctx.hidden and opened_by(ctx, SPANISH[each], words)]
    near = dict.fromkeys(
        SPANISH[each]
        for each in get_close_matches(name, spoken, NEAREST, LIKENESS_OF_SHORT if len(name) <= SHORT else LIKENESS)
    )
    if not near:
        return Reply(words=ctx.say("unknown_command"))
    names = {each: each if ctx.language is Language.ES else NAMES[each] for each in near}
    buttons = [Button(f"/{names[each]}", callback) for each in near if (callback := opened_by(ctx, each, words))]
    return Reply(panel=choice_panel(ctx.say("nearest_command", name=name), buttons))


def opened_by(ctx: ChatContext, name: str, words: str) -> Callback | None:
    """Return what a button opens for a command: as it is without words, but for the number of a task."""
    number = TASK_THEN_WORDS.fullmatch(words.strip())
    if name == "tarea" and number and int(number[1]) <= INT32_MAX:
        return TaskCard(parse_task_id(number[1]))
    screens: dict[str, Callback] = {
        **dict.fromkeys(("hoy", "abrir", "avance", "cerrar"), Today()),
        **dict.fromkeys(("tareas", "tarea", "comentar"), TaskList()),
        "historial": History(ctx.today),
        "nueva": NewTaskQuestion(),
        "buscar": SearchAsked(ask=True),
        "agenda": AgendaDay(ctx.today),
        "disponible": FreeHelp(ask=True),
        "evento": BeginEvent(),
        "ausencia": AbsenceList(),
        "equipo": Team(ctx.today),
        "rojo": RedList() if ctx.leads else TaskList(TaskFilter.RED),
        "resumen": Summary(own=not ctx.leads),
        "idioma": Languages(),
        "zona": Zones(),
        "avisos": NoticesCard(),
        "porque": LedgerOf(ctx.actor.id),
        "ayuda": Help(),
        "salir": Leaving(),
    }
    return screens.get(name)


HANDLERS = Handlers(
    screens={OfferedTask: draw_offer},
    actions={AsComment: press_comment, AsTask: press_task, AsEvent: press_event, BeginEvent: press_new_event},
    answers={OfferedTask: typed_on_offer},
)
