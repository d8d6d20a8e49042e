"""The reading of a sentence as a statement: what is to be done, to which task or event, by whom and when."""

import re
from collections.abc import Callable, Sequence
from datetime import time
from functools import cache
from itertools import islice
from re import Match

from msgspec.structs import replace

from core.base.calendar_time import ONE_DAY
from core.base.model import Semaforo
from core.language.accents import PLAIN
from core.language.countries import country_of
from core.language.holiday_calendars import calendar_named
from core.language.phrases.day_report import DONE as DONE_PERCENT
from core.language.phrases.day_report import HALF as HALF_PERCENT
from core.language.phrases.folding import Folded, fold
from core.language.phrases.hours import NOON, clock
from core.language.phrases.model import DAYS_ONLY, Moment, ReportLine
from core.language.phrases.reading import scan
from core.language.phrases.task_numbers import in_digits
from core.language.phrases.vocabulary import WEEKDAYS, one_of
from core.language.questions.model import Names
from core.language.questions.reading import MOST_LETTERS, SOUGHT, people_named, when_said, without_names, words_of
from core.language.statements import messages, reminders, task_orders, whereabouts
from core.language.statements import vocabulary as said
from core.language.statements.model import Act, Statement
from core.language.statements.text import NO_REASON, Text, is_reason, nothing_left, tasks_in, without
from core.language.statements.wording import Wording, beginnings
from core.language.zones import is_place

LONGEST_DAY_OF_MONTH = 31
PAIR = 2
MOST_SOUGHT = 6
"""The most words that are searched for; more are rather a task."""
MOST_DUE_DAYS = 7
"""The most days that may be said for a due date, a week: one of them is then asked for."""
MOST_EVENT_LETTERS = 120
"""A longer sentence moves or cancels no event."""
MOST_TARGETS = 12
"""The most places of a sentence in which the new time of an event is looked for."""
TASK, BARE_TASK = re.compile(rf"(?<!\ba ){said.TASK}\b(?! de)"), re.compile(rf"(?<!\w){said.BARE_TASK}\b")
BARE_DUE = re.compile(rf"({said.NUMBER})(?= (?:is due|due|vence|se entrega|is for|es para)\b)")
RANGE = re.compile(r"\b(?:del?|from) [0-9]{1,2}(?: de \w+)? (?:al?|to) [0-9]{1,2}\b")
TARGET = re.compile(r"\b(al?|para|hasta|to|for|until|till)\s+(?=\S)")
WEEKDAY = f"(?:{one_of(WEEKDAYS)})".replace("miercoles", "mi[eé]rcoles").replace("sabado", "s[aá]bado")
OR_ON = re.compile(rf"\b({WEEKDAY}) (?:o|or) (?=(?:el |on )?{WEEKDAY}\b)", re.IGNORECASE)
"""Two weekdays with "or": somebody absent is there on neither: "I won't be in Monday or Tuesday"."""
NEGATED = re.compile(r"\b(?:no|not|won'?t|can'?t|cannot)\b")
NEITHER = re.compile(r"^(?:ni|neither)\s+", re.IGNORECASE)
BARE_NUMBER = re.compile(r"[0-9]{1,2}")
NUMBER_THEN_DAY = re.compile(
    rf"[0-9]{{1,2}} (?=(?:hoy|today|ma[nñ]ana|tomorrow|(?:el |on )?{WEEKDAY})\b)", re.IGNORECASE
)
DAY_OF = re.compile(r"\bdel (?=[0-9]{1,2}[ .!]*$)")
BARE_HOUR = re.compile(r"\b[0-9]{1,2}(?: y (?:media|cuarto))?(?=[ .!]*$|\s+(?:con|with)\b)")
OWN_ABSENCE = re.compile(rf"\s*{said.OWN_ABSENCE}(?!\w)(?: (?:de|of) @?z+\b)?")
TITLE_WORD = re.compile(r"[a-z0-9]{3,}")
NO_TITLE = frozenset(("que", "del", "las", "los", "the", "con", "with", "para", "mia", "porfa", "favor", "por", "our"))


