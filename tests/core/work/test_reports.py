"""A team's report: whose days it has, what it says of each, and the files made of it."""

import csv
import re
from datetime import timedelta
from io import BytesIO, StringIO
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from core.application.requests import build
from core.base.errors import FieldCode
from core.base.model import Language
from core.base.paging import NumberedPage
from core.people.working_time import Off
from core.work import overview, reports
from core.work.report_files import report_file
from core.work.reports import ReportFormat, ReportRequest
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.refusals import invalid
from tests.core.work.test_overview import open_in_time
from tests.core.world import TODAY, day, fresh_world, world_with
from tests.tables import each_row
from tests.timing import is_done_within
from tests.workbooks import workbook

ZONE = ZoneInfo("America/Mexico_City")
HARMFUL = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"]
MOST_SECONDS = 1.5
SUMS = ("expected", "unopened", "opened", "closed", "verde", "rojo", "absences", "holidays", "items", "porcentaje")


async def report(world, who=LUCIA, first=-4, last=0):
    return await world.run(who, reports.team_report, build(ReportRequest, {"desde": day(first), "hasta": day(last)}))


def of(found, who):
    """Somebody's days, each by how many days ago it was."""
    return {(each.fecha - TODAY).days: each for each in found.days if each.user_id == who}


@pytest.fixture
async def week(world):
    """Monday was a public holiday. Ana began on Tuesday and has a red today; Luis began on Thursday, and is away."""
    await world.task(ANA, fechaSolicitud=day(-4), descripcion="Contrato")
    await open_in_time(world, ANA, day(-3))
    await open_in_time(world, LUIS, day(-1))
    await world.away(LUIS, TODAY, TODAY)
    log = await world.open(ANA)
    await world.light(ANA, log.items[0].id, "ROJO")
    await world.why_red(ANA, await world.get(ANA, log.items[0].task_id), "Falta la firma")
    await world.percent(ANA, log.items[0].id, 61)
    await world.close(ANA, log)
    await world.comment(ANA, log.items[0].task_id, "Voy")
    return world


async def test_a_day_has_its_times_lights_reds_with_their_reason_and_comments(week):
    ana = of(await report(week), ANA)
    assert list(ana) == [-3, -2, -1, 0]
    today, idle = ana[0], ana[-1]
    assert (today.opened_at, today.closed_at) == (week.clock.now(), week.clock.now())
    assert (today.rojo, today.items, today.porcentaje, today.expected) == (1, 1, 61, True)
    assert [(red.task_id, red.descripcion, red.motivo) for red in today.reds] == [(1, "Contrato", "Falta la firma")]
    assert today.comentarios == 2  # the reason is a comment too
    assert (idle.expected, idle.opened_at, idle.items, idle.porcentaje, idle.reds) == (True, None, 0, None, ())


async def test_a_reason_is_of_the_red_of_that_day(week):
    item = (await week.log(ANA)).items[0]
    week.clock.advance(days=3)
    (later,) = (await week.open(ANA, day(3))).items
    assert later.task_id == item.task_id
    await week.light(ANA, later.id, "VERDE", day(3))
    await week.light(ANA, later.id, "ROJO", day(3))
    ana = of(await report(week, last=3), ANA)
    assert [ana[offset].reds[0].motivo for offset in (0, 3)] == ["Falta la firma", None]


async def test_absences_and_holidays_are_told_and_weekly_days_off_and_days_to_come_are_not(week):
    found = await report(week, first=-30, last=30)
    luis = of(found, LUIS)
    assert {offset: each.why_off for offset, each in luis.items()} == {-1: None, 0: Off.ABSENCE}
    assert not luis[0].expected
    await open_in_time(week, ANA, day(-5))
    assert of(await report(week, first=-6), ANA)[-4].why_off is Off.HOLIDAY


@pytest.mark.parametrize("who", [LUCIA, ROOT])
async def test_the_sums_are_those_of_the_picture(week, who):
    await week.task(PEDRO, fechaSolicitud=TODAY, leaderUserId=LUCIA)
    await week.open(PEDRO)
    found = await report(week, who)
    picture = await week.run(who, overview.team_days, build(ReportRequest, {"desde": day(-4), "hasta": TODAY}), ALL)
    assert [person.user_id for person in found.people] == [user.id for user in picture.people]
    assert {light: getattr(found.total, light.lower()) for light in picture.totals.worst} == picture.totals.worst
    assert (found.total.items, found.total.porcentaje) == (sum(picture.totals.items.values()), picture.totals.mean)
    assert found.total.unopened == sum(len(each.dates) for each in picture.unopened)
    for name in SUMS[:-1]:
        assert getattr(found.total, name) == sum(getattr(person.total, name) for person in found.people), name
    assert sum(each.rojo for each in found.days) == sum(len(each.reds) for each in found.days) == 1


