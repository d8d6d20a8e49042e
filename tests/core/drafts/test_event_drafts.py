"""Drafts of events: what words make of one, when it is on whose clock, and what it becomes once it is saved."""

from contextlib import nullcontext
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Language
from core.calendar import event_types, slot_search
from core.calendar.event_types import EventTypeUpdate
from core.drafts import drafts, event_drafts
from core.drafts.drafts import SavedDraft
from core.language.phrases.model import (
    ALL_DAY,
    EVENT,
    FREE_TIME,
    DoubtReason,
    Moment,
    Note,
    PartOfDay,
    TimeWindow,
)
from core.language.phrases.reading import read
from core.people.colleagues import NamedPeople
from core.records.drafts import EventDraft, MissingEventField, Remark
from tests.cast import ANA, LUIS, PABLO, ROOT
from tests.core.refusals import conflict, invalid
from tests.core.world import NOW, OTRO, REUNION, fresh_world
from tests.tables import each_row

MEXICO = "America/Mexico_City"
BLANK = EventDraft(zone=MEXICO, event_type_id=REUNION, user_ids=(PABLO,))
MONDAY = date(2026, 11, 23)
WHOLE = msgspec.structs.replace(BLANK, title="Junta", day=MONDAY, starts=time(10), user_ids=(ANA, LUIS))
START, END = datetime(2026, 11, 23, 16, tzinfo=UTC), datetime(2026, 11, 23, 17, tzinfo=UTC)
HOUR = timedelta(hours=1)


def heard(words, draft=BLANK, kinds=EVENT):
    return read(words, Moment.of(NOW, ZoneInfo(draft.zone), Language.ES), kinds)


def begun(words, *called, unknown=()):
    return event_drafts.new_draft(BLANK, heard(words), NamedPeople([int(each) for each in called], list(unknown)))


def said(draft, words, *called):
    return event_drafts.apply(draft, heard(words, draft), NamedPeople([int(each) for each in called], []))


def changed(draft=WHOLE, **fields):
    return msgspec.structs.replace(draft, **fields)


def remark_of(draft):
    return list(draft.remarks)


# What words make of it


def test_a_sentence_says_all():
    draft = begun("Junta con proveedores jueves 16:00 1h @ana @luis", ANA, LUIS)
    assert draft == changed(
        BLANK, title="Junta con proveedores", day=date(2026, 11, 26), starts=time(16), user_ids=(PABLO, ANA, LUIS)
    )
    assert draft.missing == []


@each_row(
    [
        ("", [MissingEventField.TITLE, MissingEventField.DAY, MissingEventField.HOUR]),
        ("Junta", [MissingEventField.DAY, MissingEventField.HOUR]),
        ("Junta jueves", [MissingEventField.HOUR]),
        ("Junta 16:00", [MissingEventField.DAY]),
        ("jueves 16:00", [MissingEventField.TITLE]),
        ("Junta mañana en la noche", [MissingEventField.HOUR]),
    ]
)
def test_what_is_not_said_is_missing_and_nothing_is_invented(words, lacks):
    draft = begun(words)
    assert draft.missing == lacks
    assert (draft.time is None) == (MissingEventField.DAY in lacks or MissingEventField.HOUR in lacks)


def test_an_hour_without_a_length_is_an_hour_and_a_range_says_its_own():
    assert begun("Junta jueves 16:00").minutes == 60
    assert begun("Junta jueves de 16:00 a 17:30").minutes == 90
    assert begun("Junta jueves 16:00 45 min").minutes == 45
    assert begun("Cena jueves de 22 a 1").minutes == 180


def test_a_range_over_a_change_of_the_clocks_is_as_long_as_it_is():
    madrid = changed(BLANK, zone="Europe/Madrid")
    assert said(madrid, "el 28/03/2027 de 1:00 am a 4:00 am").minutes == 120
    assert said(madrid, "el 31/10/2027 de 1:00 am a 4:00 am").minutes == 240
    assert said(madrid, "el 27/03/2027 de 10:00 pm a 6:00 am").minutes == 7 * 60
    assert said(madrid, "el 28/03/2027 de 10:00 pm a 6:00 am").minutes == 8 * 60


def test_a_range_that_ends_when_it_begins_ends_on_the_next_day():
    assert event_drafts.minutes_between(WHOLE, time(10), time(10)) == 24 * 60


