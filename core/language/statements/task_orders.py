"""Orders about a task besides a report: its priority, its state, a light off; and questions about its history."""

import re
from collections.abc import Mapping
from re import Match

from msgspec.structs import replace

from core.base.model import Priority
from core.language.phrases.arithmetic import DAYS_LONG
from core.language.phrases.courtesy import without_courtesy
from core.language.phrases.vocabulary import NUMBERS, UNITS
from core.language.statements.model import Act, Statement
from core.language.statements.text import Text, tasks_in
from core.language.statements.vocabulary import BARE_TASK, LIGHTS, SETS, TASK
from core.language.statements.wording import Wording, sentences

LEVELS: Mapping[Priority, str] = {
    Priority.URGENTE: r"urgente|urgentisim[ao]|urgent|asap|top",
    Priority.ALTA: r"alta|high|importante|prioritari[ao]|important",
    Priority.MEDIA: r"media|normal|medium",
    Priority.BAJA: r"baja|low",
}
LEVEL = "|".join(f"(?P<{level}>{words})" for level, words in LEVELS.items())
SAID_OF_IT = "|".join(f"(?P<{level}>{LEVELS[level]})" for level in (Priority.URGENTE, Priority.ALTA))
"""Priorities that are said of a task itself: "la 1 es media" says nothing."""
PUTS = rf"(?:{SETS}|marca|haz(?:me|la)?|ponla|make|set|give)"
PRIORITY = r"(?:(?:la|el|su|the|its) )?(?:nivel de )?(?:prioridad|priority|urgencia)"
RAISES = r"(?:sub|aument|elev|increment)[a-z]*|raise|increase|bump(?: up)?"
LOWERS = r"(?:baj|reduc|disminu)[a-z]*|lower|reduce|decrease|drop"
AGAIN = r"de nuevo|otra vez|again|back up"
REOPENS = r"(?:reabr|re-abr)[a-z]*|(?:vuelv[ea]|volver)(?:me|nos)? a abrir(?:la|me|mela)?|re-?open"
TAKES_OFF = r"(?:quit|borr|sac|remuev|retir)[a-z]*|remove|take|clear|get"
A_LIGHT = (
    r"(?:(?:el|lo|la|the) )?(?:en )?(?:semaforo |luz |foco )?(?:en )?(?:rojo|roja|naranja|amarillo|semaforo|red"
    r"|orange|yellow)(?: light)?"
)
ANY_LIGHT = "|".join(LIGHTS.values())
CHANGED = (
    r"(?:cambio|cambiaron|movio|movieron|edito|editaron|modifico|modificaron|toco|tocaron|reabrio|cerro|creo|asigno"
    r"|puso|changed|moved|edited|touched|reopened|closed|created|assigned)"
)
OF_IT = (
    r"(?:(?: (?:la|el|los|the))? (?:fecha|prioridad|estado|responsables?|descripcion|due date|date|priority|status))?"
    r"(?: (?:a|de|en|con|of|on|in|to|for))?"
)


