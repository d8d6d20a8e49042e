"""A team's report as a file: CSV with a row for each person and day, XLSX with sheets of sums, days and reds. Pure.

What people wrote is never taken for a formula. Times are in the business zone. Writing an XLSX takes a processor for a
while: a front end does it in another thread. Which programs read what was measured: docs/files.md.
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from io import BytesIO, StringIO
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from core.base.model import File, Language
from core.language.countries import country_of
from core.language.i18n import full_weekday_name, text
from core.work.reports import ReportDay, ReportFormat, ReportPerson, ReportRed, ReportSum, TeamReport

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Tells spreadsheets that a file is in UTF-8."""
FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
"""The first characters by which some spreadsheet takes a cell of a CSV file for a formula."""
DESCRIPTION_LENGTH, REDS_LENGTH = 300, 8000
"""The longest texts in a cell, which holds 32,767 UTF-16 units in Excel."""
WIDEST = 60
LINE_HEIGHT, HIGHEST = 15, 405
"""The points of a line, and of the highest row: Excel takes 409."""
LETTER_COUNTRIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Countries that print on US Letter, as CLDR has it; the others print on A4."""
LETTER, A4 = 1, 9
NOT_EARLIER = timedelta(microseconds=1)
"""Added to a time in XLSX, where it is a fraction of a day: of many minutes that is a trifle too little, and programs
that cut off rather than round show the minute before (findings/xlsx-times-a-minute-early.sh)."""
CONTROL_CHARACTERS = dict.fromkeys({*range(0x20), 0xFFFE, 0xFFFF} - {ord("\t"), ord("\n")}, "")
"""Characters that XML cannot write: many programs show `_x000B_` in its place (findings/xlsx-escaped-characters.sh)."""
PERCENT_MARK = " (%)"

Cell = str | int | float | date | datetime | None


class Column(Struct, frozen=True):
    """A column of a sheet: the key of its heading, its width in characters, and its cell of a row."""

    key: str
    width: int
    cell: Callable[[Any], Cell]


class ReportSheet(Struct, frozen=True):
    """A sheet: the key of its name, its columns, its rows, and perhaps a row of sums under them."""

    key: str
    columns: Sequence[Column]
    rows: Iterable[Any]
    total: Sequence[Cell] = ()


def report_file(report: TeamReport, form: ReportFormat, language: Language, zone: ZoneInfo) -> File:
    name = f"{text(language, 'report.file')}-{report.desde}-{report.hasta}.{form}"
    write = WRITERS[form]
    return File(name, MEDIA_TYPES[form], write(report, language, zone))


def as_csv(report: TeamReport, language: Language, zone: ZoneInfo) -> bytes:
    """The days, in UTF-8 with a byte order mark."""
    out = StringIO()
    out.write(BYTE_ORDER_MARK)
    rows = csv.writer(out)
    sheet = days_sheet(report, language, zone)
    rows.writerow(plain_heading(language, column) for column in sheet.columns)
    rows.writerows([plain(column.cell(day)) for column in sheet.columns] for day in sheet.rows)
    return out.getvalue().encode()


def plain_heading(language: Language, column: Column) -> str:
    """The heading of a column in CSV, which tells percentages from other numbers there alone."""
    return heading(language, column) + PERCENT_MARK * (column.key == "mean")


def plain(cell: Cell) -> str | int | None:
    """A cell as CSV has it. A text that a spreadsheet would calculate gets an apostrophe, which makes it a text.

    A fraction is a whole percentage: `0.61` is a text for a spreadsheet of a country that writes `0,61`.
    """
    match cell:
        case datetime():
            return cell.isoformat(" ", "minutes")
        case date():
            return cell.isoformat()
        case float():
            return round(cell * 100)
        case str() if cell.startswith(FORMULA_STARTS):
            return f"'{written(cell)}"
        case str():
            return written(cell)
    return cell


def written(words: str) -> str:
    """A text as both files have it: every line break is the same, other control characters are left out."""
    if words.isprintable():
        return words
    return words.replace("\r\n", "\n").replace("\r", "\n").translate(CONTROL_CHARACTERS)


def as_xlsx(report: TeamReport, language: Language, zone: ZoneInfo) -> bytes:
    """Three sheets. Each row is written to a temporary file as soon as it is complete."""
    from xlsxwriter import Workbook  # noqa: PLC0415 heavy, and few processes write any

    out = BytesIO()
    paper = LETTER if country_of(zone.key) in LETTER_COUNTRIES else A4
    with Workbook(out, {"constant_memory": True, "default_format_properties": {"valign": "top"}}) as book:
        formats = {
            str: book.add_format({"text_wrap": True}),
            date: book.add_format({"num_format": "yyyy-mm-dd", "align": "left"}),
            datetime: book.add_format({"num_format": "yyyy-mm-dd hh:mm", "align": "left"}),
            float: book.add_format({"num_format": "0%"}),
        }
        bold = book.add_format({"bold": True, "text_wrap": True})
        for sheet in (sums_sheet(report, language), days_sheet(report, language, zone), reds_sheet(report)):
            page = book.add_worksheet(text(language, f"report.{sheet.key}"))
            set_print(page, paper)
            write_sheet(page, sheet, language, formats, bold)
    return out.getvalue()


def set_print(page: Any, paper: int) -> None:
    """Make the sheet one page wide, with the headings on each page, and below its name and the page's number."""
    page.set_paper(paper)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)
    page.set_footer("&L&A&R&P / &N")