def test_which_reading_was_chosen_is_kept_beside_its_value():
    draft = begun("Junta viernes a las 5")
    assert (draft.day_notes, draft.hour_notes) == ((Note.NOT_TODAY,), (Note.AFTERNOON,))
    draft = said(draft, "el lunes")
    assert (draft.day_notes, draft.hour_notes) == ((), (Note.AFTERNOON,))
    assert said(draft, "16:30").hour_notes == ()


def test_words_in_doubt_stay_in_the_title_and_are_told_until_it_is_written_anew():
    draft = begun("Revisar contrato de mayo jueves 10:00")
    assert draft.title == "Revisar contrato de mayo"
    assert [(doubt.words, doubt.why) for doubt in draft.doubts] == [("mayo", DoubtReason.WORDS)]
    assert event_drafts.with_title(draft, "Otra").doubts == ()


def test_names_of_nobody_are_kept_to_be_told_until_others_are_named():
    draft = begun("Junta @ana @leo", ANA, unknown=["leo"])
    assert (draft.user_ids, draft.unknown) == ((PABLO, ANA), ("leo",))
    assert said(draft, "jueves").unknown == ("leo",)
    draft = said(draft, "@luis", LUIS)
    assert (draft.user_ids, draft.unknown) == ((PABLO, ANA, LUIS), ())


def test_a_correction_changes_what_it_says_and_nothing_else():
    draft = changed(WHOLE, title="Junta de mayo", remind_minutes=10, location="Sala 2")
    assert said(draft, "mejor a las 17:00") == changed(draft, starts=time(17))
    assert said(draft, "martes") == changed(draft, day=date(2026, 11, 24))
    assert said(draft, "2 h") == changed(draft, minutes=120)
    assert said(draft, "nada de nada") == draft


def test_a_part_of_the_day_leaves_the_hour_open_and_says_which_half_is_meant():
    draft = begun("Cena mañana en la noche")
    assert (draft.day, draft.starts, draft.within) == (date(2026, 11, 21), None, PartOfDay.NIGHT.value)
    assert event_drafts.hour_words(draft, "8") == ["8 en la noche", "a las 8 en la noche"]
    draft = said(draft, event_drafts.hour_words(draft, "8")[-1])
    assert (draft.starts, draft.within) == (time(20), ALL_DAY)
    assert said(draft, "mejor en la mañana").starts is None


@each_row([("5", time(17)), ("16", time(16)), ("8 y media", time(8, 30)), ("4pm", time(16))])
def test_an_hour_that_was_asked_for_may_be_said_in_short(words, starts):
    found = [heard(each).hours for each in event_drafts.hour_words(BLANK, words)]
    assert next(hours for hours in found if hours).start == starts


@pytest.mark.parametrize(("words", "day"), [("3", date(2026, 12, 3)), ("viernes", date(2026, 11, 27))])
def test_so_may_a_day(words, day):
    found = [heard(each).days for each in event_drafts.day_words(words)]
    assert next(days for days in found if days).first == day


@each_row([("45", 45), ("1:30", 90), ("2 h", 120), (" 0:15 ", 15)])
def test_so_may_a_length(words, minutes):
    found = [heard(each).minutes for each in event_drafts.length_words(words)]
    assert next(each for each in found if each) == minutes


def test_of_several_days_the_first_is_taken_and_that_is_remarked_on():
    draft = begun("Feria del 3 al 7 de diciembre 10:00")
    assert (draft.day, remark_of(draft)) == (date(2026, 12, 3), [Remark.SEVERAL_DAYS])
    assert remark_of(event_drafts.on_day(draft, MONDAY)) == []


@each_row([1900, 9998, 9999])
def test_a_day_beyond_the_calendar_is_not_taken(year):
    draft = event_drafts.on_day(WHOLE, date(year, 6, 1))
    assert (draft.day, remark_of(draft)) == (MONDAY, [Remark.NO_SUCH_DAY])
    assert event_drafts.on_day(draft, date(9997, 12, 31)).time.end.year == 9997


@each_row([(1, 1), (1440, 1440), (0, 60), (-5, 60), (1441, 60)])
def test_a_length_is_a_minute_to_a_day(minutes, taken):
    draft = event_drafts.with_length(WHOLE, minutes)
    assert (draft.minutes, remark_of(draft)) == (taken, [] if minutes == taken else [Remark.TOO_LONG])
    assert remark_of(event_drafts.with_length(draft, 30)) == []


