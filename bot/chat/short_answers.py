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
from core.language.reader.intents import Intent
from core.language.reader.short_answers import AnswerPart, Does, ShortAnswer, read_short_answer

SAVING = frozenset((Does.SAVES, Does.SENDS))


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
    agrees = all(each.does in SAVING for each in said.orders) if is_draft(asked) else said.positive
    return agreed(asked) if agrees and AnswerPart.NO not in said.says else None


def ordered_button(asked: Asked, said: ShortAnswer) -> AskedButton | None:
    """The button that the last order presses; after a no only one that a no presses, too."""
    place = said.orders[-1].button
    button = None if place is None else asked.buttons[place]
    return button if button and (AnswerPart.NO not in said.says or Intent.NO in button.answers) else None


def agreed_or_not(asked: Asked, said: ShortAnswer) -> ToAsked | None:
    if AnswerPart.NO in said.says:
        return refused(asked)
    if said.says & {AnswerPart.GOES_ON, AnswerPart.NOT_WELL}:
        how = going_on(asked.buttons) if AnswerPart.GOES_ON in said.says else not_going_on(asked.buttons)
        return ToAsked(how) if how else None
    if said.says & {AnswerPart.TAKES, AnswerPart.NOTED} and (takes := next(filter(is_take, asked.buttons), None)):
        return ToAsked(takes)
    if not said.positive or (is_draft(asked) and AnswerPart.TAKES in said.says):
        return None
    return agreed(asked, alone=not said.says & {AnswerPart.YES, AnswerPart.AGREED, AnswerPart.TAKES})


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
