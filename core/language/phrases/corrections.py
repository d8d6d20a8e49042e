"""Corrections of something said before: "no, mejor a las 5", "actually make it 12", "80, no 30"."""

import re
from datetime import date, datetime, time, timedelta

from core.language.accents import without_accents
from core.language.phrases.folding import fold
from core.language.phrases.model import Note, Understood

BEGINS = re.compile(
    r"\W*(?:(?:ah|ay|uy|oh|oops|ups)[\s,.!]+)?(?:no (?=espera|perd[oó]n|wait|mentira))?"
    r"(?:(?:no|nop|nel)(?: no)*[,.!]+\s*|(?:perd[oó]n|sorry|disculpa|espera|wait|oops|ups|era|quise decir|digo|i meant?"
    r"|(?:borra|quita|cancela|deshaz|elimina|undo|delete|scrap|remove|cancel) (?:eso|esto|esa|it|that)"
    r"(?=[\s,.!:]+(?:no )?(?:era|eran|es|son|it'?s|it was|i meant?)\b)"
    r"|actually|mentiras?|corrijo|correcci[oó]n|correction|mejor dicho|my (?:bad|mistake)"
    r"|me (?:equivoqu[eé]|confund[ií])(?: (?:de|con el|con la) \w+)?)[\s,.!:]+)+(?=\S)",
    re.IGNORECASE,
)
RATHER = re.compile(r"\W*(?:(?:no|ay|uy|ah|oye|bueno),? ){0,2}(?:mejor|better|rather|make it)\s+(?=\S)", re.IGNORECASE)
WHY = re.compile(r",\s?(?:que|porque|pq|xq|ya que|because|since)\s.*", re.IGNORECASE | re.DOTALL)
BEING = re.compile(
    r"^\W*(?:son|es|eran?|ser[ií]an?|van?|vencen?|it'?s|it was|they'?re|they are|they were)\s+(?:due\s+)?"
    r"(?=(?:para|pa|for|on|by|el|la)\b)",
    re.IGNORECASE,
)
MAKE_IT_THEN = re.compile(
    r"\W*(?:(?:(?:can (?:you|we) )?(?:please )?(?:let'?s )?(?:make|do|move|change|push) (?:it|that)"
    r"|(?:ponl[oa]|pasal[oa]|dejal[oa]|hazl[oa]|que sea|que quede|cambial[oa]) )"
    r"(?: to| for| a| para)?)[\s,]+(?=\S)",
    re.IGNORECASE,
)
"""The beginning of a correction that says another day or time: "actually make it thursday"."""
MAKE_IT = re.compile(
    r"\W*(?:(?:make|let'?s make|do) (?:it|that)|que sean?)(?: at)? ([0-9]{1,2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?)"
    r"(?: instead| mejor| please)?[ .!]*",
    re.IGNORECASE,
)
WANTS_OUT = "sin mi|quitame|sacame|bajame|borrame|take me (?:out|off)|leave me out|without me"
"""Words by which people say that they do not come."""
FROM_TO = re.compile(
    r"\W*([0-9]{1,2}(?::[0-9]{2})?) ?(?:to|-|–|a) ?([0-9]{1,2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?)(?![\w/])", re.IGNORECASE
)
"""Hours that are said alone: "1 to 3"."""
PERCENT = re.compile(
    r"\W*(?:(?:son|es|era|eran|al|a|at|it'?s|it was|va en|voy en) )?(100|[0-9]{1,2}) ?%?"
    r"(?:,? (?:no|y no|not|en vez de|en lugar de|instead of) (?:100|[0-9]{1,2}) ?%?)?[ .!]*",
    re.IGNORECASE,
)


