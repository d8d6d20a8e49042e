"""Everything that reads what people write, and what repeats in texts that are hard to read."""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from core.base.calendar_time import Interval
from core.base.model import Language
from core.drafts import absence_drafts, event_drafts, spoken_orders
from core.language import spacing, zones
from core.language.accents import words_in
from core.language.holiday_calendars import calendar_named, places_in
from core.language.phrases import corrections, past_dates, past_days, periods, task_numbers
from core.language.phrases.day_report import read_ending, read_report
from core.language.phrases.folding import fold
from core.language.phrases.infinitives import in_infinitive
from core.language.phrases.model import DAYS_ONLY, EVENT, REPEATS, Kind, Moment
from core.language.phrases.reading import read, scan
from core.language.questions.reading import is_elsewhere, read_question, small_talk
from core.language.reader import acts
from core.language.reader.answers import objects
from core.language.reader.conditions import is_conditional
from core.language.reader.day_answers import read_day_answer, told_of_tasks
from core.language.reader.marks import marked
from core.language.reader.model import model
from core.language.reader.own_matters import (
    behind_receipt,
    denies_something_else,
    says_it_is_done,
    says_it_stays,
    says_unfinished,
    tells_own_matter,
)
from core.language.reader.pairs import halves
from core.language.reader.plans import hoped, is_plan, without_plans
from core.language.reader.reopening import read_reopening
from core.language.reader.reports import read_bare_report, read_tasks_report
from core.language.reader.short_answers import closes_unchanged, read_short_answer, says_goodbye
from core.language.reader.splits import said_again, split_said
from core.language.reader.titles import Titles
from core.language.statements.choice import chosen_places
from core.language.statements.hours_away import read_hours
from core.language.statements.reading import (
    begins_event,
    names_task,
    read_statement,
    said_of,
    task_meant,
)
from core.language.statements.reminders import read_reminder
from core.language.statements.wording import beginnings
from core.people import colleagues
from core.people.colleagues import Colleague
from core.records.drafts import AbsenceDraft
from core.work.search import recognised
from tests.cast import NOW

MOMENT = Moment.of(NOW, ZoneInfo("America/Mexico_City"), Language.ES)
TODAY = MOMENT.today
NAMES = {"ana": [2], "ana torres": [2], "luis": [3], "sofia": [7, 8], "sofia perez": [7]}
PEOPLE = [Colleague(2, "ana", "Ana Torres"), Colleague(3, "luis", "Luis Vega")]
TASKS = {12: "Contrato de la renta de mayo", 15: "Migrar la página", 18: "Factura de Luis"}
TITLES = Titles(TASKS)
AWAY = AbsenceDraft(user_id=2, first_day=TODAY, last_day=TODAY)
EVERYTHING = Kind(0)
for kind in Kind:
    EVERYTHING |= kind


def every_act(text: str) -> None:
    """Read a message by each intent, though it may have few of them."""
    heard = acts.Heard(text, MOMENT, NAMES, TITLES)
    for reads in acts.READERS.values():
        reads(heard)
    for reads in (acts.of_responsibles, acts.given_by_name, acts.ordered):
        reads(heard)


READERS: Mapping[str, Callable[[str], object]] = {
    "gaps": spacing.without_long_gaps,
    "spacing": spacing.single_spaced,
    "folding": fold,
    "words": words_in,
    "phrases, of an event": lambda text: event_drafts.with_hour_marked(text, read(text, MOMENT, EVENT | REPEATS)),
    "phrases, of days": lambda text: absence_drafts.said_apart(read(text, MOMENT, DAYS_ONLY)),
    "phrases, of everything": lambda text: read(text, MOMENT, EVERYTHING),
    "past date": lambda text: past_dates.by_grammar(fold(text).text, MOMENT),
    "past days": lambda text: past_days.past_days(text, Language.ES, TODAY),
    "period": lambda text: periods.calendar_period(text, TODAY),
    "period within": lambda text: periods.period_within(fold(text).text, TODAY),
    "numbers of tasks": task_numbers.in_digits,
    "report": lambda text: read_report(text, TASKS),
    "end of a day": read_ending,
    "beginning of a correction": corrections.without_beginning,
    "hour of a correction": corrections.at_that_hour,
    "order to put it on the calendar": corrections.calendar_said,
    "title in the infinitive": in_infinitive,
    "percentage of a correction": corrections.percent_meant,
    "who is away": absence_drafts.people_away,
    "whether a team is invited": event_drafts.invites_team,
    "length": event_drafts.length_words,
    "reminder": event_drafts.reminder_lead_words,
    "list of names": colleagues.names_apart,
    "names": lambda text: colleagues.mentioned_by_name(text, PEOPLE),
    "names nearly": lambda text: colleagues.nearly_mentioned(text, PEOPLE),
    "mentions": colleagues.MENTION.findall,
    "zone": lambda text: (zones.zones_named(text, NOW), zones.similar_zones(text)),
    "country of holidays": lambda text: (calendar_named(text, ["MX", "ES"]), calendar_named(places_in(text))),
    "searched words": lambda text: recognised(words_in(text) or ["x"]).together.search(text),
    "question": lambda text: read_question(text, MOMENT, NAMES),
    "small talk": small_talk,
    "what is elsewhere": is_elsewhere,
    "statement": lambda text: read_statement(text, MOMENT, NAMES),
    "beginning of an event": lambda text: begins_event(text, MOMENT),
    "order about it": lambda text: said_of(text, 12),
    "task instead": task_meant,
    "whether a task is named": names_task,
    "intents of a message": lambda text: model().probabilities(marked(text, MOMENT, NAMES)),
    "each act of a message": every_act,
    "report of tasks by their titles": lambda text: read_tasks_report(text, TITLES),
    "short answer": lambda text: read_short_answer(text, ("✅ Guardar", "↩ Reabrir y guardar")),
    "goodbye": says_goodbye,
    "answer to a prompt of the day": read_day_answer,
    "what is told of tasks": lambda text: told_of_tasks(text, TITLES),
    "closing as it was": closes_unchanged,
    "what a correction says to be": corrections.without_being,
    "condition": is_conditional,
    "hopes": hoped,
    "plans": lambda text: (without_plans(text), is_plan(text)),
    "objection": objects,
    "matters beside an answer": lambda text: (behind_receipt(text), denies_something_else(text), says_unfinished(text)),
    "that it is done or stays": lambda text: (says_it_is_done(text), says_it_stays(text)),
    "whether everybody is invited": lambda text: (
        event_drafts.without_adding(text),
        event_drafts.leaves_out_everybody(text),
    ),
    "other title": lambda text: (corrections.title_said(text), corrections.title_instead(text)),
    "what was done elsewhere": lambda text: tells_own_matter(text, MOMENT, NAMES),
    "report of no task": read_bare_report,
    "what is open again": read_reopening,
    "hours away": lambda text: read_hours(text, MOMENT, Interval(NOW, NOW + timedelta(hours=9))),
    "own reminder": lambda text: read_reminder(text, MOMENT),
    "parts of a task": lambda text: (said_again(text, 12), split_said(text, 0)),
    "two orders": lambda text: list(halves(text)),
    "order about a draft": lambda text: (spoken_orders.drops(text, AWAY), spoken_orders.saved_about(text, AWAY)),
    "choice": lambda text: chosen_places(text, list(TASKS.values()), ()),
}
KEPT = (fold, beginnings, scan)
"""The functions that cache their last texts."""

