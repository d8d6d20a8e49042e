"""Words for somebody else, which here are a comment on a task: "dile a Lucía que la 3 se atrasa"."""

import re

from core.base.model import Semaforo
from core.language.phrases.model import ReportLine
from core.language.statements.model import Act, Statement
from core.language.statements.text import Text
from core.language.statements.vocabulary import BARE_TASK, BECAUSE, PERSON, TASK
from core.language.statements.wording import THANKS, Wording, sentences

TELLS = (
    r"(?:di(?:le|les|ganle|game)?|decir(?:le|les)|avis(?:a|ar|ale|ales|arle|enle)|coment(?:a|ar|ale|ales|arle)"
    r"|inform[a-z]*|cuent(?:a|ale|ales)|pid(?:e|ele|eles)|pedir(?:le)?|pregunt(?:a|ar|ale|ales)|recuerd(?:a|ale|ales)"
    r"|recordar(?:le)?|explic(?:a|ale)|tell|let|notify|inform|ask|remind)"
)
ON_TASK = rf"(?: ?,?(?:en|sobre|de|on|about|in) {TASK},?)"
IF = re.compile(r"\b(?:si|if)\b")
LINK = r"(?: know)?(?:\s*[:,]\s*|\s+(?:que|si|de que|that|if|to)\s+)"
TOLD = Wording(rf"{TELLS} (?:a |to )?{PERSON}{ON_TASK}?(?P<link>{LINK})(?P<said>\S.*)")
SAID_TO = Wording(rf"(?:di(?:le|les)|decir(?:le|les)|tell) (?:a |to )?{PERSON}{ON_TASK}? (?P<said>\S.*)")
A_MESSAGE = (
    r"(?:(?:un|una|el|este|a|an|the|this) )?(?:mensaje|mensajito|msj|msg|recado|whats(?:app)?|nota|message|note|text)"
)
SENDS = r"(?:mand|envi|escrib|dej|pon|pas|hac|send|leave|write|drop|shoot)[a-z]*"
MESSAGE = Wording(
    rf"(?:{SENDS} (?:{A_MESSAGE} (?:a|para|to|for) {PERSON}|(?:a |to )?{PERSON} {A_MESSAGE})|(?:escrib"
    rf"|mensaje|text|message|dm|ping|whatsapp)[a-z]* (?:a |to )?{PERSON})(?:{ON_TASK}?(?:\s*[:,]\s*|\s+(?:que"
    rf"|diciendo(?:le)? que|de que|that|saying(?: that)?)\s+)(?P<said>\S.*)|{ON_TASK}|{THANKS}$)"
)
NOTED = Wording(
    rf"(?:en|a|sobre|on|in) {TASK},? (?:pon|escrib|apunt|agreg|anad|anot|coment|put|writ|add|note"
    rf"|comment)[a-z]*"
    r"(?: (?:un |una |a |an )?(?:comentario|nota|comment|note))?(?:\s*[:,]\s*|\s+(?:que|diciendo que|that"
    r"|saying)\s+)(?P<said>\S.*)"
)
BARE_AT_THE_END = r"\b(?:on|about|close|finish|cerrar|terminar|entregar) ([0-9]{1,9})$"
NAMED_IN_IT = re.compile(rf"(?<!\ba )(?:{TASK}|{BARE_AT_THE_END})\b(?! de\b)")


HELPS = sentences(
    rf"(?:(?:que )?{PERSON} (?:me|nos) (?:ayud[ae]n?|apoy[ae]n?|va a ayudar|puede ayudar)"
    rf"|{PERSON} (?:helps me|is helping(?: me)?|can help me|will help me)|(?:que )?me ayude {PERSON}"
    rf"|(?:pid|ped)[a-z]* ayuda a {PERSON}|ask {PERSON} for help|i need help from {PERSON})"
    rf"(?: (?:con|en|with|on) {BARE_TASK})?"
)


WHY = r"porque|ya que|pues|because|since"
ASKS_HELP = Wording(
    r"(?:(?:(?:tengo que )?(?:pid[oe]|pedir|ocupo|requiero|i need|i want|ask for)(?: de)? )?(?:ayuda|apoyo"
    r"|(?:some )?help)|ayudame|ayudenme|apoyame|ech(?:a|en)me (?:la|una) mano|help me|(?:(?:alguien|quien|someone"
    r"|anyone) )?(?:me |nos )?(?:puede[ns]? )?(?:ayudas|ayudan|ayuda|ayudar(?:me|nos)?|(?:echas?|echan|echar(?:me"
    r"|nos)?) (?:la|una) mano))"
    rf" (?:con|en|para|with|on) {BARE_TASK}(?:{THANKS}$|(?=\s*[,;:]|\s+(?:{WHY})\b)(?P<why>.*))"
)


def helper(text: Text) -> Statement | None:
    """Read who is to help with a red task, named or to be chosen; for one that is named, help may be asked of nobody.

    Why help is needed is the reason of a red.
    """
    if found := ASKS_HELP.match(text.plain.text):
        task = int(found[1] or found[2])
        if not task:
            return None
        if text.people:
            return Statement(Act.HELPER, task=task, people=text.people, near=text.near)
        begins = BECAUSE.match(found["why"] or "")
        reason = text.source(found.start("why") + begins.end()) if found["why"] and begins else ""
        if not reason.strip():
            return Statement(Act.HELPER, task=task)
        line = ReportLine(text.original.strip(), task, light=Semaforo.ROJO, reason=reason.strip(" .,;"))
        return Statement(Act.REPORT, lines=(line,))
    found = HELPS.match(text.plain.text) if len(text.people) == 1 else None
    if found is None:
        return None
    return Statement(Act.HELPER, task=int(found[1] or found[2] or 0), people=text.people, near=text.near)


def comment_after_task(text: Text) -> Statement | None:
    """Read a comment whose task is named first."""
    found = NOTED.match(text.plain.text)
    return comment_of(text, int(found[1]), found.start("said")) if found else None


def for_somebody(text: Text) -> Statement | None:
    """Read a comment for the people named, on the one task that is named; on one to be chosen where none is."""
    plain = text.plain.text
    found = (TOLD.match(plain) or SAID_TO.match(plain) or MESSAGE.match(plain)) if text.people else None
    if found is None:
        return None
    said = start_of(found) if found["said"] else len(plain)
    numbers = {*filter(None, found.groups()[:1]), *(each[1] or each[2] for each in NAMED_IN_IT.finditer(plain, said))}
    tasks = {int(number) for number in numbers if number.isdigit()}
    if len(tasks) == 1:
        return comment_of(text, tasks.pop(), said)
    title = text.original.strip()
    return Statement(Act.MESSAGE, words_of(text, said), people=text.people, near=text.near, title=title)


def start_of(found: re.Match[str]) -> int:
    """Return the start of the words to be told, with the "si" that makes them a question: "si puedo"."""
    asks = IF.search(found["link"]) if "link" in found.re.groupindex else None
    return found.start("link") + asks.start() if asks else found.start("said")


def comment_of(text: Text, task: int, said: int) -> Statement | None:
    if not task:
        return None
    return Statement(Act.COMMENT, words_of(text, said), task=task, people=text.people, near=text.near)


def words_of(text: Text, said: int) -> str:
    return text.source(said).strip(" \"'«»“”")