@each_row(
    [("5", 5), ("5 min antes", 5), ("2 h", 120), ("2 weeks", 20_160), ("al empezar", 0), ("none", None), ("No.", None)]
)
def test_a_reminder_that_was_asked_for_may_be_said_in_short(words, minutes):
    answers = [heard(each).reminder_lead for each in event_drafts.reminder_lead_words(words)]
    assert next(each for each in answers if each).minutes == minutes


@each_row([(0, True), (527_040, True), (527_041, False), (-1, False)])
def test_a_reminder_comes_from_when_it_begins_to_a_year_before(minutes, taken):
    draft = event_drafts.with_reminder(changed(remind_minutes=10), minutes)
    assert draft.remind_minutes == (minutes if taken else 10)
    assert remark_of(draft) == ([] if taken else [Remark.TOO_EARLY])
    assert remark_of(event_drafts.with_reminder(draft, None)) == []


def test_a_question_for_a_free_time_stays_as_it_was_put_whichever_time_is_chosen():
    question = event_drafts.as_search(begun("Junta el viernes en la tarde @ana", ANA))
    chosen = event_drafts.at_instant(question, START)
    assert (chosen.day, chosen.starts, chosen.within) == (MONDAY, time(10), ALL_DAY)
    assert event_drafts.restore_search(chosen) == question
    again = event_drafts.as_search(said(event_drafts.restore_search(chosen), "el martes"))
    assert (again.day, again.within) == (date(2026, 11, 24), PartOfDay.AFTERNOON.value)
    assert event_drafts.restore_search(WHOLE) == WHOLE


def test_a_draft_of_no_type_lacks_one():
    assert changed(event_type_id=None).missing == [MissingEventField.KIND]


def test_a_title_is_one_line_of_at_most_255_and_a_cut_is_remarked_on():
    assert begun(" Junta \n con\tAna ").title == "Junta con Ana"
    draft = event_drafts.with_title(WHOLE, "é" * 256)
    assert (draft.title, remark_of(draft)) == ("é" * 255, [Remark.TITLE_CUT])
    assert remark_of(event_drafts.with_title(draft, "é" * 255)) == []
    assert event_drafts.with_title(WHOLE, " \n ").missing == [MissingEventField.TITLE]


def test_at_most_a_hundred_people_take_part():
    draft = event_drafts.with_people(BLANK, range(100, 199))
    assert (len(draft.user_ids), remark_of(draft)) == (100, [])
    draft = event_drafts.with_people(draft, [500, 501])
    assert (len(draft.user_ids), remark_of(draft)) == (100, [Remark.TOO_MANY])
    draft = event_drafts.without_person(draft, PABLO)
    assert (PABLO in draft.user_ids, len(draft.user_ids), remark_of(draft)) == (False, 99, [])


def asked(draft, words):
    """The draft with what words say where a free time is sought."""
    return event_drafts.apply(draft, heard(words, draft, FREE_TIME), NamedPeople([], []))


def test_open_ends_leave_the_hour_open_and_the_last_that_were_said_count():
    draft = changed(WHOLE)
    for words, within, notes in (
        ("después de las 4", TimeWindow(time(16), time.min), (Note.AFTERNOON,)),
        ("mejor antes de las 12:30", TimeWindow(time.min, time(12, 30)), ()),
        ("en la tarde", PartOfDay.AFTERNOON.value, ()),
        ("después de las 4 y antes de las 6", TimeWindow(time(16), time(18)), (Note.AFTERNOON,)),
        ("todo el día", ALL_DAY, ()),
    ):
        draft = asked(draft, words)
        assert draft == changed(WHOLE, starts=None, within=within, hour_notes=notes)
    draft = asked(draft, "desde las 4")
    assert said(draft, "a las 10 am") == WHOLE


def test_of_an_event_from_four_is_when_it_begins_and_after_four_is_in_doubt():
    assert begun("Junta jueves a partir de las 4").starts == time(16)
    assert begun("Junta jueves from 4").starts == time(16)
    draft = begun("Junta mañana después de las 4")
    assert (draft.starts, draft.within, draft.title) == (None, ALL_DAY, "Junta después de las 4")
    assert [(doubt.words, doubt.why) for doubt in draft.doubts] == [("después de las 4", DoubtReason.VAGUE)]