CHARACTERS = [*" \n\t\u00a0\u200b\u2028az9Ñ,.;:!?-–·/@#%&+<>_'\"«“(¿¡😀🔴", "\u0301", "\\"]
OF_TIME = [
    *("viernes ", "lunes y martes ", "15 de mayo ", "3/4 ", "2026-12-03 ", "del 3 al 7 ", "el 3 y el 5 ", "mayo "),
    *("a las 10 ", "10:00-", "1h ", "2 dias ", "y 3 semanas ", "cada lunes ", "10 veces ", "hasta el 4 ", "hoy "),
    *("mañana en la noche ", "antes de las 9 ", "en 3 días, ", "3, 4, 5 y ", "hora de tijuana ", "miercoles e "),
    *("mon and ", "tomorrow at 5 pm ", "next week ", "from the 3rd to the 5th ", "remind me 10 minutes before "),
    *("1 a 2 a ", "de 9 a ", "semana ", "últimos 7 días ", "desde ", "lunes o martes, ", "seven ", "fin de "),
]
OF_WORK = [
    *("1 70 ", "1 70 2 80 ", "12 rojo falta, ", "12 rojo, 3 x", ", 3 x", "\n12 70", "1, ", "1 y ", "la 12 ", "va "),
    *("y ", "la dejo ", "tarea ", ", enviar", ", y cierra el día", " y ya ", "ya va ", "como ", "im ", "ive ", "por "),
    *("deje ", "llevo ", "ochenta por ciento ", "la doce ", "muy ", "is ", "con todo el ", "todo el equipo ", "urge "),
    *("@ana ", "@ana, ", "con Luis ", "Luis y ", "Sofía Pérez, ", "con luiz ", "de @luis ", "para ", "quien ", "que "),
    *("no, ", "perdón, ", "mejor ", "solo el 1 y ", "menos ", "gracias ", "hola, ", "porfa ", "jaja ", "dile a luis "),
    *("recuérdame ", "¿", "cómo va ", "ponla en rojo ", "lista ", "12 a medias ", "half ", "done ", "al 50%, pero "),
]
OF_TITLES = [
    *("la factura ya quedó, ", "factura 40 y ", "contrato 50 página amarillo ", "contrato ", "contrato y ", "#12 "),
    *("lo otro igual, ", "contrato en rojo porque falta la firma\n", "migrar la página ", "no está ", "renta de la "),
    *("3 de 8 ", "contrato: falta el sello, ", "y algo más que decir, ", "menos la factura ", "la 15 y ", "muévela a "),
]
BEGINNINGS = ("contrato", "contrato 50", "12 rojo,", "junta con ", "la 3", "avance")
BEHIND = (" ", ",", ".", "\n", " ya va", "todo el ", "y ", "im ")


def texts() -> Sequence[tuple[str, str, str]]:
    """Texts, each as its beginning, what it repeats, and its end: characters, fragments, and some of these together."""
    fragments = [*CHARACTERS, *OF_TIME, *OF_WORK, *OF_TITLES]
    chance = random.Random(33)
    mixtures = ["".join(chance.sample(fragments, chance.randint(2, 5))) for _ in range(40)]
    begun = [(begin, part, "x") for begin in BEGINNINGS for part in BEHIND]
    return [*begun, *((begin, part, end) for begin, end in (("", ""), ("", "!\0")) for part in (*fragments, *mixtures))]
