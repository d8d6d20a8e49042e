"""Answers that are made of known phrases alone: "perdón, guárdalo", "sí, muévela", "no sé".

Who is not decided, objects or asks back is asked on, and nothing is done.
"""

from collections.abc import Collection

from bot.chat.asked import (
    Asked,
    AskedButton,
    ToAsked,
    answering,
    going_on,
    is_save,
    is_take,
    not_going_on,
)
from bot.chat.callbacks.drafts import DraftCard
from core.language.reader.answers import divided
from core.language.reader.intents import Intent
from core.language.reader.short_answers import AnswerPart, Does, ShortAnswer, read_short_answer

SAVING = frozenset((Does.SAVES, Does.SENDS))
TAKEN = frozenset((AnswerPart.TAKES, AnswerPart.SOON, AnswerPart.JOINS, AnswerPart.NOTED))
"""The parts of an answer by which one takes a task that somebody asks one to take; else one only sees to something."""


def in_short(asked: Asked, words: str, names: Collection[str], *, report: bool = False) -> ToAsked | None:
    """Return the meaning of such an answer; None for words that are none, or that answer something else.

    `names` are the words of people's names. The draft of a `report` is not only saved by «envíalo», but sent.
    """
    said = read_short_answer(words, [each.label if each.answers else "" for each in asked.buttons], names)
    if said is None or (report and any(each.does is Does.SENDS for each in said.orders)):
        return None
    if said.undecided:
        return ToAsked(None, later=True)
    return ordered(asked, said) if said.orders else agreed_or_not(asked, said)


def ordered(asked: Asked, said: ShortAnswer) -> ToAsked | None:
    """Return the meaning of the orders in an answer: the button with their verb, a draft saved or dropped, or a yes."""
    if button := ordered_button(asked, said):
        return ToAsked(button)
    if said.orders[-1].does is Does.LEAVES or (is_draft(asked) and said.orders[-1].does is Does.DISCARDS):
        return ToAsked(None, later=True) if AnswerPart.YES in said.says else refused(asked)
    of_day = any({Intent.OPEN_DAY, Intent.CLOSE_DAY}.intersection(each.answers) for each in asked.buttons)
    if of_day and not said.orders[-1].outright:
        return None
    agrees = all(each.does in SAVING for each in said.orders) if is_draft(asked) else said.positive
    return agreed(asked) if agrees and AnswerPart.NO not in said.says else None


def ordered_button(asked: Asked, said: ShortAnswer) -> AskedButton | None:
    """The button that the last order presses; after a no only one that a no presses, too."""
    place = said.orders[-1].button
    button = None if place is None else asked.buttons[place]
    return button if button and (AnswerPart.NO not in said.says or Intent.NO in button.answers) else None


def named_act(asked: Asked, words: str, names: Collection[str]) -> ToAsked | None:
    """Return the button whose act words order by its name, perhaps behind a yes, with what is said behind.

    "sí, deshazlo, no eran 80" of «↩ Sí, deshacer».
    """
    head, rest = "", words
    labels = [each.label if each.answers else "" for each in asked.buttons]
    while rest:
        part, rest = divided(rest)
        head = f"{head} {part}"
        said = read_short_answer(head, labels, names)
        if said is None or said.undecided or AnswerPart.NO in said.says:
            return None
        if said.orders:
            place = said.orders[-1].button
            return None if place is None else ToAsked(asked.buttons[place], rest=rest)
    return None


def agreed_or_not(asked: Asked, said: ShortAnswer) -> ToAsked | None:
    if AnswerPart.NO in said.says:
        return refused(asked)
    if said.says & {AnswerPart.GOES_ON, AnswerPart.NOT_WELL}:
        how = going_on(asked.buttons) if AnswerPart.GOES_ON in said.says else not_going_on(asked.buttons)
        return ToAsked(how) if how else None
    if said.says & TAKEN:
        return taken(asked, said)
    return agreed(asked, alone=not said.says & {AnswerPart.YES, AnswerPart.AGREED}) if said.positive else None


def taken(asked: Asked, said: ShortAnswer) -> ToAsked | None:
    """Take the task that one is asked to take, or come; who sees to something soon puts off what was asked."""
    if takes := next(filter(is_take, asked.buttons), None):
        return ToAsked(takes)
    if AnswerPart.SOON in said.says and not is_draft(asked):
        return ToAsked(None, later=True)
    if AnswerPart.JOINS in said.says and (joins := answering(asked.buttons, Intent.ANSWER_YES)):
        return ToAsked(joins)
    noted = said.positive and not said.says & {AnswerPart.TAKES, AnswerPart.SOON, AnswerPart.JOINS}
    return agreed(asked, alone=not said.says & {AnswerPart.YES, AnswerPart.AGREED}) if noted else None


def agreed(asked: Asked, *, alone: bool = False) -> ToAsked | None:
    """The button of a yes; `alone`: what is said agrees to a draft, and elsewhere to nothing."""
    button = answering(asked.buttons, Intent.YES)
    return None if button is None or (alone and not is_save(button)) else ToAsked(button)


def refused(asked: Asked) -> ToAsked | None:
    """The button of a no, else that the question is left, unless its panel takes words by itself."""
    button = answering(asked.buttons, Intent.NO)
    takes_words = asked.screen is not None and asked.screen.takes_words()
    return None if button is None and takes_words else ToAsked(button)


def is_draft(asked: Asked) -> bool:
    return isinstance(asked.screen, DraftCard)