JOINS = r"tambi[eé]n|also|adem[aá]s|sin|without|menos|quit\w+|sac\w+|agr[eé]g\w+|a[nñ]ad\w+|sum\w+|invit\w+|m[eé]t\w+"
ADDS = re.compile(
    rf"\W*(?:(?:oh|ah|y|and|{JOINS}|remove|add|drop)[\s,]+)+(?=\S)|.*\b(?:tambi[eé]n|too)\W*$", re.IGNORECASE
)
PEOPLE_ONLY = re.compile(
    rf"(?:(?:oh|ah|y|e|and|con|with|a|al|to|it|de|del|too|{JOINS}|remove|add|drop|take|leave|out|off|la|le|porfa|please"
    r"|mi|me|el|esa|ese|from|the|of|reunion|junta|evento|cita|llamada|meeting|event|call)"
    r"(?:[\s,.;:!]+|\Z))*"
)
"""Words beside the names of people who take part, or no longer do."""


def says_rather(words: str) -> bool:
    """Return whether words begin with what they want instead: «mejor a las 7», "rather at 7"."""
    return RATHER.match(words) is not None


def without_rather(words: str) -> str:
    """Return what is wanted instead, without the words that say so: "a las 7" of "mejor a las 7"."""
    begins = RATHER.match(words)
    return words[begins.end() :] if begins else words


ON_CALENDAR = re.compile(
    r"\W*(?:(?:oye|porfa|por favor|please|mejor|pero|y|and|ok|dale|si|va|listo)[ ,]+){0,3}"
    r"(?:(?:met|pon|agreg|anot|apunt|pas|guard|sum|anad)[aeo]?(?:me|nos)?l[oa] (?:en|al?) (?:(?:el|la|mi|nuestr[oa]) )?"
    r"(?:calendario|agenda)|(?:agend[ae]|calendariza)(?:me|nos)?l[oa]"
    r"|(?:put|add|get|stick|pop) (?:it|this|that) (?:in|on|to|into) (?:the|my|our) (?:calendar|agenda)"
    r"|(?:schedule|calendar) (?:it|this|that)"
    r"|(?:haz|hace|conviert[ei]|convert[ie])(?:lo|la)(?: en)? (?:un |una )?(?:evento|junta|reunion)"
    r"|make (?:it|this|that) (?:an? )?(?:event|meeting))\b[ ,.:]*"
)
"""An order to make an event of what is drafted: "mételo en el calendario"."""


def calendar_said(words: str) -> str | None:
    """Return what is said behind "mételo en el calendario", such as with whom; None of words without that order."""
    folded = fold(words)
    found = ON_CALENDAR.match(folded.text)
    return words[folded.starts[found.end()] :].strip() if found else None


def begins_as_correction(words: str) -> bool:
    """Return whether words say that they correct something: "sorry, …", «me equivoqué, …»."""
    return BEGINS.match(words) is not None


def begins_as_addition(words: str) -> bool:
    """Return whether words add to something, or leave somebody out of it: «y Luis también», «sin Lucía»."""
    return ADDS.match(words) is not None


def says_people_only(words: str) -> bool:
    """Return whether words beside names say only that these people come, or do not."""
    return PEOPLE_ONLY.fullmatch(without_accents(words).lower().strip(" ,.;:!")) is not None


def without_beginning(words: str) -> str:
    """The words without those that only say that they correct something: "sorry, I meant Wednesday" is "Wednesday".

    Why it is corrected is left out, too: "era pasado mañana, que mañana no puedo".
    """
    found = BEGINS.match(words)
    rest = WHY.sub("", words[found.end() :]) if found else words
    then = None if MAKE_IT.fullmatch(rest) else MAKE_IT_THEN.match(rest)
    return rest[then.end() :] if then else rest


def without_being(words: str) -> str:
    """Return a correction without "son" or "it's" either: "perdón, son para el miércoles" is "para el miércoles"."""
    return BEING.sub("", without_beginning(words), count=1)


def at_that_hour(words: str) -> str:
    """An hour that is said as a mere number, as one: "make it 12" as "a las 12"; other words as they are."""
    if found := MAKE_IT.fullmatch(words):
        return f"a las {found[1]}"
    hours = FROM_TO.match(words)
    return f"de {hours[1]} a {hours[2]}{words[hours.end() :]}" if hours else words


