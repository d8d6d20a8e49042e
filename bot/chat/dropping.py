"""Words that drop what is open: a draft, or a question that waits."""

import re

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.drafts import DraftCard
from bot.chat.context import ChatContext, Typed
from bot.chat.handlers import readings
from bot.chat.handlers.draft_kind import NAMES_OF_DRAFTS, draft_body
from core.language.accents import PLAIN
from core.language.phrases.corrections import begins_as_correction
from core.language.statements.model import Act
from core.records.drafts import (
    AbsenceDraft,
)

CANCEL_WORDS = re.compile(
    r"\s*(?:cancela|cancelar|cancelalo|cancel)(?:\s*(?:[.!,;\n—-]|$)|\s+(?:eso|esto|todo|it|that|this|todo eso)\b)"
)
"""The same in words: alone, or of a draft before a comma ("cancelar, mejor mañana"); "cancelar la cita" is a task."""
DROP_WORDS = re.compile(
    r"\s*(?:no,? )?(?:(?:mejor )?(?:olvida(?:lo|te)?|borra(?:lo|la)?|descarta(?:lo|la)?|quita(?:lo|la)?)"
    r"(?: (?:eso|esto|todo|el borrador))?|no (?:lo )?guardes(?: nada)?|(?:mejor|ya) no"
    r"|(?:forget|delete|discard|drop|scrap)(?: about)? (?:it|that|this|the draft)|never ?mind|don'?t save (?:it|that))"
    r"(?:,? (?:porfa(?:vor|s)?|por favor|please|gracias|thanks))?[\s.!]*"
)
"""What drops a draft besides, where nothing else is said."""
DROP_NAMED = re.compile(
    r"\s*(?:(?:no|mejor|ya|ay|uy|bueno|oye|che),? ){0,3}(?:olvid(?:a|ate|ese|emos|ala|alo)|borra|descarta|quita|cancela"
    r"|anula|tira|deja|forget|delete|discard|drop|scrap|cancel)(?: about)?(?: (?:de|con|por))?"
    r" (?:la|el|esa|ese|mi|lo de la|lo del|that|the|this|my) (?P<name>[a-z ]{4,20}?)"
    r"(?: (?:esa|ese|entonces|mejor|then))?"
    r"(?:,? (?:porfa(?:vor|s)?|por favor|please|gracias|thanks))?[\s.!]*"
)
"""The same by what a draft is of: "olvidate de la ausencia"."""
STAYS = re.compile(
    r"\W*(?:(?:no|mejor|ya|siempre|al final|entonces|perdon|actually|sorry|so)\W+){0,4}"
    r"(?:no (?:(?:voy|vamos) a )?(?:falt(?:o|ar|are|amos)|ausentarme|me ausento|pido (?:el dia|permiso))"
    r"|si (?:voy|vengo|trabajo|estoy|estare|voy a trabajar)"
    r"|i'?m (?:not (?:taking (?:it|them) off|off|away)|coming in)|i'?ll (?:be in|work))"
    r"(?: (?:siempre|al final|entonces|after all|then))?\W*"
)
"""That one is not away after all."""


def cancels(words: str, typed: Typed | None) -> bool:
    """Whether words drop what is open. What else a message asks for may begin so: "Cancelar, ya no lo quieren"."""
    plain = words.translate(PLAIN)
    found = CANCEL_WORDS.match(plain)
    draft = typed is not None and isinstance(typed.to.screen, DraftCard)
    if not draft and begins_as_correction(words):
        return False
    if draft:
        return found is not None or DROP_WORDS.fullmatch(plain) is not None
    return found is not None and (typed is None or not plain[found.end() :].strip(" .!"))


async def drops_draft(ctx: ChatContext, screen: Screen, words: str) -> bool:
    """Tell whether words drop the draft that is open by what it is of: "olvidate de la ausencia", "ya no falto"."""
    body = await draft_body(ctx, screen)
    if body is None:
        return False
    found = DROP_NAMED.fullmatch(words.translate(PLAIN))
    if found and found["name"] in NAMES_OF_DRAFTS.get(type(body), ()):
        return True
    if not isinstance(body, AbsenceDraft):
        return False
    if STAYS.fullmatch(words.translate(PLAIN)):
        return True
    said = (await readings.read(ctx, words)).statement
    return said is not None and said.act is Act.CANCEL_ABSENCE and not (said.days or said.people)