def read_statement(text: str, moment: Moment, names: Names) -> Statement | None:
    """Return what a sentence wants done; None if nothing, or if it says more than is understood. Pure, and quick."""
    if not text.strip() or len(text) > MOST_LETTERS:
        return None
    text = verb_first(in_digits(without_unchanged(text)))
    words = list(words_of(text, fold(text), names))
    near = any(word.near for word in words if word.people)
    scans = cache(lambda part: scan(part, SOUGHT))
    read = Text(text, fold(without_names(text, words)), people_named(words), near, moment, scans)
    readers = READERS_OF_QUESTIONS if is_asked(text, read.plain.text) else READERS
    return next((found for reads in readers if (found := reads(read)) is not None), None)


def begins_event(text: str, moment: Moment) -> bool:
    """Return whether a sentence only says an event with its day or hour: "junta con Luis mañana a las 10"."""
    folded = fold(text)
    if len(text) > MOST_EVENT_LETTERS or not said.SAYS_EVENT.match(folded.text):
        return False
    when = when_said(text, moment, cache(lambda part: scan(part, SOUGHT)))
    return bool(when.days or when.hours)


def said_of(text: str, task: int) -> str:
    """An order about what is not named, as one about a task: "ponla en verde" as "pon #2 en verde"; "" for others."""
    folded = fold(text)
    if of_name := said.ABOUT_ITS_NAME.match(folded.text):
        title = text[folded.starts[of_name.end()] :]
        return f"renombra #{task}: {title}" if TASK.search(folded.text) is None else ""
    if (asked := said.MAY_IT.match(folded.text)) and TASK.search(folded.text) is None:
        return f"pasa #{task} {text[folded.starts[asked.start('when')] :].strip(' ?!.')}"
    if (level := said.ABOUT_ITS_PRIORITY.match(folded.text)) and TASK.search(folded.text) is None:
        return f"{level['order'] or 'pon'} #{task} {text[folded.starts[level.start('level')] :].strip()}"
    found = said.ABOUT_IT.match(folded.text)
    if found is None:
        return ""
    start, end = (folded.starts[at] for at in found.span("it" if found["it"] else "that"))
    return f"{text[:start].translate(PLAIN).rstrip()} #{task}{text[end:]}"


def task_meant(text: str) -> int | None:
    """The number of the task that is meant instead of another: "no, era la 12"."""
    found = said.MEANT.match(fold(text).text)
    return int(found[1]) or None if found else None


def without_unchanged(text: str) -> str:
    """A report without its beginning where that says that all else is unchanged."""
    folded = fold(text)
    found = said.REST_UNCHANGED.match(folded.text)
    return text[folded.starts[found.end()] :] if found else text


def names_task(text: str) -> bool:
    """Return whether a sentence says of a number that it is a task's: "la 9", "#9"."""
    return TASK.search(fold(text).text) is not None


def is_asked(text: str, plain: str) -> bool:
    """Return whether a sentence is a question, and no request in the form of one."""
    return ("?" in text or "¿" in text) and said.ASKED.search(plain) is None


# The day and its report


def withdrawn(text: Text) -> Statement | None:
    """Read an order to take back one's last comment, and whether it was meant for another task."""
    found = said.WITHDRAWS.match(text.plain.text)
    if found is None:
        return None
    return Statement(Act.WITHDRAW, asks=bool(said.OF_ANOTHER.search(found["rest"] or "")))


def day_step(text: Text) -> Statement | None:
    steps = (
        *((said.OPENS, Act.OPEN_DAY), (said.SENDS, Act.SEND_DAY)),
        *((said.ENDS, Act.CLOSE_DAY), (said.MISTAKEN, Act.UNDO)),
    )
    plain, people = text.plain.text, text.people
    if (nudges := said.NUDGES.match(plain)) and bool(people) != bool(nudges["all"]):
        return Statement(Act.NUDGE, people=people, near=text.near)
    if people:
        return Statement(Act.SEND_DAY, people=people, near=text.near) if said.SENDS_TO.match(plain) else None
    at_once = ((said.CLOSES, Act.CLOSE_DAY), (said.UNDOES, Act.UNDO), (said.NOTHING_NEW, Act.SEND_DAY))
    for orders, act in at_once:
        if orders.match(plain):
            return Statement(act, outright=True)
    return next((Statement(act) for words, act in steps if words.match(plain)), None)


