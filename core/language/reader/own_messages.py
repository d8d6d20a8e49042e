"""Parts of a message that no correction of a draft has: words of its own, and the name of another task or event.

A correction says days, hours, people and a priority, how they change and what it changes. What is left of a message
without all these, and without the title of the draft, is of something else.
"""

import re
from collections.abc import Collection, Sequence

from core.language.accents import without_accents
from core.language.phrases.corrections import without_beginning
from core.language.phrases.model import Moment
from core.language.phrases.reading import read
from core.language.phrases.stems import stem
from core.language.reader.answers import says_a_value
from core.language.reader.marks import MARKED, marked
from core.language.reader.titles import Titles
from core.language.reader.words import PlainWord, words_of

CHANGES = re.compile(
    r"(?:pon|pong|pas|muev|mov|dej|haz|hag|hac|cambi|quit|sac|agreg|anad|sum|met|invit|asign|adelant|atras|retras|aplaz"
    r"|pospon|recorr|corr|baj|sub|borr|llev|apunt|anot|agend|program|recuerd|record|avis|dur|empiez|empiec|empez"
    r"|venc|tien|ten|teng|tendr|pued|pod|deb|quier|quer|necesit|hay|titul|repit|repet)"
    r"(?:a|e|o|as|es|amos|emos|an|en|ar|er|ir|ia|ga|go|le|ed|ad)?(?:me|te|se|nos)?(?:lo|la|le|los|las|les)?"
)
"""Verbs, without accents, that say how something changes: «ponla», «muévelo», «tengo»."""
JOINING = frozenset(
    (
        *("a", "al", "con", "de", "del", "e", "el", "en", "la", "las", "lo", "los", "para", "pa", "por", "y", "o", "u"),
        *("que", "se", "me", "te", "le", "les", "nos", "mi", "mis", "su", "sus", "tu", "un", "una", "uno", "este"),
        *("esta", "ese", "esa", "eso", "esto", "esos", "esas", "ella", "ellos", "yo", "mio", "no", "si", "ya", "pero"),
        *("como", "cuando", "desde", "hasta", "entre", "sobre", "sin", "hacia", "pues", "ni", "muy", "mas", "menos"),
        *("es", "era", "eran", "son", "sea", "sean", "seria", "fue", "va", "van", "voy", "esta", "estan", "estoy"),
        *("ser", "estar", "ir", "he", "ha", "hemos", "hay", "dar", "dale", "da", "das", "dame", "dasela", "dasele"),
        *("the", "an", "to", "on", "in", "at", "for", "of", "with", "and", "or", "by", "from", "it", "its", "it's"),
        *("is", "was", "are", "be", "been", "that", "that's", "this", "these", "those", "them", "they", "he", "she"),
        *("i", "i'm", "i'd", "we", "you", "my", "our", "your", "his", "her", "me", "us", "him", "not", "so", "as"),
        *("if", "then", "than", "up", "out", "off", "there", "here", "do", "does", "did", "can", "could", "will"),
        *("would", "should", "might", "must", "have", "has", "had", "need", "needs", "want", "wants", "let", "let's"),
        *("lets", "don't", "won't", "can't", "s", "t", "x", "q", "d"),
    )
)
"""Words that only join others."""
CORRECTING = frozenset(
    (
        *("mejor", "perdon", "perdona", "disculpa", "espera", "oye", "mira", "ah", "ay", "uy", "oh", "ojo", "bueno"),
        *("vale", "ok", "okay", "mentira", "mentiras", "digo", "quise", "decir", "corrijo", "corrige", "equivoque"),
        *("confundi", "realidad", "vez", "lugar", "tambien", "tb", "tmb", "tbn", "ademas", "solo", "igual", "otra"),
        *("otro", "misma", "mismo", "asi", "falta", "olvide", "olvidaba", "cambio", "correccion", "cosa", "haga"),
        *("vea", "tome", "atienda", "lleve", "quede", "queda", "toca", "nombre", "titulo", "fecha", "dia", "hora"),
        *("sorry", "wait", "hang", "actually", "rather", "instead", "mean", "meant", "oops", "hey", "hold", "please"),
        *("make", "move", "push", "change", "put", "set", "add", "remove", "drop", "take", "leave", "shift", "bring"),
        *("give", "assign", "invite", "include", "rename", "call", "name", "title", "date", "day", "time", "hour"),
        *("also", "too", "both", "only", "just", "one", "ones", "same", "another", "other", "better", "due", "done"),
        *("start", "starts", "end", "ends", "last", "lasts", "remind", "back", "forward", "about", "around", "until"),
        *("porfa", "porfis", "favor", "plis", "pls", "plz", "xfa", "xfavor", "gracias", "thanks", "thank", "thx"),
    )
)
"""Words that say that something is corrected, or politely."""
PRIORITIES = frozenset(
    (
        *("urgente", "urgentisimo", "prioridad", "prioritaria", "prioritario", "alta", "alto", "media", "medio"),
        *("baja", "normal", "critica", "critico", "importante", "prisa", "urgent", "priority", "high", "low", "medium"),
        *("critical", "important", "asap", "rush"),
    )
)
VALUES = frozenset(
    (
        *("equipo", "todos", "todas", "nadie", "ambos", "team", "everyone"),
        *("everybody", "all", "nobody", "antes", "despues", "luego", "tarde", "temprano", "pronto", "primera"),
        *("primero", "ultima", "ultimo", "minuto", "minutos", "min", "horas", "dias", "semana", "semanas", "mes"),
        *("meses", "proxima", "proximo", "siguiente", "viene", "cada", "rato", "mediodia", "noche", "before"),
        *("after", "earlier", "later", "early", "late", "next", "week", "month", "minutes", "mins", "hours", "days"),
        *("soon", "first", "noon", "morning", "afternoon", "evening", "tonight", "every", "festivo", "puente"),
        *("tarea", "tareas", "pendiente", "evento", "reunion", "junta", "cita", "recordatorio", "aviso", "task"),
        *("event", "meeting", "reminder", "appointment", "responsable", "responsible", "invitado", "invitada"),
    )
)
"""Days, hours and people in words, and what a draft is of."""
NEEDLESS = JOINING | CORRECTING | PRIORITIES | VALUES
NEW = frozenset(("un", "una", "unos", "unas", "a", "an", "nueva", "nuevo", "new"))
INFINITIVE = re.compile(r"\w{2,}[aei]r")
AT_A_PLACE = re.compile(
    r"\W*(?:(?:mejor|no|y|que|sea|es|sera|va|ser|a|ponlo|ponla|hazlo|hazla|make|let's|do|it|it's|that|is|will|be)[\s,]+)*"
    r"(?:en|at|in)\s"
)
SKIPPED = frozenset(("el", "la", "los", "las", "lo", "del", "de", "the", "un", "una", "that", "this", "mi", "my"))
BESIDE = frozenset(
    (
        *("en", "con", "para", "pa", "por", "sobre", "antes", "despues", "desde", "hasta", "in", "at", "with", "for"),
        *("about", "before", "after", "until", "from"),
    )
)
"""Words before a name that says where, with whom or what for, and not what is meant: «en la sala grande»."""