# When it is


def test_its_time_is_on_the_clock_of_its_zone():
    assert WHOLE.time == (START, END)
    assert changed(zone="Europe/Madrid").time == (START - 7 * HOUR, END - 7 * HOUR)
    assert event_drafts.at_instant(BLANK, START).time == (START, END)


def test_an_hour_that_the_clocks_skip_is_as_much_later_and_that_is_known():
    gap = changed(zone="Europe/Madrid", day=date(2027, 3, 28), starts=time(2, 30))
    assert gap.time.start == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert gap.skipped
    assert not changed(gap, starts=time(3, 30)).skipped
    assert not BLANK.skipped


def test_of_an_hour_that_occurs_twice_the_first_is_meant_and_an_hour_is_an_hour():
    overlap = changed(zone="Europe/Madrid", day=date(2027, 10, 31), starts=time(2, 30))
    assert overlap.time == (datetime(2027, 10, 31, 0, 30, tzinfo=UTC), datetime(2027, 10, 31, 1, 30, tzinfo=UTC))
    assert not overlap.skipped


@each_row([(60, True), (61, False), (1440, False)])
def test_only_a_reminder_that_is_still_ahead_is_one(minutes, ahead):
    now = START - timedelta(minutes=61)
    assert (WHOLE.reminder(minutes, now) is not None) == ahead
    assert event_drafts.fields(changed(remind_minutes=minutes), now)["remindMinutes"] == (minutes if ahead else None)
    assert BLANK.reminder(10, now) is None


# What becomes of it


async def begin(world, body=WHOLE, who=PABLO, **fields):
    return await world.run(who, drafts.begin_draft, msgspec.structs.replace(body, **fields))


async def save(world, draft, who=PABLO, anyway=False, idempotency_key=None):
    return await world.run(who, drafts.save_draft, draft.id, anyway=anyway, idempotency_key=idempotency_key)


def made(world):
    return list(world.store.state.events.values())


async def busy(world, who=LUIS, **fields):
    event = await world.event(ANA, **fields)
    world.joins(who, event)
    return event


async def test_saved_it_is_an_event_with_its_people_and_its_reminder(world):
    draft = await begin(world, location="Sala 2", is_virtual=True, is_public=True, remind_minutes=60)
    saved = await save(world, draft)
    (event,) = made(world)
    assert saved == SavedDraft(event.id, before=False)
    assert (event.title, event.start_datetime, event.end_datetime) == ("Junta", START, END)
    assert (event.location, event.is_virtual, event.is_public) == ("Sala 2", True, True)
    assert event.created_by_user_id == PABLO
    assert world.attached()[0] == [(event.id, ANA), (event.id, LUIS)]
    (reminder,) = world.store.state.reminders.values()
    assert reminder.remind_at == START - HOUR


async def test_what_stands_against_it_is_told_as_availability_tells_it(world):
    event = await busy(world, title="Otra")
    obstacles = await world.run(PABLO, drafts.event_conflicts, WHOLE)
    assert [(row.user_id, row.conflicting_event_id, row.conflicting_event_title) for row in obstacles.taken] == [
        (LUIS, event.id, "Ocupado")
    ]
    assert (await world.run(ANA, drafts.event_conflicts, WHOLE)).taken[0].conflicting_event_title == "Otra"
    night = await world.run(PABLO, drafts.event_conflicts, changed(starts=time(3)))
    assert [each.user_id for each in night.not_at_work] == [ANA, LUIS]
    for body in (BLANK, changed(user_ids=()), changed(starts=time(12))):
        assert not (await world.run(PABLO, drafts.event_conflicts, body)).anything


async def test_what_stands_against_it_by_now_keeps_it_from_being_saved_unless_anyway(world):
    draft = await begin(world)
    await busy(world)
    with conflict(Code.EVENT_CONFLICTS):
        await save(world, draft)
    assert len(made(world)) == 1
    assert not (await save(world, draft, anyway=True)).before
    assert len(made(world)) == 2


async def test_who_is_not_at_work_stands_against_it_too(world):
    draft = await begin(world, starts=time(20))
    with conflict(Code.EVENT_CONFLICTS):
        await save(world, draft)
    await save(world, draft, anyway=True)


