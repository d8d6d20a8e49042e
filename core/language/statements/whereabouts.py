"""Whereabouts of people: somebody else's absence, hours away, another place to work, being back."""

from functools import cache

from core.language.phrases.model import DAYS_ONLY
from core.language.phrases.reading import scan
from core.language.questions.reading import when_said
from core.language.statements.model import Act, Statement
from core.language.statements.text import NO_REASON, Text, is_reason, nothing_left, without
from core.language.statements.vocabulary import AN_EVENT, OF_AN_EVENT, OF_DAYS, SAYS_WHY
from core.language.statements.wording import Wording, beginnings, sentences

THEY_ARE_AWAY = Wording(
    r"@?z+(?: (?:y|and) @?z+)? (?:ya |hoy |siempre |tambien |also )*(?:(?:me |nos )?(?:avisa|aviso|dice|dijo|says|said"
    r"|told me|texted|wrote)(?: that| que)?(?: (?:he|she|they))?(?= |') ?)?(?:no (?:llega|va a llegar|llegara"
    r"|alcanza a llegar|podra venir)|(?:'s |is )?not (?:coming(?: in)?|in|working)|(?:he'?s|she'?s) (?:off|out|sick)"
    r"|no (?:(?:va|puede|podra) a )?(?:viene|vino|vendra|venir|asiste|asistira|asistir|trabaja|trabajara|trabajar"
    r"|labora|estara|estar|puede venir|podra venir)(?: a (?:trabajar|la oficina))?|falta|faltara|va a faltar|descansa"
    r"|descansara|(?:se va|sale|estara|se fue|salio|va a estar|anda|esta) (?:de |con )?(?P<why>vacaciones|permiso|viaje"
    r"|incapacidad)|(?:toma|pidio|pide|tomara|tiene|va a tomar|va a tener) (?:(?:el|un) dia(?: libre)?|dia libre"
    r"|dias libres|(?P<asked>vacaciones|permiso|incapacidad))|(?P<ill>(?:esta|anda|amanecio|sigue|se puso|is|was|feels"
    r"|called in) (?:muy |very )?(?:enferm[oa]|mal[oa]|incapacitad[oa]|sick|ill|unwell))|(?:is|will be|'s|'ll be"
    r"|is going to be) (?:off|out|away|ooo|absent|on (?P<reason>vacation|leave|holiday|pto))|(?:isn'?t|is not|won'?t be"
    r"|will not be|is not going to be) (?:coming(?: in)?|in|here|working|there)|(?:pidio|pide|se toma|se va a tomar"
    r"|toma|asked for|is asking for|requested|is taking|takes)(?= (?:(?:el|los?|the|on) )?(?:dia )?(?:lunes|martes"
    r"|miercoles|jueves|viernes|monday|tuesday|wednesday|thursday|friday|[0-9])(?:\W|$|\w* ))|(?:is |'s )?(?:taking"
    r"|takes|goes on|is going on) (?:a day off|the day off|(?P<leave>vacation|leave|holiday))|de (?P<on>vacaciones"
    r"|permiso|viaje|incapacidad)|(?:down )?(?:as|on) (?:off|out|(?P<noted>vacation|leave|pto)))(?!\w)"
)
"""Words that say that the person named first will not be there."""
COMES_LATE = (
    r"(?:llego|llegare|voy a llegar|llegando|entro|entrare|vengo|voy|i'?m|im|i am|i'?ll be|i will be|i'?ll|running|be"
    r"|arriving|coming in|getting in)(?: (?:in|there|here|un poco|algo|como|a bit|a little|running|going to be|be"
    r"|arrive|get in))* (?:(?:mas )?tarde|tardecito|retrasad[oa]|late|(?:a|at|como a|around"
    r"|hasta) (?:las? )?[0-9]{1,2}(?::[0-9]{2})?(?!\w))|se me hizo tarde|(?:llego|llegare"
    r"|entro) (?:hasta )?(?:despues de|al?) (?:las? )?(?:[0-9]{1,2}|medio ?dia|comer)"
)
LEAVES_EARLY = (
    r"(?:salgo|saldre|voy a salir|me voy|me ire|me salgo|tengo que salir|leaving|leave|i'?m leaving|i'?ll leave|i leave"
    r"|going|i have to leave|i'?m going|i need to leave)(?: (?:un poco|hoy|a bit|a little))* (?:(?:mas )?temprano|antes"
    r"|tempranito|early|(?:a|at|como a|around) (?:las? )?[0-9]{1,2}(?::[0-9]{2})?(?!\w))"
)
HALF_A_DAY = (
    r"(?:(?:trabajo|voy a trabajar|tomo|me tomo|voy a tomar|quiero|pido|necesito|solo|nomas|i'?m taking|taking|i need"
    r"|working|i'?m working) )*(?:solo |nomas |only )?(?:el |un |a )?(?:medio dia|media jornada"
    r"|half(?: a)? day)(?: libre| off)?"
)
SOME_HOURS = Wording(rf"{COMES_LATE}|{LEAVES_EARLY}")
HALF = Wording(rf"{HALF_A_DAY}(?!\w)")
ELSEWHERE = Wording(
    r"(?:(?:hago|hare|tengo|voy a hacer|voy a estar|estoy|estare|trabajo|trabajare|voy a trabajar|me toca|pido|i'?m|im"
    r"|i am|i'?ll be|i'?ll|i will be|working|work|en|de) )*(?:home ?office|h\.?o\.?|wfh|teletrabajo|(?:en "
    r"|de (?:forma )?)?remot[oa]|(?:desde|en) (?:mi )?casa|from home|remote(?:ly)?)(?!\w)"
)
BACK = sentences(
    r"(?:(?:ya |hoy )*(?:regrese|volvi|estoy (?:de vuelta|de regreso)|llegue de (?:vacaciones|viaje))"
    r"|(?:i'?m |i am |and i'?m )back)(?: (?:ya|hoy|de (?:mis )?vacaciones|de viaje|a (?:la oficina|trabajar|la"
    r" chamba)|today"
    r"|from (?:my )?(?:vacation|holiday|leave)|at work|in the office|again))*"
)
BACK_ON = Wording(r"(?:(?:regreso|vuelvo)(?: hasta)?|(?:i'?ll be |i'?m |i am )?back)(?= )")
NOTES_THAT = Wording(r"(?:(?:apunta|anota|registra|note|record|log|mark|pon|put)[a-z]*(?: que| that| a)? )?")


