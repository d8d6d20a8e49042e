#!/usr/bin/env bash
# holidays 0.109, workalendar 17.0.0 (pip) and date-holidays 3.37.0 (npm): other days off in Mexico, Colombia and Spain.
#
# Guessed: Mexico's new presidents have 1 October of 2024 off in holidays and date-holidays, 1 December in workalendar;
# the three agree on Colombia, on the whole of Spain, and on 12 of its 17 communities in 2026.
# Seen: date-holidays has 1 December for the presidents of 2024 and 2030, workalendar neither. workalendar moves Mexico's
# holidays from Saturday to Friday and from Sunday to Monday, which no law does, and has 31 December off in most years.
# It does not know Colombia's nineteenth holiday, of July, since 2026. holidays leaves out Spain's holidays on Sundays,
# as the official list does, so that all 17 communities differ; from Monday to Saturday 7 of them do: date-holidays has
# neither 9 October of Valencia nor 9 June of Murcia, and 28 July of Cantabria a month early.
# What follows: compare a year's days with the official list before anything is counted in working days.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" date-holidays@3.37.0 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check holidays==0.109 workalendar==17.0.0
cd "$work"

cat >public.mjs <<'JS'
import Holidays from "date-holidays";

const communities = "AN AR AS CN CB CL CM CT VC EX GA IB RI MD NC PV MC".split(" ");
const asked = [["MX"], ["CO"], ["ES"], ...communities.map((each) => ["ES", each])];
const days = (place) =>
  [2024, 2026, 2027, 2030].flatMap((year) =>
    new Holidays(...place).getHolidays(year).filter((each) => each.type === "public").map((each) => each.date.slice(0, 10)),
  );
console.log(JSON.stringify(Object.fromEntries(asked.map((place) => [place.join("-"), days(place)]))));
JS
TZ=UTC node public.mjs >npm.json

venv/bin/python - <<'PYTHON'
import json
from datetime import date
from pathlib import Path

from holidays import country_holidays
from workalendar.america import Colombia, Mexico

SUNDAY = 6
npm = {place: {*map(date.fromisoformat, days)} for place, days in json.loads(Path("npm.json").read_text()).items()}


def known(place, year):
    country, _, part = place.partition("-")
    return {*country_holidays(country, subdiv=part or None, years=year)}


def of_year(days, year):
    return {each for each in days if each.year == year}


def told(days):
    return [f"{each:%m-%d}" for each in sorted(days)]


def in_workalendar(calendar, year):
    return of_year((day for day, _ in calendar.holidays(year)), year)


for year in (2024, 2030):
    terms = {date(year, 10, 1), date(year, 12, 1)}
    seen = [told(days & terms) for days in (known("MX", year), npm["MX"], in_workalendar(Mexico(), year))]
    print("A president of Mexico", year, "· holidays, date-holidays, workalendar", *seen)
    assert seen == [["10-01"], ["12-01"], []]
moved = told(in_workalendar(Mexico(), 2027) - known("MX", 2027))
print("Mexico 2027, workalendar alone", moved)
assert moved == ["04-30", "12-24", "12-31"]

july = date(2027, 7, 12)
seen = [july in days for days in (known("CO", 2027), npm["CO"], in_workalendar(Colombia(), 2027))]
print("Colombia,", july, seen)
assert seen == [True, True, False]

spain = told(of_year(npm["ES"], 2026) - known("ES", 2026))
print("Spain 2026, date-holidays alone", spain)
assert spain == ["11-01", "12-06"]
communities = [place for place in npm if place.startswith("ES-")]
differ = {place: known(place, 2026) ^ of_year(npm[place], 2026) for place in communities}
on_weekdays = {place: {each for each in days if each.weekday() != SUNDAY} for place, days in differ.items()}
for place, days in on_weekdays.items():
    print(place, "holidays", told(days & known(place, 2026)), "date-holidays", told(days - known(place, 2026)))
assert all(differ.values())
print(len(communities), "communities,", sum(map(bool, on_weekdays.values())), "differ from Monday to Saturday")
assert (len(communities), sum(map(bool, on_weekdays.values()))) == (17, 7)
assert [told(on_weekdays[place]) for place in ("ES-VC", "ES-MC")] == [["10-09"], ["06-09"]]
assert told(differ["ES-CB"] - {date(2026, 11, 1), date(2026, 12, 6)}) == ["06-28", "07-28"]
PYTHON