HALF_A_DAY = timedelta(hours=12)
EARLIEST, EVENING, LATE = time(6), time(18), time(20)
GUESSED = frozenset((Note.MORNING, Note.NOON, Note.AFTERNOON))


def nearest_half(said: Understood, before: time) -> time | None:
    """Return the hour that is said instead of another: without a half of the day, in the half nearest to that one.

    "perdón, a las 9" is in the morning instead of at eight, and at night instead of at eight in the evening.
    """
    if said.hours is None:
        return None
    at = said.hours.start
    if GUESSED.isdisjoint(said.notes):
        return at
    day = date.min + timedelta(days=1)
    guess, old = datetime.combine(day, at), datetime.combine(day, before)
    other = guess - HALF_A_DAY if at.hour >= HALF_A_DAY.seconds // 3600 else guess + HALF_A_DAY
    waking = other.time() >= EARLIEST and (other.time() < LATE or before >= EVENING)
    return other.time() if waking and abs(other - old) < abs(guess - old) else at


ENDS_AT = re.compile(
    r"\W*(?:(?:no|mejor|perd[oó]n|espera|wait|actually|sorry)[ ,.]{1,2}){0,2}"
    r"(?:hasta|until|till?)(?: las?)? (?P<hour>[0-9]{1,2}(?::[0-9]{2}| y media)?(?: ?[ap]\.?m\.?)?)"
    r"(?:,? (?:no|y no|not|en vez de|instead of)(?: (?:a|hasta|until|at))?(?: las?)? [0-9]{1,2}(?::[0-9]{2})?)?"
    r"(?: (?:mejor|porfa|please|instead))?[ .!]*",
    re.IGNORECASE,
)


def end_said(words: str) -> str:
    """Return the hour at which something is to end instead, where words say nothing else: "until 6, not 4"; else ""."""
    found = ENDS_AT.fullmatch(words)
    return found["hour"] if found else ""


LEAVE_IT_AT = re.compile(
    r"(?:d[eé]jal[ao]|ponl[aoe]|que sea|que quede|call it|make it|put it|leave it)"
    r"(?: en| al?| at| un){0,2} (100|[0-9]{1,2}) ?%?\W*$",
    re.IGNORECASE,
)


def percent_said_at_last(words: str) -> int | None:
    """The percentage of a correction, alone or as the last of it: "espera, falta la firma, déjala en 90"."""
    if (alone := percent_meant(words)) is not None:
        return alone
    found = LEAVE_IT_AT.search(words)
    return int(found[1]) if found else None


AT_THAT = (
    r"(?:(?:d[eé]j|p[oó]n|mar[ck]|cambi)[a-zé]{0,4}(?:l[aoe])?|p[aá]s[ae]l[ao]|que (?:sea|quede)|call it|make it|put it"
    r"|leave it|set it)?(?: (?:la |task )?#?[0-9]{1,9}(?= [a-z]))?(?: ?(?:en|al?|at|un|to))?"
)
RATHER_PERCENT = re.compile(
    r"\W*(?:(?:no|ay|uy|ah|oye|bueno|ok|oh)[ ,.]{1,2}){0,2}"
    rf"(?:(?:mejor|better|rather|make it) {AT_THAT} ?(?P<behind>100|[0-9]{{1,2}}) ?%?"
    rf"|{AT_THAT} ?(?P<before>100|[0-9]{{1,2}}) ?%?,? (?:mejor|better|rather|instead))"
    r"(?:,? (?:porfa|por favor|please|mejor|instead|rather)){0,2}[ .!]*",
    re.IGNORECASE,
)
"""A percentage that is wanted instead of another: "mejor 35%", "mejor ponle 35", "35 mejor"."""


def percent_said_rather(words: str) -> int | None:
    """Return the percentage that words want instead of another; None where they say anything else."""
    found = RATHER_PERCENT.fullmatch(words)
    return int(found["behind"] or found["before"]) if found else None


