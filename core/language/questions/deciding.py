"""The topics of a question, by what all its words say: a table of rules, of which the first that fits counts."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from core.base.calendar_time import Days
from core.language.questions.lexicon import Says
from core.language.questions.model import Topic, Who


class Said(Struct, frozen=True):
    """The meaning of a sentence: the concepts of its words, whether people are `named`, and its days.

    `asks`: it has the form of a question; `order`: the form of an order. The first of its days has `begun`, all of them
    are `past`, or they are `over` by the end of today.
    """

    says: frozenset[Says]
    named: bool
    days: Days | None
    hours: bool
    asks: bool
    begun: bool = False
    past: bool = False
    over: bool = False
    today: bool = False
    order: bool = False

    def has(self, *concepts: Says) -> bool:
        """Return whether all of these are said."""
        return self.says.issuperset(concepts)

    def any(self, *concepts: Says) -> bool:
        return not self.says.isdisjoint(concepts)

    @property
    def who(self) -> Who:
        if self.named:
            return Who.NAMED
        if self.any(Says.TEAM, Says.WHO):
            return Who.TEAM
        if self.any(Says.ME):
            return Who.ME
        return Who.TEAM if self.any(Says.WE) else Who.ANYBODY

    @property
    def far(self) -> bool:
        """True where other days than today are said."""
        return self.days is not None and not self.today

    @property
    def lacks(self) -> bool:
        return self.any(Says.LACK, Says.NOT)

    @property
    def of_others(self) -> bool:
        return self.who in (Who.NAMED, Who.TEAM)


SAYS_NOTHING = frozenset((Says.FILLER, Says.NAMES_NEXT, Says.GREETING, Says.THANKS, Says.AT, Says.BEING, Says.WAS))
Rule = tuple[Callable[[Said], bool], tuple[Topic, ...]]
HOW_TO = (Says.HOW, Says.WHERE, Says.CHANGE)
LIGHTS = (Says.RED, Says.ORANGE, Says.YELLOW, Says.GREEN)
STEPS = (Says.OPEN, Says.REPORT, Says.CLOSE)
"""The steps of a day."""
A_TASK = (Says.TASKS, Says.TASK)
AN_EVENT = (Says.EVENTS, Says.EVENT)
LISTS = (Says.TASKS, Says.LATE, Says.PLANNED, Says.REPEATED)
AWAY_OR_OFF = (Says.AWAY, Says.ABSENCE, Says.BACK, Says.OFF)
OTHER_THAN_AWAY = (*LIGHTS, *STEPS, *A_TASK, *AN_EVENT, Says.FREE, Says.BUSY, Says.DOING, Says.DUE, Says.LATE)
MORE_THAN_THERE = (*(set(OTHER_THAN_AWAY) - {Says.DOING}), *AWAY_OR_OFF, Says.WHAT, Says.NEXT, Says.MEET)
OWN_DAY = SAYS_NOTHING.union(STEPS, (Says.DAY, Says.ME))
"""Meanings of the words of "cerrar mi día", which has no others."""
OF_WHAT_IS_LEFT = SAYS_NOTHING.union((Says.HOW_MANY, Says.WHAT, Says.LACK, Says.ME, Says.DAY))
"""Meanings of the words of "¿cuánto me falta?" and "¿qué me falta?", which have no others."""
SETTINGS = frozenset(
    (
        *(Says.CHANGE, Says.MUTE, Says.ME, Says.NOTICES, Says.LANGUAGE, Says.ZONE, Says.COMMENT, Says.TOLD),
        *(Says.REQUEST, Says.WHAT, Says.HOW, Says.NOT, Says.CREATE, Says.SUBSCRIBE, Says.TOKEN, Says.EVENTS),
    )
)
"""Meanings of the words of an order about notices and other settings, which has no others: "apaga los comentarios"."""


def asks_how(said: Said, *about: Says) -> bool:
    """Return whether a sentence asks how or where something is done here."""
    return said.any(*about) and (said.any(Says.CHANGE) or (said.any(*HOW_TO) and said.any(Says.CREATE)))


def is_free(said: Said) -> bool:
    if said.any(Says.LATE, Says.RED):
        return False
    if said.any(Says.FREE, Says.BUSY):
        return not said.any(Says.TASKS) or said.any(Says.FREE)
    if said.any(Says.MEET) and said.any(Says.CAN, Says.WHEN, Says.WE) and not is_next_event(said):
        return True
    return (
        said.any(Says.CAN) and (said.hours or bool(said.days) or said.any(Says.WHEN)) and not said.any(*LISTS, Says.DUE)
    )


def is_away(said: Said) -> bool:
    if said.any(*AWAY_OR_OFF):
        return True
    if said.any(Says.HOLIDAY):
        return said.who is Who.NAMED or said.any(Says.WHO)
    return said.any(Says.NOT_HERE) and not said.any(*OTHER_THAN_AWAY)


def is_of_days_left(said: Said) -> bool:
    """Return whether a sentence asks how many days off are left to take."""
    return said.any(Says.HOW_MANY) and said.any(Says.AWAY, Says.ABSENCE, Says.OFF, Says.HOLIDAY) and not said.days


def is_present(said: Said) -> bool:
    """Return whether a sentence is about who will be there: "quién viene mañana", "is Ana in today"."""
    if said.past or not said.of_others or said.any(*MORE_THAN_THERE):
        return False
    if said.any(Says.PRESENT, Says.WORKS):
        return not said.any(Says.DID, Says.HOW)
    if said.any(Says.DOING, Says.DID):
        return said.days is not None and said.any(Says.BEING)
    nothing_else = said.says - SAYS_NOTHING <= {Says.WHO, Says.TEAM, Says.WHETHER}
    return nothing_else and said.days is not None and not said.hours and said.any(Says.AT, Says.BEING)


def is_missing(said: Said) -> bool:
    """Return whether a sentence is about who will not be there: "quién falta mañana", "Luis falta mañana"."""
    if not said.any(Says.LACK) or said.past or said.any(Says.WHAT):
        return False
    return (said.who is Who.TEAM and said.far) or (said.named and said.days is not None)


def is_public_holiday(said: Said) -> bool:
    if said.any(Says.HOLIDAY):
        return not said.any(Says.ABSENCE)
    return said.any(Says.WORK_AT_ALL) and not said.of_others


def is_opening(said: Said) -> bool:
    return said.any(Says.OPEN) and not said.any(*LISTS, Says.TASK, Says.DUE, Says.EVENTS) and not is_of_open_tasks(said)


def is_of_open_tasks(said: Said) -> bool:
    """Return whether a sentence asks which tasks are open, rather than who opened a day."""
    listed = said.has(Says.OPEN, Says.WHAT) or said.has(Says.OPEN, Says.HOW_MANY, Says.ME)
    return listed and not said.any(Says.WHO, Says.DAY, Says.LACK, Says.NOT, Says.FREE)


def needs_help(said: Said) -> bool:
    """Return whether a sentence asks who needs help, rather than for help here."""
    return said.any(Says.HELP) and said.of_others and said.asks and not said.any(*LISTS, Says.TASK, Says.ME, Says.WE)


def closes_tasks(said: Said) -> bool:
    if said.any(Says.DAY) and not said.any(*A_TASK):
        return False
    return said.any(Says.CLOSE) and (said.any(Says.TASKS) or (said.any(Says.WHAT) and not said.any(Says.WHO)))


def is_closing(said: Said) -> bool:
    return said.any(Says.CLOSE) and not said.any(Says.DUE, *AN_EVENT)


def is_reporting(said: Said) -> bool:
    return said.any(Says.REPORT) and not said.any(Says.HOW)


def is_next_event(said: Said) -> bool:
    if said.any(*A_TASK, Says.DUE):
        return False
    if said.any(*AN_EVENT):
        return said.any(Says.NEXT, Says.PRESENT) or (said.any(Says.WHEN) and not said.days)
    return said.any(Says.NEXT) and (not said.named or (said.any(Says.MEET) and not said.any(Says.CAN)))


def is_wanted_report(said: Said) -> bool:
    """Return whether a sentence asks for the report of some days: "dame el reporte de la semana pasada"."""
    if not said.any(Says.NOUN) or said.lacks or said.named or said.any(Says.WHAT, Says.WHO, Says.WHETHER, Says.GOES):
        return False
    return (said.any(Says.REQUEST) and not said.today) or says_only_report(said)


def says_only_report(said: Said) -> bool:
    return said.over and said.far and said.says - SAYS_NOTHING <= {Says.REPORT, Says.NOUN, Says.TEAM, Says.ME, Says.DAY}


def is_about_notices(said: Said) -> bool:
    """Return whether a sentence is about the notices that one gets and when, rather than about those that were sent."""
    if said.any(Says.MUTE) and said.any(Says.NOTICES, Says.COMMENT, Says.SUMMARY):
        return True
    return said.any(Says.NOTICES) and not said.named and (said.asks or said.any(Says.CHANGE, *HOW_TO))


def asks_what_was_told(said: Said) -> bool:
    """Return whether a sentence asks what was sent; "when do you send me reminders" asks when that is done."""
    return said.any(Says.TOLD) and not (said.any(Says.WHEN) and not said.any(Says.WHETHER))


def is_todays_work(said: Said) -> bool:
    """Return whether a sentence asks what the asker has to do on a day."""
    if said.past or said.days is None or said.days.first != said.days.last or said.any(Says.GOES):
        return False
    if said.named or (said.of_others and not said.any(Says.WE)):
        return False
    return said.any(Says.TO_DO) or (said.today and said.any(*A_TASK))


def is_workload(said: Said) -> bool:
    """Return whether a sentence asks how much people have in hand, rather than what they do on a day."""
    if said.past or said.any(Says.DID, Says.CLOSE, *LIGHTS, *STEPS):
        return False
    if said.any(Says.LOAD):
        return not ((said.any(Says.DOING) and said.days) or (said.who is Who.ME and said.today))
    return said.any(Says.EACH) and said.any(Says.HAVE, Says.HOW_MANY, Says.TASKS)


def is_log(said: Said) -> bool:
    if said.any(Says.DAY) and said.past:
        return True
    return said.any(Says.DID, Says.DOING) or (said.any(Says.WORKS, Says.REPORT) and said.any(Says.WHAT))


def asks_who_that_is(said: Said) -> bool:
    return said.any(Says.LEADER) or (said.named and said.says - SAYS_NOTHING == {Says.WHO} and said.days is None)


def is_own_plan(said: Said) -> bool:
    if (said.of_others and not said.any(Says.WE)) or said.any(Says.GOES) or (said.past and said.any(Says.HOW)):
        return False
    return said.any(Says.HAVE) or (
        said.any(Says.WHAT, Says.WHEN, Says.WHETHER, Says.HOW, Says.REQUEST) and bool(said.days) and said.asks
    )


def is_of_a_meeting(said: Said) -> bool:
    """Return whether a sentence asks at once what was done, what is stuck and what is next."""
    return said.any(Says.CLOSE, Says.DID) and said.any(Says.RED, Says.LATE) and said.any(Says.NEXT, Says.LACK)


RULES: Sequence[Rule] = (
    (is_of_a_meeting, (Topic.MEETING,)),
    (asks_who_that_is, (Topic.WHO_IS,)),
    (lambda said: asks_how(said, Says.LANGUAGE) or said.has(Says.LANGUAGE, Says.WHAT), (Topic.HELP_LANGUAGE,)),
    (lambda said: is_about_notices(said) and not asks_what_was_told(said), (Topic.HELP_NOTICES,)),
    (lambda said: asks_how(said, Says.ZONE) or said.has(Says.ZONE, Says.WHAT), (Topic.HELP_ZONE,)),
    (lambda said: said.any(Says.NEWS) and said.of_others, (Topic.PROGRESS,)),
    (lambda said: said.any(Says.TOLD, Says.NEWS), (Topic.LEDGER,)),
    (lambda said: said.any(Says.SUBSCRIBE), (Topic.HELP_CALENDAR,)),
    (lambda said: said.any(Says.TOKEN) and (said.any(*HOW_TO) or said.asks), (Topic.HELP_API,)),
    (
        lambda said: asks_how(said, Says.COMMENT) or (said.any(Says.HOW, Says.WHERE) and said.any(Says.COMMENT)),
        (Topic.HELP_COMMENT,),
    ),
    (lambda said: said.has(Says.HOLIDAY, Says.CHANGE, Says.ME), (Topic.HELP_HOLIDAYS,)),
    (lambda said: asks_how(said, Says.AWAY, Says.ABSENCE, Says.OFF, Says.HOLIDAY), (Topic.HELP_ABSENCE,)),
    (lambda said: asks_how(said, *AN_EVENT), (Topic.HELP_EVENT,)),
    (lambda said: said.any(Says.CREATE) and asks_how(said, *A_TASK), (Topic.HELP_TASK,)),
    (
        lambda said: (
            (said.any(Says.WHERE) or (said.any(Says.HOW) and not said.of_others))
            and said.any(*STEPS)
            and not said.any(Says.TASKS)
        ),
        (Topic.HELP_DAY,),
    ),
    (lambda said: said.any(Says.BIRTHDAY), (Topic.BIRTHDAYS,)),
    (lambda said: said.any(Says.WE) and said.any(Says.WORK_AT_ALL), (Topic.HOLIDAYS,)),
    (is_of_days_left, (Topic.DAYS_LEFT,)),
    (is_away, (Topic.AWAY,)),
    (is_present, (Topic.PRESENT,)),
    (is_public_holiday, (Topic.HOLIDAYS,)),
    (lambda said: is_opening(said) and said.lacks, (Topic.NOT_OPENED,)),
    (lambda said: is_opening(said) and not is_free(said), (Topic.OPENED,)),
    (lambda said: said.any(Says.RED, Says.ORANGE) or needs_help(said), (Topic.RED,)),
    (is_workload, (Topic.WORKLOAD,)),
    (is_free, (Topic.FREE,)),
    (lambda said: said.any(Says.YELLOW), (Topic.YELLOW,)),
    (lambda said: said.any(Says.GREEN), (Topic.GREEN,)),
    (lambda said: closes_tasks(said) and not said.lacks, (Topic.TASKS_CLOSED,)),
    (lambda said: said.any(*A_TASK) and said.any(Says.CLOSE) and said.lacks, (Topic.TASKS,)),
    (is_wanted_report, (Topic.SUMMARY,)),
    (lambda said: is_reporting(said) and said.lacks, (Topic.NOT_REPORTED,)),
    (lambda said: is_reporting(said) and not said.any(Says.GOES, Says.WHAT, Says.SUMMARY), (Topic.REPORTED,)),
    (lambda said: is_closing(said) and said.lacks and said.any(Says.WHAT) and not said.any(Says.WHO), (Topic.TASKS,)),
    (lambda said: is_closing(said) and said.lacks, (Topic.NOT_CLOSED,)),
    (is_closing, (Topic.CLOSED,)),
    (lambda said: said.any(Says.LATE) or (said.any(Says.DUE) and said.past), (Topic.TASKS_LATE,)),
    (lambda said: said.any(Says.DUE), (Topic.DUE,)),
    (lambda said: said.any(Says.PLANNED), (Topic.TASKS_PLANNED,)),
    (lambda said: said.any(Says.REPEATED), (Topic.TASKS_REPEATED,)),
    (is_todays_work, (Topic.PLAN,)),
    (
        lambda said: said.any(Says.LACK) and said.any(Says.HOW_MANY, Says.ME) and said.says <= OF_WHAT_IS_LEFT,
        (Topic.PLAN,),
    ),
    (lambda said: said.any(*A_TASK) and bool(said.days) and not said.past and not said.any(Says.GOES), (Topic.DUE,)),
    (lambda said: said.any(Says.TASKS) or is_of_open_tasks(said), (Topic.TASKS,)),
    (lambda said: said.any(Says.SUMMARY) and said.named, (Topic.PROGRESS,)),
    (lambda said: said.any(Says.SUMMARY), (Topic.SUMMARY,)),
    (lambda said: said.any(Says.HISTORY), (Topic.HISTORY,)),
    (is_next_event, (Topic.NEXT_EVENT,)),
    (lambda said: said.any(*AN_EVENT) and said.named, (Topic.FREE,)),
    (lambda said: said.any(*AN_EVENT), (Topic.AGENDA,)),
    (lambda said: said.any(Says.TASK), (Topic.TASKS,)),
    (is_log, (Topic.LOG,)),
    (is_missing, (Topic.AWAY,)),
    (lambda said: said.any(Says.LACK) and said.who is Who.TEAM, (Topic.NOT_OPENED, Topic.AWAY)),
    (lambda said: said.any(Says.HAVE) and said.named and said.days is None, (Topic.TASKS,)),
    (lambda said: said.any(Says.HAVE) and said.named, (Topic.LOG, Topic.TASKS, Topic.FREE)),
    (
        lambda said: said.any(Says.HAVE) and said.any(Says.WHO, Says.TEAM) and not said.any(Says.WE),
        (Topic.PROGRESS, Topic.TASKS),
    ),
    (is_own_plan, (Topic.PLAN,)),
    (
        lambda said: said.any(Says.GOES, Says.HOW, Says.REPORT) and (said.who is not Who.ANYBODY or said.begun),
        (Topic.PROGRESS,),
    ),
    (lambda said: said.has(Says.WHO, Says.TEAM) or said.has(Says.REQUEST, Says.TEAM), (Topic.PROGRESS,)),
    (lambda said: said.any(Says.TEAM) and said.says - SAYS_NOTHING <= {Says.TEAM}, (Topic.PROGRESS,)),
    (lambda said: said.any(Says.HELP), (Topic.HELP,)),
    (lambda said: said.any(Says.DAY) and (said.any(Says.REQUEST, Says.WHAT, Says.HOW)), (Topic.PROGRESS,)),
    (lambda said: said.named and not said.hours, (Topic.LOG, Topic.TASKS, Topic.FREE)),
    (lambda said: bool(said.days) and not said.says - SAYS_NOTHING, (Topic.PLAN, Topic.LOG)),
)


def topics(said: Said) -> tuple[Topic, ...]:
    """Return the topic of a sentence, several where it may be any of them, none where nothing here answers it."""
    return next((found for fits, found in RULES if fits(said)), ())


ELLIPSES: Sequence[Callable[[Said], bool]] = (
    lambda said: bool(said.days) and not (said.says - SAYS_NOTHING or said.named or said.hours),
    lambda said: said.any(*LISTS, Says.RED, Says.SUMMARY, Says.HISTORY, Says.HOLIDAY, Says.HELP),
    lambda said: said.any(Says.EVENTS) and not said.hours,
    lambda said: said.any(Says.EVENT) and said.any(Says.NEXT) and not said.hours,
    lambda said: said.says - SAYS_NOTHING == {Says.NEXT} and said.days is None and not said.named,
    lambda said: said.any(Says.BIRTHDAY) and (said.days is None or said.days.first != said.days.last),
    lambda said: is_present(said) and (said.days is not None or said.any(Says.WHO)),
    lambda said: said.any(*AWAY_OR_OFF, Says.NOT_HERE) and (said.who is not Who.ANYBODY),
    lambda said: (
        said.any(*STEPS)
        and (said.any(Says.DAY, Says.LACK) or (said.who is not Who.ANYBODY and not said.any(Says.NOUN)))
    ),
    lambda said: said.named and is_missing(said) and said.says - SAYS_NOTHING <= {Says.LACK},
    lambda said: said.any(Says.FREE, Says.BUSY) and said.who is not Who.ANYBODY,
    lambda said: said.has(Says.CAN, Says.WE) or (said.any(Says.CAN) and said.named and (bool(said.days) or said.hours)),
    lambda said: said.any(Says.GOES, Says.DOING, Says.HAVE) and said.who is not Who.ANYBODY,
    lambda said: said.any(Says.TEAM) and not said.any(Says.EVENT, Says.TASK, Says.MEET, Says.CREATE, Says.NOUN),
    lambda said: said.any(Says.DUE) and said.who is not Who.ANYBODY,
    lambda said: said.any(Says.WORK_AT_ALL) and bool(said.days),
)
"""Questions without the form of one; any that fits is enough."""


def stands_alone(said: Said) -> bool:
    """Return whether words without the form of a question are one: "mis tareas", "rojos del equipo", "Ana ya cerró"."""
    if said.says - SAYS_NOTHING <= SETTINGS and said.any(
        Says.CHANGE, Says.MUTE, Says.CREATE, Says.SUBSCRIBE, Says.TOKEN
    ):
        about = said.any(Says.NOTICES, Says.LANGUAGE, Says.ZONE, Says.SUBSCRIBE, Says.TOKEN)
        return about or said.has(Says.MUTE, Says.COMMENT)
    if is_wanted_report(said) and says_only_report(said):
        return True
    if said.order:
        return said.any(*STEPS) and said.any(Says.DAY) and said.says <= OWN_DAY
    return not said.any(Says.CREATE, Says.CHANGE) and any(fits(said) for fits in ELLIPSES)