def their_absence(text: Text) -> Statement | None:
    """Read that one person will not be there on some days, today if they are ill; the other words are the reason."""
    plain = text.plain.text
    found = THEY_ARE_AWAY.search(plain)
    if found is None or len(text.people) != 1 or OF_AN_EVENT.search(plain):
        return None
    when = when_said(plain, text.moment, cache(lambda part: scan(part, DAYS_ONLY)))
    if not (when.days or when.doubt or found["ill"]):
        return None
    rest = without(plain, when.spans)
    begins = NOTES_THAT.match(plain)
    begin = begins.end() if begins else 0
    if begin > found.start() or not all(map(is_reason, (rest[begin : found.start()], rest[found.end() :]))):
        return None
    why = next(filter(None, (found[name] for name in ("why", "asked", "reason", "leave", "on", "noted"))), "")
    why = why or (text.source(*found.span("ill")) if found["ill"] else "")
    day = "" if when.days or when.doubt else "hoy "
    words = f"{day}{text.source(begin, found.start())} {text.source(found.end())} {why}"
    words = " ".join(NO_REASON.sub(" ", words).split()).strip(" ,.;")
    return Statement(Act.ABSENCE, words, people=text.people, near=text.near)


TEAM_OFF = Wording(
    r"(?:hacemos|hagamos|vamos a hacer|haremos|tenemos) puente|(?:nadie|no) (?:trabaja(?:mos|remos)?|labora(?:mos)?"
    r"|vamos a trabajar|va a trabajar|viene|venimos)(?!\w)|nos tomamos"
    r"|(?:we'?re|we are|we'?ll be|everybody is|everyone is) (?:all )?(?:off|closed|not working)(?!\w)"
    r"|we (?:won'?t|don'?t|will not) (?:be )?work(?:ing)?(?!\w)|nobody (?:works|is working|will work)(?!\w)"
)
FOR_GOOD = Wording(r"(?:ya )?no (?:vuelvo|regreso|volvere|regresare)(?!\w)|(?:not|won'?t be) (?:coming )?back(?!\w)")


def team_off(text: Text) -> Statement | None:
    """Read that nobody of one's team works on some days: "hacemos puente el 24"."""
    plain = text.plain.text
    found = TEAM_OFF.search(plain)
    if found is None or text.people or OF_AN_EVENT.search(plain):
        return None
    when = when_said(plain, text.moment, cache(lambda part: scan(part, DAYS_ONLY)))
    rest, begin = without(plain, when.spans), min(beginnings(plain)[0], found.start())
    if when.days is None or not nothing_left(rest[begin : found.start()]) or not is_reason(rest[found.end() :]):
        return None
    words = f"{text.source(begin, found.start())} {text.source(found.end())}"
    return Statement(Act.TEAM_OFF, words=" ".join(words.split()).strip(" ,.;"))


def away_for_good(text: Text) -> Statement | None:
    """Read that one leaves at some hour and is not back that day, whatever it is for."""
    plain = text.plain.text
    if text.people or FOR_GOOD.search(plain) is None or not text.when(plain).hours:
        return None
    return Statement(Act.SOME_HOURS, text.original.strip())


def partly_there(text: Text) -> Statement | None:
    """Read that one comes late, leaves early or works half a day."""
    plain = text.plain.text
    if found := SOME_HOURS.search(plain):
        return of_day_and_reason(text, Act.SOME_HOURS, *found.span())
    half = HALF.match(plain)
    return of_day_and_reason(text, Act.SOME_HOURS, 0, half.end()) if half else None


def elsewhere(text: Text) -> Statement | None:
    """Read that one works from home."""
    found = ELSEWHERE.search(text.plain.text)
    return of_day_and_reason(text, Act.ELSEWHERE, *found.span()) if found else None


def of_day_and_reason(text: Text, act: Act, start: int, end: int) -> Statement | None:
    """Return a statement where a sentence says only a day and a reason besides, and names no person and no event."""
    plain = text.plain.text
    why = SAYS_WHY.search(plain, end)
    if text.people or AN_EVENT.search(plain[: why.start() if why else None]):
        return None
    words = f"{plain[:start]} {plain[end:]}"
    left = without(words, text.when(words).spans).strip(" ,.;:")
    known = nothing_left(OF_DAYS.sub(" ", left)) or is_reason(left)
    return Statement(act, text.original.strip()) if known else None


def back(text: Text) -> Statement | None:
    """Read that one is there again, or will be on a day."""
    plain = text.plain.text
    if text.people or BACK.match(plain):
        return None if text.people else Statement(Act.BACK)
    will_be = BACK_ON.match(plain)
    on = plain[will_be.end() :] if will_be else ""
    days = text.when(on).days if on else None
    return Statement(Act.BACK_ON, days=days) if days and nothing_left(without(on, text.when(on).spans)) else None