def report(text: Text) -> Statement | None:
    """Read that tasks are done, how far one is, or its light with the reason; also of an earlier day that is said."""
    plain = text.plain.text
    if found := report_in(text, plain):
        return found
    if not said.BEFORE_TODAY.search(plain):
        return None
    when = when_said(plain, replace(text.moment, back=True), text.scans)
    days = when.days
    if days is None or days.first != days.last or days.last >= text.moment.today or when.hours:
        return None
    of_day = report_in(text, without(plain, when.spans))
    return replace(of_day, days=days) if of_day else None


def unclear_progress(text: Text) -> Statement | None:
    """Read that a task is nearly done, or goes badly: its percentage, or its light, is asked."""
    if found := said.TROUBLE.match(text.plain.text):
        return task_orders.of_task(Act.LIGHT, found)
    return task_orders.of_task(Act.PROGRESS, said.ALMOST.match(text.plain.text))


def report_in(text: Text, plain: str) -> Statement | None:
    if found := said.UNCHANGED.match(plain):
        return reported(text, found, unchanged=True)
    for words, percent in HOW_FAR:
        if found := words.match(plain):
            return reported(text, found, percent=percent or percent_of(found))
    if found := said.LIGHT_LAST.match(plain):
        return reported_light(text, found, said_before=True)
    found = said.RED.match(plain)
    return reported_light(text, found) if found else None


def percent_of(found: Match[str]) -> int | None:
    """A percentage; a small number behind a word that also moves a date says so by its sign."""
    percent = int(found["percent"])
    if "left" in found.re.groupindex:
        return DONE_PERCENT - percent if found["sign"] else None
    moves = said.MOVES.match(found[0]) and " al " in found[0]
    return None if moves and percent <= LONGEST_DAY_OF_MONTH and not found["sign"] else percent


def reported(text: Text, found: Match[str], *, percent: int | None = None, unchanged: bool = False) -> Statement | None:
    """A line for each task that is named; a remark behind the value is its reason."""
    words = text.original.strip()
    reason = text.source(found.start("rest")).strip(" ,.;:") if "rest" in found.re.groupindex else ""
    lines = tuple(ReportLine(words, task, percent, unchanged=unchanged, reason=reason) for task in tasks_in(found))
    return Statement(Act.REPORT, lines=lines) if lines and lines[0].understood else None


def reported_light(text: Text, found: Match[str], *, said_before: bool = False) -> Statement | None:
    """A line with the light and why, which stands behind it, or `said_before` it."""
    light = next(light for light in Semaforo if found[light])
    rest = said.BECAUSE.match(found["rest"])
    start = found.start("rest") + (rest.end() if rest else 0)
    end = found.end("rest") if said_before else None
    reason = text.source(start, end).strip(" ,.;:") if re.search(r"\w", found["rest"]) else ""
    tasks = tasks_in(found)[:1]
    lines = tuple(ReportLine(text.original.strip(), task, light=light, reason=reason) for task in tasks)
    return Statement(Act.REPORT, lines=lines) if lines else None


def quiet(text: Text) -> Statement | None:
    """Read the hours in which one is not to be written to: without half of the day, from the evening to the morning."""
    found = said.QUIET.match(text.plain.text) or said.QUIET_BEFORE.match(text.plain.text)
    if found is None or text.people:
        return None
    starts, ends = (found.groupdict().get(name) for name in ("starts", "ends"))
    begins, stops = at_clock(text, starts, "pm"), at_clock(text, ends, "am")
    if (starts and begins is None) or (ends and stops is None):
        return None
    return Statement(Act.QUIET, starts=begins, ends=stops)


LATE_IN_THE_MORNING = 9
"""From this hour on a lunch is in the morning, where no half of the day is said."""