def percent_meant(words: str) -> int | None:
    """The percentage of a correction that says nothing else: 80 of "80, no 30"."""
    found = PERCENT.fullmatch(words)
    return int(found[1]) if found else None


NOT_THE_OTHER = re.compile(
    r"(?:no|y no|not|en vez de|en lugar de|instead of) (?:100|[0-9]{1,2}) ?%?\W*$", re.IGNORECASE
)
"""The end of words that give a number instead of another: "it was 60, not 80"."""
TITLED = re.compile(
    r"\W*(?:(?:y|and|mejor|no|porfa)[\s,]+)*(?:p[oó]n(?:le|elo|gale)? (?:de |otro |como |el )*(?:nombre|t[ií]tulo)"
    r"|(?:que )?(?:se )?ll[aá]m(?:al[oae]|e)(?: como)?|t[ií]tulo|nombre|(?:call|name|title|rename) (?:it|that)"
    r"(?: to| as)?|(?:new |another )?title)[\s:]+(?P<title>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
SAYS = re.compile(
    r"(?:[^,;.]{0,60}[,;.]\s*)?(?:(?:y|mejor|no|solo|s[oó]lo|porfa|and|just)[\s,]+){0,3}"
    r"(?:que (?:solo |s[oó]lo |nom[aá]s )?(?:diga|se lea)|(?:make it|it should|should|let it) (?:say|read))\b[\s:,]+"
    r"(?P<title>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A title by what it is to say: "que diga llamar al banquete", "quita lo demás, que diga invitaciones"."""
INSTEAD = re.compile(
    r"\W*(?:(?:y|no|porfa|oye|ok)[\s,]+){0,3}(?:"
    r"(?:as[ií] )?p[oó]n(?:le|gale|melo|lo|la)?(?:,? (?:mejor|as[ií]|nada m[aá]s|nom[aá]s|solo|s[oó]lo))+[\s:,]+"
    r"|as[ií],? p[oó]n(?:le|gale|lo|la)[\s:,]+|mejor p[oó]n(?:le|gale|lo|la)[\s:,]+)(?P<title>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""The order to put other words, which are a title where they are no value: "ponle mejor Invitaciones"."""
BEHIND_IT = re.compile(
    r"\W{0,3}(?P<title>\w[^,;]{0,200}(?:, [^,;]{1,100})?)[,;]\s?"
    r"as[ií] (?:p[oó]n(?:le|gale|lo|la)|ll[aá]mal[ao]|d[eé]jal[oa])[\s.!]*",
    re.IGNORECASE | re.DOTALL,
)
"""The same order behind the words: "Logo de Valeria, así ponle"."""
FOR_WHOM = re.compile(
    r"\W*(?:(?:y|no|mejor|espera|perd[oó]n|hang on|wait|sorry|oh|actually|porfa)[\s,]+)*"
    r"(?:que (?:l[aoe] )?(?:haga|lleve|vea|tome|atienda)|(?:es[ao] )?(?:es|va|era) (?:para|de|pa)|para|pa"
    r"|(?:as[ií]gn|d|p[aá]s)[aá]sel[oa] a|that(?:'?s| is)?(?: one)?(?:'?s)? for|(?:it|this)(?:'?s| is) for|give it to"
    r"|(?:have|let) (?=\S+ do))\s+(?P<who>\S.{0,60})",
    re.IGNORECASE,
)


NUMBERS = {"dos": 2, "two": 2, "tres": 3, "three": 3, "cuatro": 4, "four": 4, "cinco": 5, "five": 5}
SEVERAL = re.compile(
    r"\W*(?:(?:no|oye|perd[oó]n|espera|mejor|ah|oh|wait|actually|hey|ojo|pero|but|che|sorry)[\s,.!:]+){0,5}"
    r"(?:(?:esas?|esos?|eso|those|these|they|it|that|this)\s)?"
    r"(?:(?:son|eran|ser[ií]an|hazlas|ponlas|anótalas|que sean|are|were|'?re|is|make (?:it|them)|should be)\s)?"
    r"(?:en realidad |como |actually |as |really )?"
    r"(?:(?P<count>[2-5]|dos|tres|cuatro|cinco|two|three|four|five)(?: (?:tareas?|pendientes?|cosas?|tasks?|things?"
    r"|to-?dos?|separate|different|distint[oa]s|aparte|separad[oa]s|diferentes)){1,4}"
    r"|(?:tareas|pendientes|cosas) (?:aparte|distint[oa]s|separad[oa]s|diferentes)|(?:separate|different|two) tasks"
    r"|sep[aá]r[ae]l[oa]s?(?: (?:en|in) (?P<into>[2-5]|dos|tres|two|three))?"
    r"|div[ií]d[ae]l[oa]s?(?: (?:en|in) (?P<parts>[2-5]|dos|tres|two|three))?"
    r"|split (?:it|them|that)(?: (?:in|into|up|in to) ?(?P<split>[2-5]|two|three)?)?"
    r"|por separado|(?:cada una|una y una) (?:aparte|por separado)|separately)"
    r"(?:,? (?:aparte|tareas|tasks|porfa|please|por favor|no una|not one|no uno)){0,4}\W*",
    re.IGNORECASE,
)
"""A correction that makes several tasks of a draft of one: «no, son dos tareas», "split it in two"."""
ONE = re.compile(
    r"\W*(?:(?:no|oye|perd[oó]n|mejor|ah|oh|wait|actually|sorry)[\s,.!:]+)*"
    r"(?:(?:esa|eso|it|that|this|todo|all|those|they)(?:'s)?\s)?(?:(?:es|son|era|is|are|was|que sea)\s)?"
    r"(?:(?:todo|all|just) )?(?:(?:una|la misma|one|1|a single|the same)(?: sola?| misma| single)?"
    r"(?: (?:tarea|cosa|task|thing|sola))?|j[uú]ntalas|un[ei]las|join them|merge them)(?: (?:nom[aá]s|only))?\W*",
    re.IGNORECASE,
)


def several_said(words: str) -> int | None:
    """Return how many tasks a draft of one is said to be; 0 for only "several", None for words that say neither."""
    found = SEVERAL.fullmatch(words)
    if found is None:
        return None
    said = next(filter(None, (found[name] for name in ("count", "into", "parts", "split"))), "").lower()
    return NUMBERS.get(said, int(said) if said.isdecimal() else 0)


def one_said(words: str) -> bool:
    """Return whether words say that a draft of several tasks is one."""
    return ONE.fullmatch(words) is not None


def title_said(words: str) -> str:
    """The title that a correction gives: "ponle de título cierre de mes"; "" for other words."""
    found = TITLED.fullmatch(words) or SAYS.fullmatch(words)
    return found["title"].strip(QUOTES) if found else ""


def title_instead(words: str) -> str:
    """The words that an order has put instead, which may be a title: "ponle mejor Invitaciones"; "" for other words."""
    found = INSTEAD.fullmatch(words) or BEHIND_IT.fullmatch(words)
    return found["title"].strip(QUOTES) if found else ""


QUOTES = " «»\"'."


NOT_MINE = re.compile(
    r"[ ,.;:]{0,2}\b(?:(?:y|and|but|pero) )?(?:no|not)(?: es| era| va)? (?:para|pa|de|for) (?:m[ií]|me)\b[ ,.;:]{0,3}",
    re.IGNORECASE,
)
"""Words with which people say that something is not for themselves: "es para Kate, no para mí"."""


def without_not_mine(words: str) -> str:
    """Return words without the part that denies it is for oneself: "es para Kate, no para mí" is "es para Kate"."""
    return NOT_MINE.sub(" ", words, count=1).strip() or words


def person_said(words: str) -> str:
    """The words for whom something is instead: "mejor que la haga Sofía"; "" for other words."""
    found = FOR_WHOM.match(words)
    return found["who"] if found else ""
