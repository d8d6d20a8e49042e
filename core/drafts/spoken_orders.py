"""Orders about what is open, as people say them: to drop a draft or a question, and to save a draft by its name."""

import re
from collections.abc import Collection, Mapping

from core.language.accents import PLAIN
from core.language.phrases.courtesy import without_courtesy
from core.records.drafts import (
    AbsenceDraft,
    CommentDraft,
    DraftBody,
    EventDraft,
    ReportDraft,
    TaskDraft,
    TasksDraft,
)

NAMES: Mapping[type[DraftBody], Collection[str]] = {
    AbsenceDraft: (
        *("ausencia", "vacaciones", "falta", "permiso", "dia libre"),
        *("absence", "time off", "day off", "leave"),
    ),
    EventDraft: ("evento", "event"),
    TaskDraft: ("tarea", "pendiente", "task"),
    TasksDraft: ("tareas", "tasks"),
    ReportDraft: ("reporte", "avance", "report"),
    CommentDraft: ("comentario", "comment"),
}
"""Words that people use for a draft of each kind, without accents."""
CANCEL = re.compile(
    r"\s*(?:(?:no+|nel|mejor|ay|perdon),? ){0,2}"
    r"(?:cancela|cancelar|cancelalo|cancel)(?:\s*(?:[.!,;\n—-]|$)|\s+(?:eso|esto|todo|it|that|this|todo eso)\b)"
)
"""The order to cancel, alone or before a comma: "cancelar, mejor mañana"; "cancelar la cita" is a task."""
DROP = re.compile(
    r"\s*(?:(?:no+|nel|ay|bueno|perdon|ya),? ){0,2}"
    r"(?:(?:mejor )?(?:olvida(?:lo|te)?|borra(?:lo|la)?|descarta(?:lo|la)?|quita(?:lo|la)?)"
    r"(?: (?:eso|esto|todo|el borrador))?|no (?:lo )?guardes(?: nada)?|(?:mejor|ya) no"
    r"|(?:forget|delete|discard|drop|scrap)(?: about)? (?:it|that|this|the draft)|never ?mind|don'?t save (?:it|that))"
    r"[\s.!]*"
)
"""Other orders to drop a draft, which say nothing else."""
DROP_BY_NAME = re.compile(
    r"\s*(?:(?:no|mejor|ya|ay|uy|bueno|oye|che),? ){0,3}(?:olvid(?:a|ate|ese|emos|ala|alo)|borra|descarta|quita|cancela"
    r"|anula|tira|deja|forget|delete|discard|drop|scrap|cancel)(?: about)?(?: (?:de|con|por))?"
    r" (?:la|el|esa|ese|mi|lo de la|lo del|that|the|this|my) (?P<name>[a-z ]{4,20}?)"
    r"(?: (?:esa|ese|entonces|mejor|then))?[\s.!]*"
)
"""An order to drop a draft by its name: "olvidate de la ausencia"."""
STAYS = re.compile(
    r"\W*(?:(?:no|mejor|ya|siempre|al final|entonces|perdon|actually|sorry|so)\W+){0,4}"
    r"(?:no (?:(?:voy|vamos) a )?(?:falt(?:o|ar|are|amos)|ausentarme|me ausento|pido (?:el dia|permiso))"
    r"|si (?:voy|vengo|trabajo|estoy|estare|voy a trabajar)"
    r"|i'?m (?:not (?:taking (?:it|them) off|off|away)|coming in)|i'?ll (?:be in|work))"
    r"(?: (?:siempre|al final|entonces|after all|then))?\W*"
)
"""Words of somebody who comes to work after all: "ya no falto"."""
SAVE_BY_NAME = re.compile(
    r"\W*(?:(?:ok|okay|dale|va|si|listo|ya|bueno|porfa|yes|please),? ){0,3}"
    r"(?:guard(?:a|ar|ame|ate|e|emos)|public(?:a|ar|ame)|agreg(?:a|ar|ame)|mand(?:a|ar|ame)|envi(?:a|ar|ame)|save|post|send)"
    r" (?:el|la|ese|esa|este|esta|mi|un|una|the|that|this|my) (?P<name>[a-z]{4,12})"
    r"(?P<about> (?:de|del|en|sobre|on|about|for) [^,;.!?\n]{1,60}?)?[\s.!]*"
)
"""An order to save a draft by its name: "guarda el comentario del gris"."""


def cancels(words: str, *, alone: bool = False) -> bool:
    """Return whether words begin with the order to cancel what is open and, if `alone`, say nothing else."""
    plain = words.translate(PLAIN)
    found = CANCEL.match(plain)
    return found is not None and not (alone and plain[found.end() :].strip(" .!"))


def drops(words: str, body: DraftBody | None) -> bool:
    """Return whether words drop the draft that is open: «olvídalo», "cancela la ausencia", «ya no falto»."""
    plain = without_courtesy(words).translate(PLAIN)
    named = DROP_BY_NAME.fullmatch(plain)
    if cancels(words) or DROP.fullmatch(plain) or (named and is_name_of(named["name"], body)):
        return True
    return isinstance(body, AbsenceDraft) and STAYS.fullmatch(plain) is not None


def saved_about(words: str, body: DraftBody) -> str | None:
    """Return what words that save a draft by its name say that it is about, "" for nothing; None of other words."""
    found = SAVE_BY_NAME.fullmatch(without_courtesy(words).translate(PLAIN))
    return found["about"] or "" if found and is_name_of(found["name"], body) else None


def is_name_of(name: str, body: DraftBody | None) -> bool:
    return name in NAMES.get(type(body), ()) if body is not None else False