def lunch(text: Text) -> Statement | None:
    """Read the hours of one's lunch: without half of the day, from late in the morning on."""
    found = said.LUNCH.match(text.plain.text)
    if found is None or text.people:
        return None
    begins, stops = lunch_time(text, found["starts"]), lunch_time(text, found["ends"])
    return Statement(Act.LUNCH, starts=begins, ends=stops) if begins and stops and begins < stops else None


def lunch_time(text: Text, words: str) -> time | None:
    spoken = clock(words)
    if spoken is None or spoken.sure:
        return spoken.at(text.moment) if spoken else None
    return spoken.at(text.moment, "am" if LATE_IN_THE_MORNING <= spoken.hour < NOON else "pm")


def zone(text: Text) -> Statement | None:
    """Read the place by whose clock one is to be written to, if there is one of that name."""
    found = said.ONES_ZONE.match(text.plain.text)
    place = found["at"].strip() if found else ""
    return Statement(Act.ZONE, words=place) if place and is_place(place) else None


def own_holidays(text: Text) -> Statement | None:
    """Read the country, or the part of one, whose public holidays somebody has, if there is one of that name."""
    found = said.ONES_HOLIDAYS.match(text.plain.text)
    if found is None:
        return None
    words = found.groupdict()
    place = words.get("of") or words["at"]
    place += words.get("part") or ""
    named = calendar_named(place, [country_of(text.moment.zone.key)])
    return Statement(Act.OWN_HOLIDAYS, words=place.strip()) if named else None


def at_clock(text: Text, words: str | None, half: str = "") -> time | None:
    """An hour as said, in this half of the day where none was; None for what is none. Twelve is midnight then.

    Without `half`, it is the one within twelve hours of the office's opening.
    """
    spoken = clock(words) if words else None
    if spoken is None:
        return None
    if spoken.sure or not half:
        return spoken.at(text.moment)
    return spoken.at(text.moment, half if spoken.hour != NOON else "am")


# A task


def of_a_task(text: Text) -> Statement | None:
    """Read to whom a task is given, when it is due, or that it is to be deleted."""
    plain = text.plain.text
    gives, moves, cancels = (head.match(plain) for head in (said.GIVES, said.MOVES, said.CANCELS))
    verb = gives or moves or cancels
    at = verb.end() if verb else beginnings(plain)[0]
    task = BARE_DUE.match(plain, at) or (BARE_TASK if verb else TASK).search(plain, at)
    if task is None or said.AN_EVENT.search(plain):
        return None
    number = int(next(filter(None, task.groups())))
    rest = f"{plain[at : task.start()]} {plain[task.end() :]}"
    people, one = text.people, said.FROM_ONE.search(rest)
    if one:
        people, rest = people[1:], rest[one.end() :]
    if people and (gives or one or said.TAKES.search(plain)):
        return Statement(Act.HAND_OVER, task=number, people=people, near=text.near) if nothing_left(rest) else None
    if cancels and not text.people and (nothing_left(rest) or is_deleted_for(plain, at, task)):
        return Statement(Act.DELETE, task=number)
    starts = plain[at : task.start()].strip(" .,") == ""
    return due(text, number, rest) if (moves or starts) and not text.people else None


def all_of_somebodys(text: Text) -> Statement | None:
    """Read an order to give all tasks of one person to another."""
    found = said.HANDS_ALL.match(text.plain.text)
    if found is None or len(text.people) != PAIR:
        return None
    people = text.people[::-1] if found.groupdict().get("last") else text.people
    return Statement(Act.HAND_OVER_ALL, people=people, near=text.near)


def is_deleted_for(plain: str, at: int, task: Match[str]) -> bool:
    """Return whether what follows the number says why the task is to be deleted."""
    return nothing_left(plain[at : task.start()]) and said.WHY_DELETED.match(plain, task.end()) is not None


