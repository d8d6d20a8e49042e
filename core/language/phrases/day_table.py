"""The phrases that say days. To add one, write it beside those that mean the same, as `vocabulary` describes.

At one place in a text the longest phrase wins, and of two equally long ones the upper. Any phrase may follow one of the
`MARKERS`, such as "para" or "by".
"""

from core.language.phrases import days as means
from core.language.phrases.arithmetic import a_weekend
from core.language.phrases.days import (
    as_whole_text,
    day,
    day_in_month,
    from_day_to,
    in_days,
    reckoned,
    whole_month,
)
from core.language.phrases.model import Confidence, DoubtReason, GrammarRule
from core.language.phrases.vocabulary import WEEKDAYS as WEEKDAY_NAMES
from core.language.phrases.vocabulary import always, one_of

FIRM, LOOSE, EDGE, FAINT = Confidence.FIRM, Confidence.LOOSE, Confidence.EDGE, Confidence.FAINT

NOT_DATES = (
    day(
        FIRM,
        means.no_day,
        "viernes santo|domingo de (?:ramos|pascua|resurreccion)|miercoles de ceniza|sabado de gloria|viernes negro",
        "black friday|cyber monday|good friday|easter (?:sunday|monday)|ash wednesday|palm sunday|casual fridays?",
    ),
    day(
        FIRM,
        always(DoubtReason.VAGUE),
        "(?:a )?(?:principios|inicios|primeros|mediados|mitad) de(?:l)?"
        " (?:{monthname}|mes|ano|{nextmonth}|(?:la )?semana)",
        "(?:the )?(?:beginning|start|middle) of (?:{monthname}|(?:the |next |this )?(?:month|week|year))",
        "mid[- ]{monthname}",
        "(?:dentro de|en|in|within) {count} (?:dias? (?:habil(?:es)?|laborales|laborables)|(?:business|working) days?)",
        "{count} (?:dias?|semanas?) (?:desde|a partir de)|{counted} starting",
        "(?:el )?(?:ano (?:que (?:viene|entra)|proximo|entrante)|proximo ano)|next year",
        "(?:este|proximo|next|this) (?:trimestre|quarter)",
        "(?:el |este )?(?:fin de semana|finde) del (?:dia )?{dd}",
        "(?:el )?otro {weekday}",
        "(?:dentro de|en) {count} {unit} y medi[oa]",
        "(?:dentro de|en) {unit} y medio",
        "(?:dentro de|en|in) {count} {weekday}s?",
    ),
    day(FIRM, always(DoubtReason.VAGUE), "(?:dentro de|en|in) [0-9]{1,3} ?(?:o|u|or|a|to|-) ?{count} {unit}"),
    day(FIRM, means.two_days, "(?:el |los dias |del? )?{from} (?P<link>o|u|y|ni) (?:el )?{to} de {month}{ofyear}"),
    day(
        FIRM,
        means.two_days,
        "(?:on )?{month} {from} (?P<link>or|and|&) {to}{ofyear}",
        "(?:on )?(?:the )?{from} (?P<link>or|and) (?:the )?{to} (?:of )?{month}{ofyear}",
    ),
    day(
        LOOSE,
        means.two_days,
        "(?:el (?:dia )?|(?:los )?dias )?{from} (?P<link>o|u|y|e|&) (?:el )?{to} {month}{ofyear}",
        "(?:el )?{month} {from} (?P<link>o|u|y|e) {to}{ofyear}",
    ),
    day(
        LOOSE,
        means.two_weekdays,
        f"{{weekday}} (?P<link>o|y|e|ni|or|and|nor) (?:el |on )?(?P<second>{one_of(WEEKDAY_NAMES)})",
    ),
)
NEAR_TODAY = (
    day(FIRM, in_days(0), "hoy(?: mismo)?", "today", "(?:al )?{endofday}(?: today)?"),
    day(FIRM, in_days(1), "(?<!la )(?<!una )(?<!cada )(?<!media )(?:el dia de )?manana(?: mismo)?", "tomorrow|tmrw"),
    day(FIRM, in_days(1), "{endofday} tomorrow", "tomorrow {endofday}", "(?:al )?{endofday} de manana"),
    day(FIRM, in_days(2), "pasado manana", "(?:the )?day after tomorrow"),
    day(FIRM, in_days(-2), "antier|anteayer|antes de ayer", "(?:the )?day before yesterday"),
    day(FIRM, in_days(-1), "ayer", "yesterday"),
    day(FIRM, from_day_to(0, 1), "hoy (?:y|ni) manana", "today and tomorrow"),
    day(FIRM, from_day_to(1, 2), "manana (?:y|ni) pasado(?: manana)?", "tomorrow and the day after(?: tomorrow)?"),
    day(FIRM, means.part_today, "(?:hoy )?(?<!no )(?<!quien )esta {part}", "this {part}", "tonight"),
    day(FIRM, in_days(14), "(?:de )?hoy en (?:quince|15)(?: dias)?", "two weeks from today"),
    day(FIRM, means.now, "ahorita(?: mismo)?|ahora mismo|right now"),
    day(EDGE, means.now, "(?:ahora|now)(?=[.!]?$)"),
    day(FIRM, means.first_thing(0), "a primera hora de hoy", "first thing today"),
    day(FIRM, means.first_thing(1), "a primera hora de manana", "first thing tomorrow(?: morning)?"),
    day(FIRM, in_days(7), "(?:de )?hoy en (?:ocho|8)(?: dias)?", "a week (?:from )?today|a week from now"),
    day(FIRM, in_days(15), "(?:de )?manana en (?:quince|15)(?: dias)?"),
    day(FIRM, in_days(8), "(?:de )?manana en (?:ocho|8)(?: dias)?", "a week (?:from )?tomorrow"),
)
WEEKDAYS = (
    day(
        FIRM,
        means.next_weekday,
        "(?:el )?(?:proximo|siguiente|entrante) {weekday}",
        "(?:el )?(?:proximo|siguiente) {wd}",
        "(?:the )?(?:next|coming|following) {weekday}",
    ),
    day(
        FIRM,
        means.next_weekday,
        "(?:el |este )?{weekday} (?:proximo|siguiente|que viene|que entra|entrante)",
        "(?:el |este )?{wd} (?:proximo|siguiente|que viene|que entra|entrante)",
        "(?:the )?next {wd}",
    ),
    day(FIRM, means.this_weekday, "este (?:mismo )?{weekday}", "this (?:coming )?{weekday}", "(?:este|this) {wd}"),
    day(FIRM, means.weekday, "el (?:dia )?{weekday}", "(?:el|on) {wd}"),
    day(LOOSE, means.weekday, "{weekday}"),
    day(FIRM, means.weekday, "{endofday} (?:on )?{weekday}", "(?:el |on )?{weekday} {endofday}"),
    day(FIRM, means.weekday, "{endofday} (?:on )?{wd}", "(?:el |on )?{wd} {endofday}"),
    day(EDGE, means.weekday, "{clear_wd}"),
    day(FAINT, means.weekday, "{wd}"),
    day(FIRM, means.last_weekday, "(?:el |este )?{weekday} pasado", "(?:el )?pasado {weekday}", "last {weekday}"),
    day(FIRM, means.of_next_week, "(?:el )?{weekday} de {nextweek}", "{nextweek} el {weekday}"),
    day(FIRM, means.of_next_week, "{weekday} (?:of )?next week", "next week,? (?:on )?{weekday}"),
    day(FIRM, means.of_this_week, "(?:el )?{weekday} de esta semana", "{weekday} (?:of )?this week"),
    day(
        FIRM,
        means.nth_weekday,
        "(?:el )?{nth_weekday} (?:(?P<next>del? {nextmonth})|de {month}{ofyear}|del mes|de este mes)",
        "(?:the )?{nth_weekday} (?:of|in) (?:(?P<next>next month)|{month}{ofyear}|(?:the|this) month)",
    ),
    day(FIRM, means.weeks_after_weekday, "{count} weeks from {weekday}"),
    day(
        FIRM,
        means.weeks_after_weekday,
        "(?:(?:de |del |el |este )|de este )?{weekday} en (?:ocho|8|(?P<fortnight>quince|15))(?: dias)?",
        "a week (?:from|on) {weekday}",
        "(?:on )?{weekday} week",
    ),
    day(
        FIRM,
        means.weekday_and_day,
        "(?:el |este |on )?(?:proximo )?{weekday},? (?:dia )?{dd}{notmonth}",
        "{weekday},? (?:the )?{nth}{notmonth}",
    ),
    day(LOOSE, means.weekday_and_day, "(?:el |on )?{wd} {dd}{notmonth}"),
    day(FIRM, means.tuesday_of_month, "(?:el )?mar\\.?,? {day}(?: de |[ /-]){month}{ofyear}"),
)
WEEKS_AND_MONTHS = (
    day(
        FIRM,
        reckoned(a_weekend, 0),
        "(?:el |este )?(?:fin de semana|finde)(?! del (?:dia )?[0-9])|este fin(?! de)",
        "(?:the |this )?weekend",
    ),
    day(FIRM, reckoned(a_weekend, 1), "(?:el )?proximo (?:fin de semana|finde|fin(?! de))", "next weekend"),
    day(FIRM, reckoned(a_weekend, 1), "(?:el )?(?:fin de semana|finde) (?:que viene|proximo|que entra|entrante)"),
    day(
        FIRM,
        means.next_week,
        "(?:toda )?{nextweek}",
        "(?:all |(?:all|the whole) of )?(?:the )?(?:next|coming) week",
    ),
    day(
        FIRM,
        means.this_week,
        "(?:toda )?esta semana|toda la semana|(?:el )?resto de la semana",
        "(?:this|the) whole week|this week|all week|(?:the )?rest of the week",
    ),
    day(FIRM, means.end_of_week, "(?:a |el )?(?:fin(?:es)?|final(?:es)?) de (?:la|esta) semana|a finales de semana"),
    day(FIRM, means.end_of_next_week, "(?:a |el )?(?:fin(?:es)?|final(?:es)?) de {nextweek}"),
    day(FIRM, means.end_of_next_week, "(?:at )?(?:the )?end of (?:the )?next week"),
    day(FIRM, means.end_of_week, "(?:the )?end of (?:the |this )?week|eow"),
    day(FIRM, whole_month(0), "este mes", "this month"),
    day(FIRM, whole_month(1), "{nextmonth}", "next month"),
    day(
        FIRM,
        means.end_of_month,
        "(?:a |el |este )?(?:fin|fines|final|finales) de(?:l| este)? mes|el ultimo (?:dia )?del? mes",
        "(?:a |el )?(?:fin|fines|final|finales) de {monthname}{ofyear}",
        "(?:at )?(?:the )?end of (?:(?:the |this )?month|{monthname}{ofyear})|month[- ]end|eom",
    ),
    day(FIRM, means.end_of_next_month, "(?:a |el )?(?:fin|fines|final|finales) del? {nextmonth}"),
    day(FIRM, means.end_of_next_month, "(?:at )?(?:the )?end of next month"),
    day(
        FIRM,
        means.end_of_year,
        "(?:a |el |este )?(?:fin|fines|final|finales) de(?:l| este)? ano",
        "end of (?:the )?year|eoy",
    ),
)
COUNTED = (
    day(FIRM, means.counted(1), "(?:dentro de|en|de a(?:qui|ca) a) {count} {unit}", "(?:in|within) {count} {unit}"),
    day(FIRM, means.counted(1), "{count} {unit} from (?:now|today)"),
    day(FIRM, means.counted(-1), "hace {count} {unit}", "{count} {unit} ago"),
    day(FIRM, means.by_dateparser, "(?:dentro de|en|in) {counted}(?:,? (?:y |and )?{counted}){1,5}"),
    day(
        FIRM, means.by_dateparser, "(?:hace )?{counted}(?:,? (?:y |and )?{counted}){1,5}(?: from now| from today| ago)"
    ),
    day(FIRM, means.in_minutes, "(?:dentro de|en|in) {duration}", "{duration} from now"),
)
DATES = (
    day(FIRM, means.iso, "{yyyy}(?P<mark>[/-])(?P<month>[0-9]{2})(?P=mark)(?P<day>[0-9]{2})"),
    day(FIRM, means.in_figures, "(?:el |on )?(?P<day>[0-9]{1,2})/(?P<month>[0-9]{1,2})/{year}"),
    day(FIRM, means.in_figures, "(?:el |on )?(?P<day>[0-9]{1,2})(?P<mark>[.-])(?P<month>[0-9]{1,2})(?P=mark){yyyy}"),
    day(FAINT, means.in_figures, "(?P<day>[0-9]{1,2})(?P<mark>[.-])(?P<month>[0-9]{1,2})(?P=mark){year}"),
    day(FIRM, means.in_figures, "(?:el|on) (?P<day>[0-9]{1,2})/(?P<month>[0-9]{1,2})"),
    day(LOOSE, means.in_figures, "(?P<day>[0-9]{2})/(?P<month>[0-9]{2})"),
    day(FAINT, means.in_figures, "(?P<day>[0-9]{1,2})/(?P<month>[0-9]{1,2})"),
    day(FIRM, means.named_month, "(?:el )?{day} de {month}(?:,? del? {notanhour}{year})?"),
    day(FIRM, means.named_month, "(?:el )?{day} de {month},? {yyyy}", "(?:el )?{dayword} de {month}{ofyear}"),
    day(FIRM, means.named_month, "(?:on )?(?:the )?{nth} (?:of )?{month}{ofyear}"),
    day(FIRM, means.named_month, "(?:el )?{day}[ /-]{month}[ /-](?:del? )?{yyyy}", "{month} {day},? (?:del? )?{yyyy}"),
    day(FIRM, means.named_month, "{month} (?:the )?{nth}{ofyear}", "(?:el|on) {day} {month}"),
    day(LOOSE, means.named_month, "(?:el )?{day}[ /-]{month}", "(?:el |on )?{month} {dd}"),
    day(FIRM, means.numbered_day, "el dia {dd}", "el dia {spelt}{notmonth}"),
    day(EDGE, means.numbered_day, "el {spelt}{notmonth}(?! de )"),
    day(
        EDGE,
        means.numbered_day,
        "el {dd}",
        "(?:on )?the {nth}",
        "el {nth}",
        "(?:(?<=antes del )|(?<=partir del ))(?:dia )?{dd}",
    ),
    day(FIRM, means.numbered_day, "(?<=del ){dd}(?= (?:a|hasta) (?:hoy|ayer|antier|anteayer)\\b)"),
    day(FAINT, means.numbered_day, "{nth}"),
    day(
        FIRM,
        day_in_month(0),
        "el (?:dia )?{dd} (?:de este mes|del mes (?:en curso|actual)|del (?:presente|corriente)(?: mes)?)",
        "el (?:dia )?{dd} de los corrientes",
        "the {nth} of this month",
    ),
    day(FIRM, day_in_month(1), "el (?:dia )?{dd} del? {nextmonth}", "the {nth} of next month"),
    day(FIRM, means.no_day, "(?:en |in )?{monthname}"),
    day(FIRM, means.feast, "(?:la |el )?{feast}"),
    day(FIRM, means.payday, "(?:(?P<on>en|(?:el )?dia de) )?(?:(?:la |esta )?quincena)"),
)
WITH_A_DASH = (
    day(FIRM, means.with_dash, "(?:el|on) (?P<day>[0-9]{1,2})-(?P<month>[0-9]{1,2})"),
    day(EDGE, means.with_dash, "(?P<day>[0-9]{2})-(?P<month>[0-9]{2})"),
    day(FAINT, means.with_dash, "(?P<day>[0-9]{1,2})-(?P<month>[0-9]{1,2})"),
)
RANGES = (
    day(FIRM, means.from_to, "(?:del?|desde el) {from} (?:al|hasta el) {to}", "entre el {from} y el {to}"),
    day(
        FIRM,
        means.from_to,
        "(?:del? |desde el |el |entre el )?{from} (?:al?|hasta el|y el) {to} de {month}(?: del? {notanhour}{year})?",
        "(?:del? |desde el |el |entre el )?{from} (?:al?|hasta el|y el) {to} de {month},? {yyyy}",
    ),
    day(
        FIRM,
        means.from_to,
        "(?:from )?the {from} (?:to|until|through) the {to}(?: of {month}{ofyear})?",
        "el {from} al {to}",
    ),
    day(
        FIRM,
        means.from_to,
        "(?:from )?{month} {from} ?(?:-|to|through) ?{to}{ofyear}",
        "(?:del? )?{from} ?- ?{to} (?:de )?{month}{ofyear}",
    ),
    day(FIRM, means.from_to, "from {from} to {to} (?:of )?{month}{ofyear}", "between the {from} and the {to}"),
    day(FIRM, means.from_to, "(?:del? )?{dayword} al? {lastword} de {month}(?: del? {yyyy})?"),
    day(FIRM, means.days_in_a_row, "(?:el |los dias |del? )?{list} (?:y|e) (?:el )?{to} de {month}{ofyear}"),
    day(FIRM, means.days_in_a_row, "(?:on )?{month} {list},? (?:and|&) {to}{ofyear}"),
    day(
        LOOSE,
        means.days_in_a_row,
        "(?:el (?:dia )?|(?:los )?dias )?{list},? (?:y|e|and|&) (?:el )?{to} {month}{ofyear}",
    ),
    day(FIRM, means.from_to, "(?:del? |desde el |el )?{from} (?:al|hasta el) {to}[/-](?P<month>1[0-2]|0?[1-9])"),
    day(FIRM, means.from_month_to, "(?:del? |el |desde el )?{day} de {month} (?:al|hasta el) {to}{notmonth}"),
    day(FIRM, means.from_to_next_month, "(?:del? |desde el |el )?{from} (?:al|hasta el) {to} del? {nextmonth}"),
    day(FAINT, means.from_to_in_figures, "(?:from |de )?{from} ?(?:-|al?|to) ?{to}"),
)
WHERE_ONLY_DAYS_ARE_SOUGHT = (
    day(
        EDGE, means.two_days, "(?:el(?: dia)?|(?:los )?dias) {from} (?P<link>o|u|y|e|ni|&) (?:el )?{lastday}{notmonth}"
    ),
    day(EDGE, means.two_days, "(?:on )?the {from} (?P<link>or|and|&) (?:the )?{lastday}{notmonth}"),
    day(EDGE, means.days_in_a_row, "(?:el(?: dia)?|(?:los )?dias) {list},? (?:y|e|&) (?:el )?{lastday}{notmonth}"),
    day(FAINT, as_whole_text(means.two_days), "{from} (?P<link>o|u|y|e|or|and|&) {lastday}{notmonth}"),
    day(FAINT, as_whole_text(means.days_in_a_row), "{list},? (?:y|e|and|&) {lastday}{notmonth}"),
)
"""Numbers that can only be days where nothing else is sought: in a task, "el 24 y 25" may be two articles."""
DAYS: tuple[GrammarRule, ...] = (
    *NOT_DATES,
    *NEAR_TODAY,
    *WEEKDAYS,
    *WEEKS_AND_MONTHS,
    *COUNTED,
    *WITH_A_DASH,
    *RANGES,
    *DATES,
)