def write_sheet(page: Any, sheet: ReportSheet, language: Language, formats: dict[type, Any], bold: Any) -> None:
    page.freeze_panes(1, 1)
    page.set_row(0, 2 * LINE_HEIGHT)
    for number, column in enumerate(sheet.columns):
        page.set_column(number, number, column.width)
        page.write_string(0, number, heading(language, column), bold)
    row = 0
    for row, each in enumerate(sheet.rows, start=1):
        highest = 1
        for number, column in enumerate(sheet.columns):
            cell = column.cell(each)
            write_cell(page, row, number, cell, formats)
            if type(cell) is str and (len(cell) > column.width or "\n" in cell):
                highest = max(highest, lines_of(cell, column.width))
        if highest > 1:  # LibreOffice does not see to it
            page.set_row(row, min(highest * LINE_HEIGHT, HIGHEST))
    page.autofilter(0, 0, row, len(sheet.columns) - 1)
    for number, cell in enumerate(sheet.total):
        write_cell(page, row + 1, number, cell, formats | {str: bold})


def lines_of(words: str, width: int) -> int:
    """The number of lines that a text takes in a column `width` characters wide."""
    return sum(1 + len(line) // width for line in words.splitlines())


def write_cell(page: Any, row: int, number: int, cell: Cell, formats: Mapping[type, Any]) -> None:
    match cell:
        case None:
            pass
        case str():
            page.write_string(row, number, written(cell), formats[str])
        case datetime():
            page.write_datetime(row, number, cell + NOT_EARLIER, formats[datetime])
        case date():
            page.write_datetime(row, number, cell, formats[date])
        case _:
            page.write_number(row, number, cell, formats.get(type(cell)))


def heading(language: Language, column: Column) -> str:
    return text(language, f"report.{column.key}")


def sums_sheet(report: TeamReport, language: Language) -> ReportSheet:
    columns = [
        Column("person", 28, lambda person: person.display_name),
        Column("username", 16, lambda person: person.username),
        *(Column(key, 12, of_sum(cell)) for key, cell in SUMS.items()),
    ]
    total = [text(language, "report.total"), None, *(cell(report.total) for cell in SUMS.values())]
    return ReportSheet("sheet_people", columns, report.people, total)


SUMS: Mapping[str, Callable[[ReportSum], Cell]] = {
    "days_expected": lambda total: total.expected,
    "days_unopened": lambda total: total.unopened,
    "days_opened": lambda total: total.opened,
    "days_closed": lambda total: total.closed,
    "days_verde": lambda total: total.verde,
    "days_amarillo": lambda total: total.amarillo,
    "days_naranja": lambda total: total.naranja,
    "days_rojo": lambda total: total.rojo,
    "days_absent": lambda total: total.absences,
    "days_holiday": lambda total: total.holidays,
    "items": lambda total: total.items,
    "mean": lambda total: fraction(total.porcentaje),
    "comments": lambda total: total.comentarios,
}


def of_sum(cell: Callable[[ReportSum], Cell]) -> Callable[[ReportPerson], Cell]:
    return lambda person: cell(person.total)


def days_sheet(report: TeamReport, language: Language, zone: ZoneInfo) -> ReportSheet:
    def local(instant: datetime | None) -> Cell:
        return instant and instant.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)

    names = {day: full_weekday_name(language, day) for day in {each.fecha for each in report.days}}
    columns = [
        Column("person", 28, lambda day: day.display_name),
        Column("date", 11, lambda day: day.fecha),
        Column("weekday", 11, lambda day: names[day.fecha]),
        Column("state", 12, lambda day: text(language, f"report.{state_of(day)}")),
        Column("off", 16, lambda day: day.why_off and text(language, f"report.off_{day.why_off}")),
        Column("opened_at", 16, lambda day: local(day.opened_at)),
        Column("avance_at", 16, lambda day: local(day.avance_at)),
        Column("closed_at", 16, lambda day: local(day.closed_at)),
        Column("items", 12, lambda day: day.items),
        Column("items_verde", 10, lambda day: day.verde),
        Column("items_amarillo", 10, lambda day: day.amarillo),
        Column("items_naranja", 10, lambda day: day.naranja),
        Column("items_rojo", 10, lambda day: day.rojo),
        Column("mean", 10, lambda day: fraction(day.porcentaje)),
        Column("comments", 12, lambda day: day.comentarios),
        Column("reds", WIDEST, lambda day: "\n".join(map(red_line, day.reds))[:REDS_LENGTH] or None),
    ]
    return ReportSheet("sheet_days", columns, report.days)


def reds_sheet(report: TeamReport) -> ReportSheet:
    columns = [
        Column("person", 28, lambda row: row[0].display_name),
        Column("date", 11, lambda row: row[0].fecha),
        Column("task", 8, lambda row: row[1].task_id),
        Column("description", WIDEST, lambda row: row[1].descripcion[:DESCRIPTION_LENGTH]),
        Column("reason", WIDEST, lambda row: row[1].motivo),
    ]
    return ReportSheet("sheet_reds", columns, ((day, red) for day in report.days for red in day.reds))


def state_of(day: ReportDay) -> str:
    if day.opened_at is None:
        return "unopened" if day.expected else "not_expected"
    return "open" if day.closed_at is None else "closed"


def fraction(porcentaje: int | None) -> float | None:
    return None if porcentaje is None else porcentaje / 100


def red_line(red: ReportRed) -> str:
    line = f"#{red.task_id} {red.descripcion[:DESCRIPTION_LENGTH]}"
    return f"{line}: {red.motivo}" if red.motivo else line


WRITERS = {ReportFormat.CSV: as_csv, ReportFormat.XLSX: as_xlsx}
MEDIA_TYPES = {
    ReportFormat.CSV: "text/csv; charset=utf-8",
    ReportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