def due(text: Text, number: int, rest: str) -> Statement | None:
    rest = said.NOT_THEN.sub("", rest)
    when = text.when(rest)
    if when.days is None or when.hours or (when.days.last - when.days.first).days > MOST_DUE_DAYS:
        return None
    return Statement(Act.DUE, task=number, days=when.days) if nothing_left(without(rest, when.spans)) else None


def comment(text: Text) -> Statement | None:
    """Read a comment on a task: all that follows its number, or stands before it."""
    plain = text.plain.text
    if found := said.COMMENTS.match(plain):
        number, words = int(next(filter(None, found.groups()))), text.source(found.end())
    elif first := said.COMMENTS_FIRST.match(plain):
        number, words = int(first[2]), text.source(*first.span("said"))
    else:
        return None
    return Statement(Act.COMMENT, words.strip(" \"'«»“”"), task=number)


def search(text: Text) -> Statement | None:
    """Read a few words to be searched for; something that is to be found by a day is a task."""
    found = said.SEARCHES.match(text.plain.text)
    if found is None or said.NO_SEARCH.search(found["sought"]) or len(found["sought"].split()) > MOST_SOUGHT:
        return None
    when = text.when(text.plain.text)
    words = text.source(found.start("sought"), found.end("sought"))
    return None if when.days or when.hours or when.doubt else Statement(Act.SEARCH, words, title=text.original.strip())


# An event


def new_event(text: Text) -> Statement | None:
    """Read an event with its hour, or one that is said to be one."""
    plain = text.plain.text
    outright, begins, timed = (each.match(plain) for each in (said.DRAFTS_EVENT, said.SAYS_EVENT, said.TIME_FIRST))
    found = outright or begins or timed or said.WITH_SOMEBODY.match(plain) or said.MEETS.match(plain)
    if found is None:
        return kept_time(text)
    before, start = found.span("when") if found is timed else (0, 0), found.start("event")
    when = text.when(plain[slice(*before)] + plain[start:])
    dated = found is not begins or when.days or said.REPEATS.search(plain)
    if not outright and not (dated and (when.hours or (when.days and BARE_HOUR.search(plain)))):
        return None
    return Statement(Act.NEW_EVENT, words=text.source(*before) + text.source(start))


def kept_time(text: Text) -> Statement | None:
    """Read an event at a time that is to be kept for it."""
    found = said.BLOCKS.match(text.plain.text)
    if found is None or not text.when(found["when"]).hours:
        return None
    return Statement(Act.NEW_EVENT, words=f"{text.source(*found.span('what'))} {text.source(*found.span('when'))}")


def verb_first(text: str) -> str:
    """The text with the verb before its event: "cancela la junta del jueves" for "la junta del jueves cancélala"."""
    folded = fold(text)
    found = said.FRONTED.match(folded.text)
    if found is None:
        return text
    start, end, rest = (folded.starts[at] for at in (*found.span("event"), found.end()))
    return f"{found['verb']}{found['ending']} {text[start:end]}{text[rest:]}"


def of_an_event(text: Text) -> Statement | None:
    """Read an order to move or cancel an event, or to invite the people named to it."""
    plain = text.plain.text
    moves, cancels = said.MOVES.match(plain), said.CANCELS.match(plain)
    verb = moves or cancels or (said.INVITES.match(plain) if text.people else None)
    if verb is None or len(plain) > MOST_EVENT_LETTERS:
        return None
    event = said.AN_EVENT.search(plain, verb.end()) or said.WHAT_IS_ON.match(plain, verb.end())
    if event is None:
        return None
    split = target(text, event.end()) if moves else None
    meant = plain[verb.end() : split.start() if split else len(plain)]
    when = text.when(meant)
    title = words_of_title(without(meant, when.spans))
    words = target_words(text, split) if split else ""
    hour = said.ITS_HOUR.search(meant)
    starts = at_clock(text, next(filter(None, hour.groups()))) if hour else None
    if event.re is said.WHAT_IS_ON and not (when.days or starts):
        return None
    act = Act.MOVE_EVENT if moves else Act.CANCEL_EVENT if cancels else Act.INVITE
    return Statement(
        act, words, people=text.people, near=text.near, days=when.days, title=" ".join(title), starts=starts
    )