async def test_the_chats_obstacles_are_those_of_a_slot_search(world):
    await busy(world)
    asked = {"userIds": [int(ANA), int(LUIS)], "startDatetime": "2026-11-23T10:00", "minutes": 60}
    found = await world.run(PABLO, slot_search.find_slots, build(slot_search.SlotRequest, asked))
    obstacles = await world.run(PABLO, drafts.event_conflicts, WHOLE)
    assert (obstacles.taken, obstacles.not_at_work) == (found.taken, found.not_at_work)


@each_row(
    [
        ({"title": ""}, ("title", FieldCode.EMPTY)),
        ({"day": None}, ("startDatetime", FieldCode.REQUIRED)),
        ({"starts": None}, ("startDatetime", FieldCode.REQUIRED)),
        ({"title": "a\0b"}, ("title", FieldCode.INVALID_CHARACTER)),
    ],
    world=fresh_world,
)
async def test_one_that_is_not_complete_is_not_saved(world, fields, fault):
    draft = await begin(world, **fields)
    for anyway in (False, True):
        with invalid(fault):
            await save(world, draft, anyway=anyway)
    assert made(world) == []


async def test_who_has_left_and_a_type_that_was_retired_since_are_told_and_nothing_is_made(world):
    draft = await begin(world, event_type_id=OTRO)
    await world.directory("luis", isActive=False)
    await world.run(ROOT, event_types.update_event_type, OTRO, build(EventTypeUpdate, {"isActive": False}))
    with invalid(("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE), ("participantUserIds[1]", FieldCode.INACTIVE_USER)):
        await save(world, draft)
    assert made(world) == []


# Whole days, and the past


def test_days_are_whole_if_said_so_or_from_one_to_another_without_an_hour():
    for words, last in (("Feria viernes todo el día", 20 + 7), ("Feria todo el viernes", 27)):
        draft = begun(words)
        assert (draft.title, draft.all_day, draft.day, draft.last_day) == ("Feria", True, date(2026, 11, last), None)
    draft = begun("Feria del 3 al 5")
    assert (draft.missing, draft.day, draft.last_day) == ([], date(2026, 12, 3), date(2026, 12, 5))
    assert draft.time == (datetime(2026, 12, 3, 6, tzinfo=UTC), datetime(2026, 12, 6, 6, tzinfo=UTC))
    for words in ("Feria del 3 al 5 a las 10", "Feria del 3 al 5 en la mañana", "Feria del 3 al 5, 2 h"):
        assert (begun(words).all_day, remark_of(begun(words))) == (False, [Remark.SEVERAL_DAYS])
    assert not begun("Feria la próxima semana").all_day


def test_whole_days_are_those_of_the_team_and_keep_their_number():
    draft = changed(begun("Feria del 3 al 5"), zone="Asia/Tokyo", team_zone=MEXICO)
    assert draft.time.start == datetime(2026, 12, 3, 6, tzinfo=UTC)
    moved = event_drafts.on_day(draft, date(2026, 12, 10))
    assert (moved.day, moved.last_day) == (date(2026, 12, 10), date(2026, 12, 12))


@each_row([(10, None), (900, 900), (None, None)])
def test_whole_days_have_no_reminder_in_the_night(minutes, kept):
    assert event_drafts.with_whole_days(changed(remind_minutes=minutes)).remind_minutes == kept


def test_a_time_has_passed_when_it_began_and_a_whole_day_when_it_is_over():
    at = WHOLE.time.start
    assert [WHOLE.asks_whether_past(now) for now in (at - HOUR, at)] == [False, True]
    day = event_drafts.with_whole_days(WHOLE)
    assert [day.asks_whether_past(now) for now in (at, day.time.end)] == [False, True]
    meant = changed(past=True)
    assert not meant.asks_whether_past(at)
    assert event_drafts.at_hour(meant, time(9)).asks_whether_past(at)
    assert event_drafts.next_day(WHOLE, at) == MONDAY + timedelta(days=1)
    assert event_drafts.next_day(WHOLE, at - HOUR) == MONDAY


async def test_a_time_in_the_past_is_saved_only_if_that_was_said(world):
    world.clock.advance(days=30)
    for past, made in ((False, 0), (True, 1)):
        draft = await world.run(ANA, drafts.begin_draft, changed(past=past))
        with nullcontext() if past else invalid(("startDatetime", FieldCode.PAST)):
            await world.run(ANA, drafts.save_draft, draft.id, anyway=True)
        assert len(await world.events(ANA)) == made
