#!/usr/bin/env bash
# SheetJS 0.20.3, read-excel-file 9.3.17 and xlsx2csv 0.8.6: many times of day of an XLSX file are read a minute early.
#
# Guessed: 09:05 written by XlsxWriter 3.3.1 is 09:05 wherever it is read, as the file has 16 digits of it.
# Seen: a time is a fraction of a day, which binary numbers have a trifle too small for many minutes. SheetJS (as dates)
# and read-excel-file cut it to milliseconds, so that 00:05 is 00:04:59.999, and xlsx2csv to the minute: of the 1440
# minutes of 2 November 2026 they show 416, 544 and 128 as the one before. openpyxl, python-calamine and exceljs round,
# and have all of them right. Midnight is a `date` rather than a `datetime` for calamine.
# With a microsecond added before it is written, all six show every minute of the day right.
# What follows: who writes times adds a microsecond; who reads them rounds to the second before anything is cut off.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  xlsxwriter==3.3.1 openpyxl==3.1.5 python-calamine==0.9.1 xlsx2csv==0.8.6
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  @e965/xlsx@0.20.3 exceljs@4.4.0 read-excel-file@9.3.17 >/dev/null 2>&1

cat >"$work/write.py" <<'PYTHON'
import sys
from datetime import datetime, timedelta

from xlsxwriter import Workbook

with Workbook(sys.argv[1]) as book:
    page, form = book.add_worksheet("Times"), book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    added = timedelta(microseconds=int(sys.argv[2]))
    for minute in range(1440):
        page.write_datetime(minute, 0, datetime(2026, 11, 2) + timedelta(minutes=minute) + added, form)
PYTHON
cat >"$work/read.py" <<'PYTHON'
import subprocess
import sys
from datetime import date, datetime

import openpyxl
import python_calamine

file, program = sys.argv[1:]
named = subprocess.run([program, file], capture_output=True, text=True, check=True).stdout.split("\n")[:1440]
cells = [row[0] for row in python_calamine.CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()]
print("midnight is for calamine a", type(cells[0]).__name__)
read = {
    "xlsx2csv": [datetime.fromisoformat(each) for each in named],
    "openpyxl": [row[0] for row in openpyxl.load_workbook(file).active.values],
    "calamine": [datetime(each.year, each.month, each.day) if type(each) is date else each for each in cells],
}
for name, times in read.items():
    print(name, sum(60 * each.hour + each.minute != minute for minute, each in enumerate(times)))
PYTHON
cat >"$work/read.mjs" <<'JS'
import { readFileSync } from "node:fs";
import SheetJS from "@e965/xlsx";
import ExcelJS from "exceljs";
import { readSheet } from "read-excel-file/node";

const file = process.argv[2];
const page = SheetJS.read(readFileSync(file), { cellDates: true }).Sheets.Times;
const book = new ExcelJS.Workbook();
await book.xlsx.readFile(file);
const read = {
  SheetJS: SheetJS.utils.sheet_to_json(page, { header: 1 }).map((row) => row[0]),
  "read-excel-file": (await readSheet(file, "Times")).map((row) => row[0]),
  exceljs: book.getWorksheet("Times").getColumn(1).values.slice(1),
};
for (const [name, times] of Object.entries(read))
  console.log(name, times.filter((each, minute) => 60 * each.getUTCHours() + each.getUTCMinutes() !== minute).length);
JS
cd "$work"
wrong() { # how many minutes each reader has wrong, in a file whose times have so many microseconds more
  venv/bin/python write.py times.xlsx "$1"
  venv/bin/python read.py times.xlsx venv/bin/xlsx2csv
  TZ=UTC node read.mjs times.xlsx
}

plain=$(wrong 0) added=$(wrong 1)
printf 'As they are\n%s\nA microsecond later\n%s\n' "$plain" "$added"
[ "$plain" = "midnight is for calamine a date
xlsx2csv 128
openpyxl 0
calamine 0
SheetJS 416
read-excel-file 544
exceljs 0" ]
[ "$added" = "midnight is for calamine a datetime
xlsx2csv 0
openpyxl 0
calamine 0
SheetJS 0
read-excel-file 0
exceljs 0" ]