def presence_at(text: Text) -> Statement | None:
    """Read whether one comes to an event, or a request for when it is and who comes, as a question or not."""
    plain = text.plain.text
    answers = said.ANSWERS_EVENT.match(plain)
    head = answers or said.SEES_EVENT.match(plain)
    if head is None or len(plain) > MOST_EVENT_LETTERS:
        return None
    ends = said.SAYS_WHY.search(plain, head.end())
    meant = plain[head.end() : ends.start() if ends else len(plain)]
    when = text.when(meant)
    title = words_of_title(without(meant, when.spans))
    clear = text.people and said.WHERE_OR_WHO.match(plain)
    if not answers and not when.days and not clear and all(map(said.SAYS_NO_NAME.fullmatch, title)):
        return None
    act = Act.ANSWER_EVENT if answers else Act.SEE_EVENT
    return Statement(act, people=text.people, near=text.near, days=when.days, title=" ".join(title))


def words_of_title(meant: str) -> Sequence[str]:
    """The words that are neither a name nor of those that stand beside a title."""
    words = TITLE_WORD.findall(meant)
    return [word for word in words if word not in NO_TITLE and {*word} != {"z"} and not said.FILLERS.fullmatch(word)]


def target(text: Text, start: int) -> Match[str] | None:
    """The place where a sentence begins to say when an event is to be: one of the first that may be it."""
    plain = text.plain.text
    ranges = [found.span() for found in RANGE.finditer(plain)]
    for found in islice(TARGET.finditer(plain, start), MOST_TARGETS):
        when = text.when(plain[found.start() : found.start() + MOST_EVENT_LETTERS])
        number = BARE_NUMBER.fullmatch(plain[found.end() :].strip(" .!"))
        inside = any(begin < found.start() < end for begin, end in ranges)
        if not inside and (when.days or when.hours or number):
            return found
    return None


def target_words(text: Text, found: Match[str]) -> str:
    words = text.source(found.end()).strip(" .!?")
    if BARE_NUMBER.fullmatch(words) or NUMBER_THEN_DAY.match(words):
        return f"a las {words}"
    if words.startswith(("la ", "las ")):
        return f"a {words}"
    return {"a": f"a {words}", "al": f"el {words}"}.get(found[1], words)


def export(text: Text) -> Statement | None:
    """Read a request for files of the team's days, and which days are said."""
    plain = text.plain.text
    if text.people or not said.EXPORTS.search(plain):
        return None
    when = when_said(plain, replace(text.moment, back=True), text.scans)
    rest = without(plain, when.spans)
    left = said.OF_A_FILE.sub(" ", rest[beginnings(rest)[0] :])
    return None if when.doubt or not nothing_left(left) else Statement(Act.EXPORT, days=when.days)


def new_task(text: Text) -> Statement | None:
    """Read a task that is said to be one."""
    found = said.NEW_TASK.match(text.plain.text)
    return Statement(Act.NEW_TASK, words=text.source(*found.span("what")), outright=True) if found else None


def given_task(text: Text) -> Statement | None:
    """Read a task that somebody is given."""
    found = said.IS_TO_DO.match(text.plain.text)
    return task_for(text, found, outright=True) if found else None


def task_for(text: Text, found: Match[str], *, outright: bool) -> Statement | None:
    """A new task for the people named first, unless what they are to do has a task's number."""
    if TASK.search(found["what"]):
        return None
    people = text.people[: len(re.findall(r"z+", found["who"]))]
    words, title = text.source(*found.span("what")), text.source(found.start("who"), found.end("what"))
    return Statement(Act.NEW_TASK, words=words, people=people, near=text.near, title=title, outright=outright)


