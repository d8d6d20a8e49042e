#!/usr/bin/env bash
# LibreOffice 7.4.7 on the command line: a byte order mark does not make CSV UTF-8, and 2026-11-02 09:05 is a text.
#
# Guessed: `--convert-to` reads a CSV file with the mark of UTF-8 as UTF-8, as the dialogue of its window proposes; and
# where 2026-11-02 is read as a date, 2026-11-02 09:05 is read as a date and time.
# Seen: the file is read as Windows-1252: "Núñez" becomes "NÃºÃ±ez", and the mark is the first three letters of the
# first heading. Of five ways to write a time only 2026-11-02T09:05:00 is one; with a blank, without seconds, or with Z it
# is a text. `--infilter=CSV:44,34,76`, which is to name comma, quote and UTF-8 only, also makes all but the one with Z
# times: "detect special numbers" is off without options, and on where options do not mention it.
# What follows: name the encoding on the command line; hand over XLSX where times matter.
#
# Needs LibreOffice Calc (Debian 12: libreoffice-calc). Works in a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf '\xef\xbb\xbfname,a,b,c,d,e,f\nNúñez,2026-11-02,2026-11-02 09:05,2026-11-02 09:05:00,2026-11-02T09:05,%s,%s\n' \
  2026-11-02T09:05:00 2026-11-02T09:05:00Z >times.csv

read_as() { # the first heading, the name, and the kind of each cell, read with further options
  soffice "-env:UserInstallation=file://$work/profile" --headless "$@" --convert-to fods times.csv >/dev/null 2>&1
  python3 - <<'PYTHON'
from xml.etree import ElementTree

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
heads, row = list(ElementTree.parse("times.fods").iter(TABLE + "table-row"))[:2]
cells = row.findall(TABLE + "table-cell")[:7]
kinds = [cell.get(OFFICE + "value-type") for cell in cells for _ in range(int(cell.get(TABLE + "number-columns-repeated", 1)))]
print("".join(heads[0].itertext()).strip(), "".join(cells[0].itertext()).strip(), *kinds[1:7])
PYTHON
}

plain=$(read_as) named=$(read_as --infilter=CSV:44,34,76) off=$(read_as --infilter=CSV:44,34,76,1,,0,false,false)
printf '%s\n' "$plain" "$named" "$off"
[ "$plain" = "ï»¿name NÃºÃ±ez date string string string date string" ]
[ "$named" = "name Núñez date date date date date string" ]
[ "$off" = "name Núñez date string string string date string" ]
