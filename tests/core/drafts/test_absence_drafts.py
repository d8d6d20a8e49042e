"""Drafts of absences: what words make of one, and the absence that it becomes."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from core.base.calendar_time import LAST_DAY, ONE_DAY, Days
from core.base.errors import FieldCode
from core.base.model import Language
from core.drafts import absence_drafts, drafts
from core.language.phrases.model import DAYS_ONLY, Moment, Note
from core.language.phrases.reading import read
from core.people import absences
from core.records.drafts import AbsenceDraft
from tests.cast import ANA
from tests.core.refusals import invalid
from tests.core.world import day
from tests.tables import each_row

MOMENT = Moment.of(datetime(2026, 11, 20, 15, tzinfo=UTC), ZoneInfo("America/Mexico_City"), Language.ES)
BODY = AbsenceDraft(user_id=ANA, first_day=day(3), last_day=day(7), reason="Vacaciones")


def begun(words, language=Language.ES):
    moment = MOMENT if language is Language.ES else Moment.of(MOMENT.now, MOMENT.zone, language)
    made = (
        absence_drafts.new_draft(read(each, moment, DAYS_ONLY), ANA, day()) for each in absence_drafts.readings(words)
    )
    return next((body for body in made if body), None)


@each_row(
    [
        ("@ana", [("ana", "")]),
        ("@ana, del 3 al 7", [("ana", " del 3 al 7")]),
        ("mañana para @ana", [("ana", "mañana ")]),
        ("tomorrow for @ana vacation", [("ana", "tomorrow  vacation")]),
        ("De @ana del 3 al 7", [("ana", " del 3 al 7")]),
        ("@ana @luis mañana", [("ana", " @luis mañana"), ("luis", "@ana  mañana")]),
        ("mañana, curso con @luis", []),
        ("mañana @ana curso con @luis", [("ana", "mañana  curso con @luis")]),
        ("tomorrow, replaced by @luis", []),
        ("mañana ana@firma.mx", []),
        ("mañana, vacaciones", []),
    ]
)
def test_who_is_named_by_an_at_is_away_but_not_who_goes_along(words, named):
    assert [*absence_drafts.people_away(words)] == named


@each_row(
    [
        ("del 23 al 27", 3, 7, ""),
        ("vacaciones, del 23 al 27", 3, 7, "vacaciones"),
        ("el 24 y 25", 4, 5, ""),
        ("hasta el martes", 0, 4, ""),
        ("desde el lunes", 3, None, ""),
        ("desde el lunes: curso", 3, None, "curso"),
        ("viaje de mayo del 23 al 27", 3, 7, "viaje de mayo"),
    ]
)
def test_the_days_are_kept_and_what_is_left_is_the_reason(words, first, last, reason):
    body = begun(words)
    assert (body.first_day, body.last_day) == (day(first), None if last is None else day(last))
    assert body.reason == reason


@each_row(
    [
        ("from the 23rd to the 27th", 3, 7, ""),
        ("from monday", 3, None, ""),
        ("until tuesday family", 0, 4, "family"),
    ]
)
def test_the_same_in_english(words, first, last, reason):
    body = begun(words, Language.EN)
    assert (body.first_day, body.last_day, body.reason) == (day(first), None if last is None else day(last), reason)


@each_row(
    [
        "",
        "lunes o martes",
        "del 3 al 32",
        "del lunes al viernes médico mañana",
        "9999-12-30",
    ]
)
def test_days_that_are_not_said_or_in_doubt_make_none(words):
    assert begun(words) is None


def test_what_was_chosen_and_what_may_be_a_day_is_kept_to_be_told():
    body = begun("viaje en mayo hasta el martes")
    assert Note.UNTIL in body.notes
    assert [doubt.words for doubt in body.doubts] == ["en mayo"]


def test_a_last_day_is_on_or_after_the_first():
    assert absence_drafts.with_last_day(BODY, day(3)).last_day == day(3)
    assert absence_drafts.with_last_day(BODY, day(2)) == BODY


def test_its_days_are_within_the_calendar():
    words, beyond = read("mañana", MOMENT, DAYS_ONLY), LAST_DAY + ONE_DAY
    assert absence_drafts.new_draft(replace(words, days=Days(day(3), LAST_DAY)), ANA, day()).last_day == LAST_DAY
    assert absence_drafts.with_last_day(BODY, LAST_DAY).last_day == LAST_DAY
    assert absence_drafts.new_draft(replace(words, days=Days(day(3), beyond)), ANA, day()) is None
    assert absence_drafts.with_last_day(BODY, beyond) == BODY


def test_a_reason_is_one_line_without_the_marks_around_it():
    said = " – viaje,\n  con  la familia.\n"
    stretches = [Days(day(3), day(4))]
    drafted = begun(f"del 23 al 27{said}"), absence_drafts.of_stretches(stretches, ANA, said)
    for made in (*drafted, absence_drafts.with_reason(BODY, said)):
        assert made.reason == "viaje, con la familia"


def test_said_anew_a_reason_stays_unless_another_is_given():
    assert absence_drafts.apply(BODY, begun("mañana")).reason == "Vacaciones"
    assert absence_drafts.apply(BODY, begun("mañana médico")).reason == "médico"


async def test_a_draft_becomes_an_absence_once_its_last_day_is_known(world):
    draft = await world.run(ANA, drafts.begin_draft, replace(BODY, last_day=None))
    with invalid(("lastDay", FieldCode.REQUIRED)):
        await world.run(ANA, drafts.save_draft, draft.id)
    await world.run(ANA, drafts.change_draft, draft.id, BODY)
    saved = await world.run(ANA, drafts.save_draft, draft.id)
    (absence,) = await world.run(ANA, absences.list_absences, int(ANA))
    assert (absence.id, absence.reason, absence.created_by_user_id) == (saved.id, "Vacaciones", ANA)