def wish(text: Text) -> Statement | None:
    """Read what is to be done, by oneself or somebody; with an hour it may as well be an event."""
    plain = text.plain.text
    given = said.HAS_TO.match(plain) or said.IS_WANTED.match(plain) or said.IS_GIVEN.match(plain)
    if given and not text.when(given["what"]).hours:
        return task_for(text, given, outright=False)
    found = said.WISHES.match(plain)
    if found is None or text.when(found["what"]).hours:
        return None
    start, end = found.span("what")
    if (by := said.DONE_BY.search(plain, start, end)) is None:
        return Statement(Act.NEW_TASK, words=text.source(start, end))
    words = f"{text.source(start, by.start())} {text.source(by.end(), end)}".strip()
    people = text.people[-len(re.findall(r"z+", next(filter(None, by.groups())))) :]
    return Statement(Act.NEW_TASK, words=words, people=people, near=text.near, title=text.source(start, end))


def reminder(text: Text) -> Statement | None:
    """Read a reminder for oneself; its time may stand before it: "mañana a las 10 acuérdame de…"."""
    plain = text.plain.text
    found = said.REMINDS.match(plain)
    if found is None:
        found = said.REMINDS.search(plain)
        before = plain[: found.start()] if found else ""
        if found is None or not nothing_left(without(before, text.when(before).spans)):
            return None
        before = text.source(0, found.start()).strip(" ,.;")
        return Statement(Act.REMINDER, words=f"{without_links(text.source(found.end()))} {before}")
    words = without_links(text.source(found.end()))
    return Statement(Act.REMINDER, words=words) if re.search(r"\w", words) else None


def without_links(words: str) -> str:
    """Return what one is to be reminded of, without the words that join it: "de llamar", "to call"."""
    return said.LINKS.sub("", words).strip()


# An absence


def absence(text: Text) -> Statement | None:
    """Read that one will not be there on some days, today if one is ill; the other words are the reason."""
    plain = text.plain.text
    if other := cancelled_absence(text) or changed_absence(text):
        return other
    noun = None if text.people else said.DAYS_AWAY.match(plain)
    neither = said.NOT_ON_THEM.search(plain) if said.NEITHER.match(plain) else None
    away = said.ABSENT.search(plain) or noun or neither
    ill = said.ILL.search(plain) or (said.FAMILY_ILL.search(plain) if away else None)
    if (away is None and ill is None) or (said.OF_AN_EVENT.search(plain) and not ill):
        return None
    when = when_said(plain, text.moment, cache(lambda part: scan(part, DAYS_ONLY)))
    if away and said.FOR_HOURS.search(plain) and text.when(plain).hours:
        return Statement(Act.SOME_HOURS, text.original.strip())
    why = next((found for found in (away.groupdict().values() if away else ()) if found), "")
    if not when.days and not when.doubt and not ill and (not why or away is noun):
        return None
    rest = without(plain, when.spans)
    start = away.start() if away and away is not noun else 0
    parts = (rest[:start], rest[away.end() :]) if away else (rest,)
    if not ill and not all(map(is_reason, parts)):
        return None
    kept = f"{text.source(0, start)} {text.source(away.end())}" if away else text.original
    kept = " ".join(f"{'' if when.days or when.doubt else 'hoy '}{kept} {why}".split())
    kept = NEITHER.sub("", " ".join(NO_REASON.sub(" ", kept).split()).strip(" ,.;"))
    kept = OR_ON.sub(r"\1 ni ", kept) if away and NEGATED.search(away[0]) else kept
    return Statement(Act.ABSENCE, words=kept, asks=said.PERMITS.search(plain) is not None)


def until_back(text: Text) -> Statement | None:
    """Read that somebody is away until the day before they are back."""
    found = said.RETURNS.search(text.plain.text)
    if found is None:
        return None
    end, starts = found.start(), text.plain.starts
    before = replace(
        text, plain=Folded(text.plain.text[:end], starts[: end + 1]), original=text.original[: starts[end]]
    )
    away = whereabouts.their_absence(before) or absence(before)
    when = text.when(away.words) if away else None
    if away is None or when is None or when.days is None or away.act is not Act.ABSENCE:
        return None
    first = when.days.first
    back = when_said(found["on"], replace(text.moment, today=first), text.scans).days
    if back is None or back.first <= first:
        return None
    last = back.first - ONE_DAY
    words = f"{without(away.words, when.spans)} {first}" + (f" al {last}" if last > first else "")
    return replace(away, words=" ".join(words.split()))


