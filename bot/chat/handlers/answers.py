"""Words that answer what a message asked: the button that they press, or that it is left, or asked again later."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.chat import callbacks
from bot.chat.asked import Asked, AskedButton, ToAsked, answering, by_sign, called, named
from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.drafts import DraftCard, ReportOn
from bot.chat.callbacks.event_cards import OnEvent
from bot.chat.callbacks.invitations import InvitationCard
from bot.chat.callbacks.own_reminders import OwnReminderCard
from bot.chat.callbacks.tasks import HandOver, OnTask
from bot.chat.context import ChatContext, Reply
from bot.chat.handlers import invitations, statements
from bot.chat.handlers.draft_kind import draft_body, saves_by_name
from bot.chat.handlers.phrases import moment_of, people_by_name
from bot.chat.handlers.readings import titles_of
from bot.chat.panels.answers import NO, Intents
from bot.chat.panels.own_reminders import when_text
from bot.chat.short_answers import in_short, is_draft, named_act
from core.base.calendar_time import local_date
from core.calendar import agenda
from core.delivery import snoozes
from core.drafts.event_drafts import adds_everybody, leaves_out_everybody
from core.language.phrases.corrections import begins_as_correction, says_rather
from core.language.phrases.model import Moment
from core.language.reader.answers import (
    ASKED,
    TALK,
    SpokenAnswer,
    Taken,
    arrives_at_hour,
    behind_refusal,
    objects,
    proposing_words,
    put_off_until,
    read_answer,
    says_a_value,
    words_beside_values,
)
from core.language.reader.conditions import is_conditional
from core.language.reader.intents import Intent
from core.language.reader.own_matters import (
    SURELY,
    VERY_SURELY,
    behind_receipt,
    denies_something_else,
    says_it_is_done,
    says_it_stays,
    tells_own_matter,
)
from core.language.reader.own_messages import words_left
from core.language.reader.reading import parts_of
from core.language.reader.short_answers import begins_with_order, read_short_answer, says_goodbye
from core.language.reader.titles import Titles
from core.language.reader.words import words_of
from core.language.statements.model import Act, Statement
from core.people import colleagues
from core.records.drafts import ReportDraft
from core.work import tasks

LATER: Intents = (Intent.LATER,)
ANOTHER_TIME: Intents = (Intent.LATER, Intent.ANSWER_PROPOSE)
"""The intents that put off a question about the day: "mejor mañana" proposes nothing there."""
PUT_OFF = timedelta(minutes=60)
"""For how long a question is put off where no time is said."""


async def read_named(
    ctx: ChatContext, newest: Asked | None, before: Sequence[Asked], words: str
) -> tuple[Asked, ToAsked] | None:
    """Return the older question of which words name an act, with its button; None where the newest has that act.

    What is said behind an order to take something back says why.
    """
    names = parts_of((await people_by_name(ctx)).ids)
    if newest is not None and (is_draft(newest) or named_act(newest, words, names)):
        return None
    for each in before:
        said = named_act(each, words, names)
        if said is not None and said.button is not None:
            idle = Intent.UNDO in said.button.answers or read_short_answer(said.rest) or says_goodbye(said.rest)
            return each, replace(said, rest="" if idle else said.rest)
    return None


async def read(ctx: ChatContext, asked: Asked, words: str) -> ToAsked | None:
    """Return how words answer a question; None where they do not."""
    choices = () if isinstance(asked.screen, DraftCard) else asked.buttons
    if button := named(words, asked.buttons) or by_sign(asked.buttons, words) or called(words, choices):
        return ToAsked(button)
    names = parts_of((await people_by_name(ctx)).ids)
    whole, words = words, coming_words(asked, words)
    if not words or (is_draft(asked) and (adds_everybody(words) or leaves_out_everybody(words))):
        return None
    saved = ToAsked(answering(asked.buttons, Intent.YES)) if await saves_by_name(ctx, asked.screen, words) else None
    if short := saved or keeps(asked, words) or in_short(asked, words, names, report=await is_report(ctx, asked)):
        return unless_conditional(short, words)
    if proposal := await proposal_in(ctx, asked, words):
        return ToAsked(proposal)
    comes = words != whole and says_goodbye(words)
    if is_invitation(asked) and (comes or await asyncio.to_thread(arrives_at_hour, words, moment_of(ctx), names)):
        return ToAsked(answering(asked.buttons, Intent.ANSWER_YES))
    return await read_sentence(ctx, asked, words, names)


async def read_sentence(ctx: ChatContext, asked: Asked, words: str, names: Collection[str]) -> ToAsked | None:
    """Return how words that are more than a short answer answer a question; None where they do not."""
    if is_time_of_reminder(asked, words, moment_of(ctx)):
        return ToAsked(None, later=True, wants_nothing=True)
    own = (await titles_of(ctx)).own_tasks
    answer = await asyncio.to_thread(in_sentence, asked, words, moment_of(ctx), names, own)
    return answer and unless_conditional(answer, words)


def unless_conditional(said: ToAsked, words: str) -> ToAsked:
    """An answer, which is put off where it depends on something: "voy si puedo"."""
    return ToAsked(None, later=True) if said.button and is_conditional(words) else said


def is_time_of_reminder(asked: Asked, words: str, moment: Moment) -> bool:
    """Return whether words only say when to be reminded again: "en media hora", "mejor a las 5"."""
    if not isinstance(asked.screen, OwnReminderCard) or asked.outbox_id is None:
        return False
    return words_beside_values(words, moment, ()) <= 1 and put_off_until(words, moment) is not None


async def is_report(ctx: ChatContext, asked: Asked) -> bool:
    """Return whether the draft of a report asks."""
    return isinstance(await draft_body(ctx, asked.screen), ReportDraft)


def in_sentence(asked: Asked, words: str, moment: Moment, names: Collection[str], own: Titles) -> ToAsked | None:
    """Return what a sentence answers to a question; None where it does not.

    A question may be left or put off, unless it takes words by itself. The card of a draft is saved or dropped by "sí"
    and "no" alone: all else corrects it. A report on one of one's `own` tasks fits a prompt of the day.
    """
    draft = isinstance(asked.screen, DraftCard)
    if draft and says_a_value(words, moment, names):
        return None
    answer = read_answer(words, moment, names, answers_of(asked))
    if answer is None or is_of_something_else(asked, answer, words, moment, names, own):
        return None
    if is_invitation(asked) and proposes(asked, answer, moment, names):
        return None
    if holds_back(asked, answer, words, moment, names):
        return ToAsked(None, later=True)
    if draft and answer.rest and not saves_only(asked, answer):
        return None
    button = button_of(asked, answer)
    idle = answer.wants_nothing or (saves_report(button) and is_done_with(answer.rest, own))
    return ToAsked(button, answer.place > len(asked.buttons), answer.rest, idle)


def coming_words(asked: Asked, words: str) -> str:
    """The words that may answer an invitation: that it has come says neither yes nor no."""
    behind = behind_receipt(words) if is_invitation(asked) else None
    return words if behind is None else behind


def is_of_something_else(
    asked: Asked, answer: SpokenAnswer, words: str, moment: Moment, names: Collection[str], own: Titles
) -> bool:
    """Return whether a yes or a no stands beside what does not fit the question, so that it is none.

    A yes goes on with what was done elsewhere: "sí, ya mandé el correo"; a no denies something other than coming.
    """
    button = button_of(asked, answer)
    if button is None:
        return False
    if opens_or_closes(button) and begins_with_order(answer.rest, names):
        return True
    done = saves_report(button) and is_done_with(answer.rest, own)
    fits = done or (opens_or_closes(button) and own.mentions(words_of(answer.rest)))
    bare = read_short_answer(words[: words.rfind(answer.rest)]) if answer.rest else None
    if bare and not bare.orders and not fits and not is_draft(asked):
        least = VERY_SURELY if Intent.NO in button.answers else SURELY
        if tells_own_matter(answer.rest, moment, names, least=least):
            return True
    return is_invitation(asked) and Intent.ANSWER_NO in button.answers and denies_something_else(words)


def saves_report(button: AskedButton | None) -> bool:
    """Return whether a button saves a report of one task."""
    return button is not None and isinstance(callbacks.read(button.callback), ReportOn)


def is_done_with(words: str, own: Titles) -> bool:
    """Return whether words only say once more that something is done: "sí, ya quedó"."""
    return says_it_is_done(words) and not own.mentions(words_of(words))


def opens_or_closes(button: AskedButton) -> bool:
    """Return whether a button opens or closes the day, beside which a report fits."""
    return not {Intent.OPEN_DAY, Intent.CLOSE_DAY}.isdisjoint(button.answers)


def keeps(asked: Asked, words: str) -> ToAsked | None:
    """Read an order not to do what is asked as a no, with what is said behind: "no lo canceles, pásalo al martes"."""
    rest = behind_refusal(words)
    if rest is None or isinstance(asked.screen, DraftCard):
        return None
    return ToAsked(answering(asked.buttons, Intent.NO), rest=rest)


def answers_of(asked: Asked) -> Sequence[Taken]:
    """The answers that a question takes: its buttons, and that it is left or put off, unless its panel takes words."""
    draft, unasked = isinstance(asked.screen, DraftCard), asked.outbox_id is not None
    taken = [Taken(each.answers, 1 if draft else ASKED) for each in asked.buttons]
    if asked.screen is not None and asked.screen.takes_words():
        return taken
    later = ANOTHER_TIME if unasked and not is_invitation(asked) else LATER
    return [*taken, *(Taken(intents, ASKED if unasked else 1) for intents in (NO, later))]


def button_of(asked: Asked, answer: SpokenAnswer) -> AskedButton | None:
    return asked.buttons[answer.place] if answer.place < len(asked.buttons) else None


def holds_back(asked: Asked, answer: SpokenAnswer, words: str, moment: Moment, names: Collection[str]) -> bool:
    """Return whether an answer that would do something objects or asks: "sí, pero no le avises", "¿y si digo que sí?".

    What a button does may be asked for: "¿me abres el día?".
    """
    button = button_of(asked, answer)
    if button is None or Intent.NO in button.answers:
        return False
    if objects(words):
        return True
    before = words[: words.rfind(answer.rest)] if answer.rest else words
    orders = [Taken([intent for intent in each.answers if intent not in TALK]) for each in asked.buttons]
    return "?" in before and read_answer(words, moment, names, orders) is None


async def handed_instead(ctx: ChatContext, asked: Asked, words: str) -> Reply | None:
    """The answer to somebody else's name where it is asked to whom a task is to go: "no, mejor a Luis".

    Where it is theirs already, the question is left: "no, déjala con Luis".
    """
    offered = [action for each in asked.buttons if isinstance(action := callbacks.read(each.callback), HandOver)]
    if not offered or not (begins_as_correction(words) or says_rather(words) or says_it_stays(words)):
        return None
    changes = colleagues.people_changes(words, await ctx.run(colleagues.list_colleagues))
    names = parts_of((await people_by_name(ctx)).ids)
    if len(changes.added) != 1 or changes.removed or words_left(words, moment_of(ctx), names, ""):
        return None
    task = await ctx.run(tasks.get_task, offered[0].task)
    if changes.added[0] in task.responsible_user_ids:
        return Reply(words=ctx.say("said_left"))
    return await statements.hand_over(ctx, Statement(Act.HAND_OVER, task=task.id, people=(tuple(changes.added),)))


def asks_of_other(asked: Asked | None, saved: Collection[int]) -> bool:
    """Return whether a panel that was asked for is about a task or an event that is none of these.

    What is said then does not correct what was saved before.
    """
    if asked is None or asked.outbox_id is not None or isinstance(asked.screen, DraftCard):
        return False
    actions = [callbacks.read(each.callback) for each in asked.buttons]
    about = {
        each.task if isinstance(each, OnTask) else each.event for each in actions if isinstance(each, OnTask | OnEvent)
    }
    return bool(about) and about.isdisjoint(saved)


async def ask_hour(ctx: ChatContext, asked: Asked, words: str) -> Reply | None:
    """The question what is meant by an hour at which somebody says to come to an event that is at another."""
    if not isinstance(asked.screen, InvitationCard):
        return None
    names = parts_of((await people_by_name(ctx)).ids)
    if not await asyncio.to_thread(arrives_at_hour, words, moment_of(ctx), names):
        return None
    panel = await invitations.ask_hour(ctx, asked.screen, words)
    return Reply(panel=panel) if panel else None


async def proposal_in(ctx: ChatContext, asked: Asked, words: str) -> AskedButton | None:
    """Find the proposal of another time for an event that one is invited to, as a button that no message has."""
    if not isinstance(asked.screen, InvitationCard):
        return None
    names = parts_of((await people_by_name(ctx)).ids)
    said = await asyncio.to_thread(proposing_words, words, moment_of(ctx), names)
    proposal = await invitations.read_proposal(ctx, asked.screen, said) if said else None
    return AskedButton("", write(proposal)) if proposal else None


def is_invitation(asked: Asked) -> bool:
    """Return whether a question is an invitation: another time is proposed to somebody there, not put off."""
    return any(Intent.ANSWER_YES in each.answers for each in asked.buttons)


def saves_only(asked: Asked, answer: SpokenAnswer) -> bool:
    """Return whether words on the card of a draft are a yes in several words: "sí, guárdala"."""
    button = button_of(asked, answer)
    return answer.wants_nothing and button is not None and Intent.YES in button.answers


def proposes(asked: Asked, answer: SpokenAnswer, moment: Moment, names: Collection[str]) -> bool:
    """Return whether a yes goes on with another time, so that it is none: "sí, pero ¿puede ser a las 5?"."""
    button = button_of(asked, answer)
    yes = button is not None and Intent.YES in button.answers
    return yes and says_a_value(answer.rest, moment, names) and not answer.wants_nothing


async def left(ctx: ChatContext, asked: Asked, said: ToAsked, words: str) -> Reply:
    """The answer to a question that is left, or put off: a push is sent again then."""
    if not said.later:
        return Reply(words=ctx.say("said_left"))
    if asked.outbox_id is None:
        return Reply(words=ctx.say("said_waits"))
    wanted = put_off_until(words, moment_of(ctx)) or await free_again(ctx)
    until = await ctx.run(snoozes.put_off, asked.outbox_id, wanted)
    if isinstance(asked.screen, OwnReminderCard):
        return Reply(words=ctx.say("said_snoozed", when=when_text(ctx.scene, until)))
    scene, day = ctx.scene, local_date(until, ctx.own_zone)
    time = scene.time(until, ctx.own_zone)
    if day == local_date(ctx.pipeline.clock.now(), ctx.own_zone):
        return Reply(words=ctx.say("said_put_off", time=time))
    return Reply(words=ctx.say("said_put_off_day", day=scene.long(day), time=time))


async def free_again(ctx: ChatContext) -> datetime:
    """The end of what one is in now, else in an hour."""
    now = ctx.pipeline.clock.now()
    entries = (await ctx.run(agenda.day_agenda, ctx.today)).entries
    ends = [
        each.event.end_datetime
        for each in entries
        if each.own and not each.all_day and each.event.start_datetime <= now < each.event.end_datetime
    ]
    return max(ends, default=now + PUT_OFF)
