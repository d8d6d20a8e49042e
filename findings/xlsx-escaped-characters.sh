#!/usr/bin/env bash
# openpyxl 3.1.5, exceljs 4.4.0 and xlsx-populate 1.21.0: a line break of Windows is shown as `_x000D_`.
#
# Guessed: a text with "\r\n" that XlsxWriter 3.3.1 has written comes back as it was, for the escape is the standard's
# (ECMA-376, ST_Xstring) and Excel undoes it.
# Seen: openpyxl and xlsx-populate leave `_x000D_` in the text, wherever the file keeps it; exceljs does so if it is
# kept in the cell, as XlsxWriter does in constant memory, not in the table of texts. A text that really has `_x0041_`
# is shown with `_x005F_` before it, by openpyxl only where it is kept in the cell. python-calamine, SheetJS 0.18.5 and
# read-excel-file undo everything. So pandas 3.1.1 reads two texts from one cell, by its engine, and the engine that it
# takes by default is to change from openpyxl to calamine.
# What follows: who writes XLSX has "\n" as the only line break and leaves control characters out.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  xlsxwriter==3.3.1 openpyxl==3.1.5 python-calamine==0.9.1 pandas==3.1.1
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  xlsx@0.18.5 exceljs@4.4.0 read-excel-file@9.3.17 xlsx-populate@1.21.0 >/dev/null 2>&1
cat >"$work/write.py" <<'PYTHON'
import sys

from xlsxwriter import Workbook

with Workbook("text.xlsx", {"constant_memory": sys.argv[1] == "inline"}) as book:
    book.add_worksheet("Text").write_string(0, 0, "uno\r\ndos _x0041_")
PYTHON
cat >"$work/read.py" <<'PYTHON'
import json
import warnings

import openpyxl
import pandas
import python_calamine

warnings.simplefilter("ignore")
read = {
    "openpyxl": openpyxl.load_workbook("text.xlsx").active["A1"].value,
    "calamine": python_calamine.CalamineWorkbook.from_path("text.xlsx").get_sheet_by_index(0).to_python()[0][0],
    "pandas by openpyxl": pandas.read_excel("text.xlsx", header=None, engine="openpyxl")[0][0],
    "pandas by calamine": pandas.read_excel("text.xlsx", header=None, engine="calamine")[0][0],
}
for name, words in read.items():
    print(name, json.dumps(words))
PYTHON
cat >"$work/read.mjs" <<'JS'
import { readFileSync } from "node:fs";
import ExcelJS from "exceljs";
import { readSheet } from "read-excel-file/node";
import SheetJS from "xlsx";
import Populate from "xlsx-populate";

const book = new ExcelJS.Workbook();
await book.xlsx.readFile("text.xlsx");
const read = {
  exceljs: book.getWorksheet("Text").getCell("A1").value,
  "xlsx-populate": (await Populate.fromFileAsync("text.xlsx")).sheet("Text").cell("A1").value(),
  SheetJS: SheetJS.read(readFileSync("text.xlsx")).Sheets.Text.A1.v,
  "read-excel-file": (await readSheet("text.xlsx", "Text"))[0][0],
};
for (const [name, words] of Object.entries(read)) console.log(name, JSON.stringify(words));
JS
cd "$work"
shown() { # a cell's text as each reader has it, the text kept in a table of texts or in the cell
  venv/bin/python write.py "$1"
  venv/bin/python read.py
  node read.mjs
}

shared=$(shown shared) inline=$(shown inline)
printf 'In a table of texts\n%s\nIn the cell\n%s\n' "$shared" "$inline"
undone='"uno\r\ndos _x0041_"' left='"uno_x000D_\ndos _x005F_x0041_"' half='"uno_x000D_\ndos _x0041_"'
table() { # the readers in order, each with the text that it shows
  printf '%s %s\n' openpyxl "$1" calamine "$undone" "pandas by openpyxl" "$1" "pandas by calamine" "$undone" \
    exceljs "$2" xlsx-populate "$left" SheetJS "$undone" read-excel-file "$undone"
}
[ "$shared" = "$(table "$half" "$undone")" ]
[ "$inline" = "$(table "$left" "$left")" ]
