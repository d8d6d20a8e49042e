"""CSV as spreadsheets and other programs save it."""

import csv
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import islice
from pathlib import Path

from msgspec import Struct

from bot.process.listening import StartError
from core.base.errors import Invalid

ROW_OF_REQUEST = re.compile(r"(?:rows|tasks)\[(\d+)\]\.")
STANDARD_INPUT = Path("-")
SEPARATORS = ",;\t"
MOST_ABOVE = 10
"""The most rows above the headings: some programs write a title there."""


class CsvRow(Struct, frozen=True):
    """A row that has something in it: the line of the file on which it begins, and its cells."""

    line: int
    cells: Sequence[str]


class CsvTable(Struct, frozen=True):
    """The headings, and the rows below them."""

    headings: Sequence[str]
    rows: Sequence[CsvRow]


def read_table(file: Path, is_heading: Callable[[Sequence[str]], bool]) -> CsvTable | None:
    """The table of a file whose headings are as told; None if it has none such. Raises `StartError` if it is no CSV.

    `-` is the standard input: the user of a service may not open a file that the superuser hands it. Spreadsheets of
    countries that write `0,61` separate cells by semicolons.
    """
    try:
        content = sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()
        text = content.decode("utf-8-sig")
        for separator in SEPARATORS:
            rows = list(rows_of(text, separator))
            for place, row in enumerate(islice(rows, MOST_ABOVE + 1)):
                if is_heading(row.cells):
                    return CsvTable(row.cells, rows[place + 1 :])
    except (UnicodeDecodeError, csv.Error) as fault:
        raise StartError(f'{file}: is not CSV in UTF-8 (in Excel: "CSV UTF-8"): {fault}.') from None
    return None


def rows_of(text: str, separator: str) -> Iterator[CsvRow]:
    """Every row but those without any cell."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
    line = 1
    for cells in reader:
        if any(cells):
            yield CsvRow(line, cells)
        line = reader.line_num + 1


def at_lines(refused: Invalid, lines: Sequence[int]) -> Invalid:
    """A refusal that names each row of the request by its line, as `bot.cli.refusals` shows it."""

    def line_of(found: re.Match[str]) -> str:
        return f"lines[{lines[int(found[1])]}]."

    return Invalid(*(replace(each, field=ROW_OF_REQUEST.sub(line_of, each.field)) for each in refused.errors))