URGENCY = sentences(
    rf"{BARE_TASK} (?:ya )?(?:es|esta|sera|is|'s) (?:muy |super |bien |lo mas |very |really )?(?:{SAID_OF_IT})(?: ya"
    rf"| hoy)?",
    rf"{TASK} (?:(?:es|tiene|con|is|has) )?(?:de )?(?:{PRIORITY} )(?:{LEVEL})",
    rf"(?:{PUTS}) (?:a |en )?{BARE_TASK} (?:a |en |con |como |to |as |with |de )?(?:{PRIORITY} )?(?:{LEVEL})(?:"
    rf" priority)?",
    rf"(?:{PUTS}) (?:{PRIORITY} )?(?:{LEVEL}) (?:a|en|para|to|on|for) {BARE_TASK}",
    rf"(?:{PUTS}|cambi[a-z]*|change) {PRIORITY} (?:de|a|en|of|on|for) {BARE_TASK} (?:a|en|to|como|as) (?:{LEVEL})",
    rf"{PRIORITY} (?:{LEVEL}) (?:a|en|para|to|on|for) {BARE_TASK}",
)
URGES = sentences(
    rf"{TASK} (?:ya )?(?:me |nos )?urge(?: mucho| ya| hoy)?(?:,? (?:subele|subela))?",
    rf"(?:me |nos )?urge (?:mucho )?{TASK}(?:,? (?:subele|subela))?",
)
CAN_WAIT = sentences(
    rf"{BARE_TASK} (?:ya )?(?:no (?:es (?:tan )?urgente|urge|corre prisa)|puede esperar|(?:is not|isn'?t"
    rf"|isnt) (?:that )?urgent(?: any ?more)?|can wait)"
)
RAISED = sentences(
    rf"(?:subele|dale prioridad|prioriza(?:me)?|bump(?: up)?|prioriti[sz]e|escalate|escala) (?:a )?{BARE_TASK}",
    rf"(?:{RAISES}) {PRIORITY} (?:de|a|en|of|on|for) {BARE_TASK}",
)
LOWERED = sentences(rf"(?:{LOWERS}) {PRIORITY} (?:de|a|en|of|on|for) {BARE_TASK}")
STEPS = ((CAN_WAIT, -1), (RAISED, 1), (LOWERED, -1))
"""Orders, with the levels by which each changes a task's priority."""
REOPENED = sentences(
    rf"(?:{REOPENS}) (?:otra vez |de nuevo )?{BARE_TASK}(?: (?:{AGAIN}))?",
    rf"(?:abre|abrir|abreme|open) (?:(?:{AGAIN}) )?{BARE_TASK} (?:{AGAIN})",
    rf"(?:abre|abrir) (?:{AGAIN}) {BARE_TASK}",
)
LIGHT_OFF = sentences(
    rf"(?:{TAKES_OFF})(?: away| off)? {A_LIGHT} (?:a|de|en|off|from|of|on) {BARE_TASK}",
    rf"(?:{TAKES_OFF}) {BARE_TASK} (?:de(?:l)?|out of|off) {A_LIGHT}",
    rf"{TASK} (?:ya )?(?:no (?:esta |va |sigue |anda )?(?:en )?(?:{ANY_LIGHT})|(?:is )?(?:no longer|not)"
    rf" (?:{ANY_LIGHT})"
    rf"(?: any ?more)?|isn'?t (?:{ANY_LIGHT})(?: any ?more)?)",
    rf"{TASK} (?:ya )?(?:se )?(?:destrabo|desatoro|desbloqueo|is unblocked|got unblocked)",
    rf"(?:se )?(?:destrabo|desatoro|desbloqueo|destrabe|desatore|desbloquee) {TASK}",
)
BECAME = sentences(
    rf"(?:(?:dame|ver|muestra(?:me)?|ensena(?:me)?|show(?: me)?|see) )?(?:(?:el|los|the) )?"
    rf"(?:historial|historia|cambios|history|changes|change ?log)(?: (?:de|a|en|of|in|to|for|on))? {BARE_TASK}",
    rf"(?:quien|quienes|who) (?:le |la |fue (?:el que|quien) )?{CHANGED}{OF_IT} {TASK}",
    rf"(?:que|cuando|what|when) (?:se )?(?:le )?{CHANGED}{OF_IT} {TASK}",
    rf"(?:who|what|when) (?:has |was |did (?:you|they|we) )?(?:{CHANGED}|change|move|edit){OF_IT} {TASK}",
)
"""Requests for what somebody did to a task, as a question or not."""

COUNT = r"(?P<count>[0-9]{1,2}|una?|an?|otr[oa]|another|dos|tres|two|three|a couple of|un par de)"
MORE = r"(?:(?: de)? (?:mas|more|extra|adicional(?:es)?|later|adelante|despues|(?:de )?plazo|tarde))?"
SPAN = rf"(?:otr[oa]s? )?{COUNT} (?:(?:more|extra|additional|mas) )?(?P<unit>dias?|semanas?|days?|weeks?){MORE}"
FOR = r"(?:(?:para|a|en|con|de|for|on|to|with) )?"
SHIFTS = (
    r"recorr[a-z]*|muev[a-z]*|mover|pas[ae](?:me|la)?|aplaz[a-z]*|pospon[a-z]*|atras[a-z]*|exti[ae]nd[a-z]*|extender"
    r"|alarg[a-z]*|push(?: back)?|extend|postpone|move|delay|shift|bump"
)
LATER = sentences(
    rf"(?:d[ae](?:me|nos|n|nme|le)?|regalame|neces[a-z]* de|pido|ocupo|agreg[a-z]*|pon(?:le|me|ga)?|sum[a-z]*"
    rf"|give (?:me|us)|i need|we need|add) {SPAN} {FOR}{BARE_TASK}",
    rf"(?:{SHIFTS}) {FOR}{BARE_TASK} (?:por |by |out |back )?(?:by )?{SPAN}",
    rf"(?:{SHIFTS}) (?:por |by )?{SPAN} {FOR}{BARE_TASK}",
    rf"{SPAN} {FOR}{TASK}",
    rf"{TASK} (?:necesita|ocupa|requiere|needs) {SPAN}",
    rf"(?:d[ae]le|ponle|give) {FOR}{BARE_TASK} {SPAN}",
)
"""Orders that a task be due later by some time: "una semana más para la 2"."""