ALL = NumberedPage(0, 1000)


async def test_what_a_person_and_the_team_sum_up_to(week):
    found = await report(week)
    ana, luis = (person.total for person in found.people)
    assert [getattr(ana, name) for name in SUMS] == [4, 2, 2, 1, 1, 1, 0, 0, 2, 30]
    assert [getattr(luis, name) for name in SUMS] == [1, 0, 1, 0, 0, 0, 1, 0, 0, None]


async def test_of_a_person_led_by_task_only_such_items_count_and_no_comments(week):
    await week.task(PEDRO, fechaSolicitud=day(-1), leaderUserId=LUCIA)
    await week.task(PEDRO, fechaSolicitud=day(-1), descripcion="Otra")
    await week.open(PEDRO)
    await week.comment(PEDRO, 2, "Voy")
    lucias = await report(week)
    assert [person.user_id for person in lucias.people] == [ANA, LUIS, PEDRO]
    pedro = of(lucias, PEDRO)
    assert [(offset, each.items, each.comentarios) for offset, each in pedro.items()] == [(0, 1, None)]
    assert of(await report(week, MARTA), PEDRO)[0].items == 2


async def test_a_report_spans_a_limited_number_of_days_and_ends_after_it_begins():
    world = await world_with(report_days=7)
    assert {each.fecha for each in (await report(world, first=-6)).days} == {TODAY}
    with invalid(("hasta", FieldCode.TOO_MANY_DAYS)):
        await report(world, first=-7)
    with invalid(("hasta", FieldCode.BEFORE)):
        await report(world, first=1)


def made(found, form, language=Language.ES):
    return report_file(found, form, language, ZONE).content


def sheets(found, language=Language.ES):
    """The sheets as a spreadsheet has them, each a list of rows."""
    book = workbook(made(found, ReportFormat.XLSX, language))
    return {sheet.title: [[cell.value for cell in row] for row in sheet.rows] for sheet in book}


def csv_rows(found, language=Language.ES):
    content = made(found, ReportFormat.CSV, language)
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))


async def test_the_files_have_the_days_and_the_same_sums(week):
    found = await report(week)
    rows, book = csv_rows(found), sheets(found)
    people, days, reds = book["Personas"], book["Días"], book["Rojos"]
    assert [f"{head} (%)" if head == "Avance promedio" else head for head in days[0]] == list(rows[0])
    assert len(days) - 1 == len(rows) == len(found.days)
    for column in ("Actividades", "Rojas", "Comentarios"):
        of_days = [row[days[0].index(column)] for row in days[1:]]
        assert sum(of_days) == sum(int(row[column]) for row in rows)
    assert sum(int(row["Actividades"]) for row in rows) == found.total.items
    total = dict(zip(people[0], people[-1], strict=True))
    assert (total["Persona"], total["Días en rojo"], total["Avance promedio"]) == (
        "Total",
        1,
        found.total.porcentaje / 100,
    )
    for column in people[0][2:]:
        if column != "Avance promedio":
            place = people[0].index(column)
            assert people[-1][place] == sum(row[place] for row in people[1:-1]), column
    assert [row[2:] for row in reds[1:]] == [[1, "Contrato", "Falta la firma"]]


async def test_times_are_those_of_the_business_zone_and_words_of_the_language(week):
    found = await report(week)
    today = next(row for row in csv_rows(found) if row["Fecha"] == TODAY.isoformat())
    local = week.clock.now().astimezone(ZONE).strftime("%Y-%m-%d %H:%M")
    assert (today["Abrió"], today["Día"], today["Estado"]) == (local, "viernes", "Cerrado")
    assert today["En rojo y por qué"] == "#1 Contrato: Falta la firma"
    assert [row["State"] for row in csv_rows(found, Language.EN)][-2:] == ["Open", "—"]
    assert list(sheets(found, Language.EN)) == ["People", "Days", "Reds"]


@each_row(HARMFUL, world=fresh_world)
async def test_what_people_wrote_is_not_a_formula(world, harmful):
    await world.directory("ana", name=harmful)
    await world.task(ANA, descripcion=harmful)
    log = await world.open(ANA)
    await world.light(ANA, log.items[0].id, "ROJO")
    await world.why_red(ANA, await world.get(ANA, 1), harmful)
    found = await report(world)
    assert {row["Persona"] for row in csv_rows(found)} == {f"'{harmful}".replace("\r", "\n"), "Luis"}
    book = workbook(made(found, ReportFormat.XLSX))
    cells = [cell for sheet in book for row in sheet.rows for cell in row]
    assert [cell for cell in cells if cell.data_type == "f"] == []
    assert [cell.value for cell in list(book["Rojos"].rows)[1][3:]] == [harmful.replace("\r", "\n")] * 2


