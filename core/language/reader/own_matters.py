"""Clauses that state a matter of their own, so that a yes or a no beside or in them answers nothing.

"ya me llegó la invitación" says neither yes nor no, "no encuentro el papel" refuses nothing, and who says "sí, ya mandé
el correo" answers somebody else.
"""

import re
from collections.abc import Collection

from core.language.accents import without_accents
from core.language.phrases.folding import fold
from core.language.phrases.model import Moment
from core.language.reader.intents import Intent
from core.language.reader.marks import marked
from core.language.reader.model import model
from core.language.reader.own_messages import is_needless

INVITATION = (
    r"(?:invitacion(?:es)?|invitation|invite|invi|convocatoria|citatorio|aviso|correo|mail|mensaje|notificacion"
    r"|recordatorio|message|notification|email)"
)
RECEIVED = re.compile(
    r"\W*(?:(?:si|ok|okay|hola|perdon|oye|ah|bueno|yes|hey|hi)[ ,.]+){0,3}"
    r"(?:(?:ya |apenas |recien |ahorita |si |aqui |aca )*(?:me|nos) (?:acaba de )?lleg(?:o|aron|ar|a)"
    r"|(?:ya |apenas |recien |ahorita |si )*(?:recibi|recibimos|vi|vimos|tengo|abri|lei)"
    r"|(?:i |we |just |already |i've |we've )*(?:got|received|saw|seen|have))"
    rf" (?:ya |bien )*(?:la |el |tu |su |esa |ese |una |the |your |an? )+{INVITATION}"
    r"(?: (?:de|del|a|al|para|of|for|to|from) (?:la |el |las |los |the )?(?:\w+ ){0,3}?\w+)?"
    r"(?: (?:ya|bien|ahorita|today|hoy))*"
    r"(?=\s*(?:[,;.!…]|$|(?:y|and|pero|but)\s))[\s,;.!…]*(?:(?:y|and)\s+)?"
)
"""A clause that says that an invitation has come."""
NOT = re.compile(
    r"\b(?:no|nunca) (?P<arrives>(?:me|nos|te|les?) (?:ha |han )?lleg)?"
    r"(?:(?:me|te|se|le|les|lo|la|los|las|nos|yo|ya|aun|todavia|voy a|vamos a|creo|que|he|ha|han|hemos"
    r"|podido|muy|bien) )*"
    r"(?P<verb>[a-z]+)"
    r"|\b(?:can'?t|cannot|won'?t|don'?t|didn'?t|couldn'?t|haven'?t|never|not)"
    r" (?:i |yet |even |be able to )*(?P<does>[a-z]+)"
)
"""A denial, and what is denied."""
OF_COMING = re.compile(
    r"pued|pod|llego$|llegar|llegam|llegue|vo[sy]|vua|vaya|vamos|van?$|ir$|ire|iri|asist|cuent|cont[ae]|alcanz|acud"
    r"|est[aoe]|and[oae]|es$|es[oae]$|soy|ser|siento|gracias|quier|quis|qued|dan?$|dara|dio|entr|sal[gd]|acept|particip"
    r"|logr|hay|hace|ten[ge]|tien|sirv|acomod|lat[ea]|conv|combin|caig|cae|trabaj|vien|veng|vend|regres|vuelv|espere"
    r"|pint|pas[oea]|lleva|apunt|anot|confirm|mand[ae]s|gust|import|interes|toca|encaj|cuadra|aparezco|libr|dispon|ocup"
    r"|dej[ao]n?$|permit|creo|pienso|asi|hoy|manana|ahora|por|si$|no$|ni$|pero|mas$|senor"
    r"|thank|make|come|coming|attend|join|go$|going|be$|able|do$|today|tomorrow|now|this|that|work|there|free|available"
    r"|have|possible|want|like|sure|really|think|wait|count|expect"
)
"""Verbs of coming, of being able or free, and other words that a refusal may have behind "no"."""
DONE = re.compile(
    r"\b(?:ya|already|he|hemos|acabo de|acabamos de|i'?ve|we'?ve|just|sent|paid|called|finished|delivered)\b"
    r"|\b[^\W\d_]+[éíó]\b|\b[a-z]{2,}(?:aron|ieron)\b",
    re.IGNORECASE,
)
"""Words that tell of what was done."""
UNFINISHED = re.compile(
    r"\b(?:(?:todavia|aun) (?:no|me|nos|faltan?|estoy|ando|sigo|tengo|quedan?|hay)"
    r"|no (?:(?:he|hemos|la|lo|las|los) )*(?:acab|termin)\w*|(?:me|nos) (?:faltan?|quedan?)"
    r"|(?:sigo|seguimos) (?:en|con|trabajando|aqui)|tengo (?:cosas|pendientes|trabajo)"
    r"|ya (?:casi|mero)|casi (?:acab|termin)\w*|not (?:yet|done|finished|quite)"
    r"|still (?:\w+ing|have|need|on|got|at)|almost (?:done|finished)|haven'?t finished)\b"
)
"""Words of somebody who is not done yet."""
STAYS = re.compile(
    r"\W*(?:(?:no|nop|nel|perdon|mejor|que|y|ya|bueno|ay|then|so|sorry|ok|actually)[\s,.!]+){0,5}"
    r"(?:dej(?:a|e|emos|ar|en|ad)l[aoe]s?|se (?:queda|quede)|quede|sigue|siga|mantenl[ao]"
    r"|(?:leave|keep) (?:it|that|them|this))\b"
)
"""An order to leave something as it is: "no, déjala con Luis"."""
DONE_WITH_IT = re.compile(
    r"\W*(?:(?:ya|si|pues|por fin|al fin|yes|it'?s|it is|all|gracias a dios)[\s,]+){0,3}"
    r"(?:qued(?:o|aron)|esta|(?:la |lo |las |los )?(?:termin|acab|entreg|cerr)[a-z]*|list[oa]s?|hech[oa]s?"
    r"|complet[oa]s?|done|finished|complete)\b"
)
"""Words that only say that something is done: "ya quedó terminada"."""
SURELY = 0.7
"""The least probability at which words tell something of their own behind a yes."""
VERY_SURELY = 0.9
"""The least behind a no, which a fact may give the reason of."""
TELLS = (Intent.REPORT, Intent.MESSAGE, Intent.COMMENT)