A_NAME = (
    r"(?:(?:el|la|de|otro|su|como|por|the|its|a|another|new|nuevo) )*"
    r"(?:nombre|titulo|descripcion|name|title|description)"
)
TO_NAME = (
    r"(?:(?: (?:a|por|como|con|to|as|que sea))?\s*[:,=]\s*| (?:a|por|como|con|to|as|que sea) |\s*(?=[\"'«“”])| |$)"
)
OF_NAME = r"(?:de|del|a|al|of|for|on|en)"
RENAMES = Wording(
    rf"(?:(?:re-?nombr|rebautiz|retitul|nombr)[a-z]*|rename|retitle|relabel) (?:a )?{BARE_TASK}{TO_NAME}",
    rf"(?:cambi|modific|edit|actualiz|correg|corrig|pon)[a-z]* {A_NAME} (?:{OF_NAME} )?{BARE_TASK}{TO_NAME}",
    rf"(?:change|edit|update|set|fix) {A_NAME} (?:{OF_NAME} )?{BARE_TASK}{TO_NAME}",
    rf"(?:pon|cambi)[a-z]* (?:a )?{BARE_TASK},? {A_NAME}{TO_NAME}",
    rf"(?:pon[a-z]*|call|name|llama[a-z]*) (?:a )?{BARE_TASK} (?:de |como |as )?(?=[\"'«“”])",
    rf"(?:call|name) {TASK} ",
    rf"(?:que )?{TASK} (?:ahora |ya |mejor )*(?:se (?:va a llamar|llame|llama|llamara)|debe llamarse|is (?:now )?called"
    r"|should be called)(?: ahora)?\s*:?\s+",
)
"""Orders to rename a task; what follows is its new title."""
RENAMES_FIRST = sentences(
    rf"(?:pon|cambi)[a-z]* {A_NAME}[\s:]+(?P<title>[^ ].*) (?:a|en) {TASK}",
)
"""The new title said before its task: "ponle de nombre Planos a la 12"."""
SAYS_NO_TITLE = re.compile(r"\W*(?:porfa|por favor|please|ya|now)?\W*")
QUOTES = " \t\n,;:.\"'«»“”"


def rename(text: Text) -> Statement | None:
    """Read the new title of a task; "" where that is to be asked."""
    plain = text.plain.text
    if found := RENAMES.match(plain):
        tasks, title = tasks_in(found), text.source(found.end())
    elif found := RENAMES_FIRST.match(plain):
        tasks, title = tasks_in(found), text.source(*found.span("title"))
    else:
        return None
    title = "" if SAYS_NO_TITLE.fullmatch(title) else without_courtesy(title).strip(QUOTES)
    return Statement(Act.RENAME, words=title, task=tasks[0]) if len(tasks) == 1 else None


def later(text: Text) -> Statement | None:
    """Read by how many days a task is to be due later; None where the number is not said: "unos días más"."""
    found = LATER.match(text.plain.text)
    said = of_task(Act.DUE, found)
    if said is None or found is None:
        return None
    count = int(found["count"]) if found["count"].isdigit() else NUMBERS.get(found["count"], 1)
    return replace(said, later=count * DAYS_LONG[UNITS[found["unit"]]])


def history(text: Text) -> Statement | None:
    return of_task(Act.HISTORY, BECAME.match(text.plain.text))


def order(text: Text) -> Statement | None:
    plain = text.plain.text
    if found := URGENCY.match(plain):
        return of_task(Act.PRIORITY, found, priority=next(level for level in Priority if found.groupdict().get(level)))
    if found := URGES.match(plain):
        return of_task(Act.PRIORITY, found, priority=Priority.URGENTE)
    for words, step in STEPS:
        if found := words.match(plain):
            return of_task(Act.PRIORITY, found, step=step)
    if found := REOPENED.match(plain):
        return of_task(Act.REOPEN, found)
    return of_task(Act.LIGHT, LIGHT_OFF.match(plain))


def of_task(act: Act, found: Match[str] | None, *, priority: Priority | None = None, step: int = 0) -> Statement | None:
    """A statement about the one task that is named."""
    tasks = tasks_in(found) if found else []
    return Statement(act, task=tasks[0], priority=priority, step=step) if len(tasks) == 1 else None