def permission(text: Text) -> Statement | None:
    """Read an absence asked for as a permission: "¿puedo faltar el lunes?"."""
    return absence(text) if said.PERMITS.search(text.plain.text) else None


def cancelled_absence(text: Text) -> Statement | None:
    """Read that one will be there after all, or an order to cancel somebody's absence."""
    plain = text.plain.text
    plain = said.TAKEN_OFF.sub("", plain)
    if found := said.STAYS_AFTER_ALL.match(plain) or said.STAYS.match(plain):
        rest = found["days"] if "days" in found.re.groupindex else plain[found.end() :]
        stays = not text.people and is_of_days(text, rest)
        return Statement(Act.CANCEL_ABSENCE, days=text.when(rest).days) if stays else None
    verb = said.CANCELS.match(plain)
    absence = OWN_ABSENCE.match(plain, verb.end()) if verb else None
    rest = DAY_OF.sub("el ", plain[absence.end() :]) if absence else ""
    if absence is None or not is_of_days(text, rest):
        return None
    return Statement(Act.CANCEL_ABSENCE, people=text.people, near=text.near, days=text.when(rest).days)


def changed_absence(text: Text) -> Statement | None:
    """Read other days for an absence: "mis vacaciones mejor del 22 al 26", "mueve mi permiso del lunes al jueves"."""
    plain = text.plain.text
    verb = said.MOVES.match(plain) or said.RATHER.match(plain)
    absence = OWN_ABSENCE.match(plain, verb.end() if verb else beginnings(plain)[0])
    if absence is None:
        return None
    split = said.IS_NOW.search(plain, absence.end())
    ends = target(text, absence.end()) if verb and not split else None
    at = split or ends
    if at is None and not verb:
        return None
    before = plain[absence.end() : at.start()] if at else ""
    words = text.source(at.end() if at else absence.end()).strip(" .!")
    words = f"el {words}" if BARE_NUMBER.fullmatch(words) or (ends and ends[1] == "al") else words
    if not (text.when(words).days and is_of_days(text, words) and is_of_days(text, before)):
        return None
    words = f"{ends[1]} {words}" if ends and ends[1] in said.UNTIL else words
    old = text.when(before).days
    return Statement(Act.CHANGE_ABSENCE, words, people=text.people, near=text.near, days=old)


def is_of_days(text: Text, words: str) -> bool:
    """Return whether words say days, or nothing."""
    return nothing_left(without(words, text.when(words).spans))


HOW_FAR: Sequence[tuple[Wording, int]] = (
    *((said.PERCENTS, 0), (said.LEFT, 0), (said.HALVES, HALF_PERCENT), (said.REPORTS, DONE_PERCENT)),
    *((said.PERCENTS_BUT, 0), (said.REPORTS_BUT, DONE_PERCENT)),
)
"""Wordings, with the percentage that each says of a task; 0 where the sentence has the figure."""
READERS: Sequence[Callable[[Text], Statement | None]] = (
    *(
        day_step,
        withdrawn,
        task_orders.rename,
        reminders.own_reminders,
        reminder,
        export,
        given_task,
        new_task,
        quiet,
        lunch,
        zone,
        own_holidays,
        comment,
        messages.helper,
        messages.comment_after_task,
        messages.for_somebody,
        task_orders.order,
        task_orders.later,
        unclear_progress,
        report,
    ),
    *(
        task_orders.history,
        whereabouts.away_for_good,
        whereabouts.team_off,
        new_event,
        of_an_event,
        presence_at,
        all_of_somebodys,
        of_a_task,
        whereabouts.partly_there,
        whereabouts.elsewhere,
        whereabouts.back,
    ),
    *(until_back, whereabouts.their_absence, absence, search, wish),
)
READERS_OF_QUESTIONS: Sequence[Callable[[Text], Statement | None]] = (
    *(reminders.own_reminders, task_orders.history, presence_at, permission),
)