def behind_receipt(text: str) -> str | None:
    """Return what is said behind "ya me llegó la invitación", perhaps nothing; None where a text does not begin so."""
    folded = fold(text)
    found = RECEIVED.match(folded.text)
    return None if found is None else text[folded.starts[found.end()] :].strip()


def denies_something_else(text: str) -> bool:
    """Return whether the first denial of a text is not of coming or of being able: "no encuentro el papel"."""
    found = NOT.search(without_accents(text))
    if found is None:
        return False
    return found["arrives"] is not None or OF_COMING.match(found["verb"] or found["does"]) is None


def tells_own_matter(text: str, moment: Moment, names: Collection[str], *, least: float = SURELY) -> bool:
    """Return whether words tell of something that was done, and name it: "ya mandé el correo a la señora"."""
    if not DONE.search(text):
        return False
    tokens = marked(text, moment, names)
    chances = model().probabilities(tokens)
    named = any(token[0].isalpha() and not is_needless(token) for token in tokens)
    return named and sum(chances[intent] for intent in TELLS) >= least


def says_it_stays(text: str) -> bool:
    """Return whether a text has something stay as it is: "no, déjala con Luis", "keep it as it was"."""
    return STAYS.match(without_accents(text)) is not None


def says_it_is_done(text: str) -> bool:
    """Return whether a text begins by saying that something is done, without saying what."""
    return DONE_WITH_IT.match(without_accents(text)) is not None


def says_unfinished(text: str) -> bool:
    """Return whether somebody says that they are not done yet: "todavía no acabo", "me falta el logo"."""
    return UNFINISHED.search(without_accents(text)) is not None