async def test_both_files_have_one_kind_of_line_break_and_no_other_control_characters(world):
    await world.task(ANA, descripcion="uno\r\ndos\rtres\n\x0bcu\x1ba\uffff\ttro_x0041_")
    log = await world.open(ANA)
    await world.light(ANA, log.items[0].id, "ROJO")
    found, read = await report(world), "uno\ndos\ntres\ncua\ttro_x0041_"
    assert {row["En rojo y por qué"] for row in csv_rows(found)} == {f"#1 {read}", ""}
    assert sheets(found)["Rojos"][1][3].replace("_x005F_", "_") == read


async def test_a_percentage_in_csv_is_a_whole_number_and_its_heading_says_what_of(week):
    assert {row["Avance promedio (%)"] for row in csv_rows(await report(week))} == {"", "0", "61"}


async def test_no_time_of_xlsx_is_before_its_minute_for_those_who_cut_off(week):
    found = await report(week)
    (busy,) = [each for each in found.days if each.reds]
    midnight = busy.opened_at.astimezone(ZONE).replace(hour=0, minute=0)
    every = [replace(busy, opened_at=midnight + minute * timedelta(minutes=1)) for minute in range(24 * 60)]
    content = made(replace(found, days=every), ReportFormat.XLSX)
    with ZipFile(BytesIO(content)) as parts:
        page = parts.read("xl/worksheets/sheet2.xml").decode()
    serials = [float(serial) for serial in re.findall(r'<c r="F\d+" s="\d+"><v>([\d.]+)</v>', page)]
    assert [int(serial * 24 * 3600) % (24 * 3600) for serial in serials] == [60 * minute for minute in range(24 * 60)]
    read = [row[5].value for row in workbook(content)["Días"].iter_rows(min_row=2)]
    assert read == [each.opened_at.replace(tzinfo=None) for each in every]


@pytest.mark.parametrize(("zone", "paper"), [("America/Mexico_City", "1"), ("Europe/Madrid", "9"), ("UTC", "9")])
async def test_a_sheet_is_printed_one_page_wide_on_the_paper_of_the_country_under_its_headings(week, zone, paper):
    content = report_file(await report(week), ReportFormat.XLSX, Language.ES, ZoneInfo(zone)).content
    for sheet in workbook(content):
        page = sheet.page_setup
        assert (page.orientation, str(page.paperSize), sheet.print_title_rows) == ("landscape", paper, "$1:$1")
        assert (sheet.sheet_properties.pageSetUpPr.fitToPage, page.fitToHeight) == (True, 0)
        assert page.fitToWidth in {None, 1}


async def test_a_row_is_as_high_as_its_text(world):
    for words in ("Corta", "larga " * 40, "ñ\n" * 200):
        await world.task(ANA, descripcion=words)
    log = await world.open(ANA)
    for item in log.items:
        await world.light(ANA, item.id, "ROJO")
    reds = workbook(made(await report(world), ReportFormat.XLSX))["Rojos"]
    assert [reds.row_dimensions[row].height for row in range(1, 5)] == [30, None, 75, 405]
    assert all(cell.alignment.wrap_text and cell.alignment.vertical == "top" for cell in reds["D"])


async def test_a_long_text_is_cut_to_what_a_cell_holds(world):
    await world.task(ANA, descripcion="ñ" * 60_000)
    log = await world.open(ANA)
    await world.light(ANA, log.items[0].id, "ROJO")
    book = sheets(await report(world))
    assert 0 < len(book["Rojos"][1][3]) < 1000
    assert 0 < len(book["Días"][1][-1]) < 32_767


async def test_an_empty_report_is_a_file_too(world):
    found = await report(world, PABLO)
    assert csv_rows(found) == []
    assert [len(rows) for rows in sheets(found).values()] == [2, 1, 1]


@pytest.mark.long
async def test_a_month_of_two_hundred_people_is_written_in_time(week):
    found = await report(week)
    (busy,) = [each for each in found.days if each.reds]
    large = replace(found, people=found.people * 100, days=[busy] * (200 * 31))
    assert is_done_within(MOST_SECONDS, lambda: made(large, ReportFormat.XLSX), reads=1)