def words_left(text: str, moment: Moment, names: Collection[str], title: str) -> Sequence[str]:
    """Return the words of a text that a correction of what has this title would leave unused.

    `names` are the words of people's names.
    """
    own = stems_of(title)
    tokens = marked(without_beginning(text), moment, names)
    return [each for each in tokens if each[0].isalpha() and not is_needless(each) and stem(each) not in own]


def names_another(text: str, moment: Moment, names: Collection[str], title: str, known: Sequence[Titles]) -> bool:
    """Return whether a text calls by its title a task or an event that is not the one of `title`."""
    own = stems_of(title)
    for titles in known:
        words = words_of(without_values(text, moment))
        for mention in titles.mentions(words):
            telling = [each.text for each in words[mention.first : mention.last + 1]]
            left = [each for each in telling if each not in names and not is_needless(each) and stem(each) not in own]
            if left and not stands_beside(words, mention.first):
                return True
    return False


def begins_with_something_new(text: str, left: Sequence[str]) -> bool:
    """Return whether the first of the words that are left is something new: «una visita», «ponle llamar al banco»."""
    words = [word.text for word in words_of(text)]
    at = words.index(left[0]) if left and left[0] in words else 0
    return at > 0 and (words[at - 1] in NEW or INFINITIVE.fullmatch(left[0]) is not None)


def calls_somebody(text: str, names: Collection[str]) -> bool:
    """Return whether a text begins by calling somebody: «Ana: cotiza las ventanas»."""
    words = [word.text for word in words_of(text)]
    return len(words) > 1 and words[0] in names and words[1] in (":", ",")


def says_only_where(text: str, moment: Moment, names: Collection[str]) -> bool:
    """Return whether a text says a place, and no day, hour or person: «que sea en casa del cliente»."""
    return AT_A_PLACE.match(without_accents(text)) is not None and not says_a_value(text, moment, names)


def says_priority(text: str) -> bool:
    return any(word.text in PRIORITIES for word in words_of(text))


def is_needless(word: str) -> bool:
    return word in NEEDLESS or CHANGES.fullmatch(word) is not None


def stems_of(title: str) -> Collection[str]:
    return {stem(word.text) for word in words_of(title) if word.is_word} - {""}


def stands_beside(words: Sequence[PlainWord], first: int) -> bool:
    """Return whether a name only says where, with whom or what for."""
    place = first - 1
    while place >= 0 and words[place].text in SKIPPED:
        if words[place].text == "lo":
            return False
        place -= 1
    return place >= 0 and words[place].text in BESIDE


def without_values(text: str, moment: Moment) -> str:
    """Return a text with blanks in place of its days and hours."""
    for piece in read(text, moment, MARKED).pieces:
        text = f"{text[: piece.start]}{' ' * (piece.end - piece.start)}{text[piece.end :]}"
    return text
