#!/usr/bin/env bash
# ical.js 2.2.1: what is on 29 February is on 1 March in other years, and BYSETPOS counts in some rules only.
#
# Guessed: a yearly event of 29 February is there in leap years, as RFC 5545 leaves out dates that do not exist, and
# BYSETPOS may be wrong in a yearly rule.
# Seen: ical.js, which Thunderbird reads with, has it on 1 March of 2029, 2030 and 2031, and a rule of January to March
# from the 31st on 3 March; with BYMONTHDAY=29 beside it, it is right. A birthday without a year, BDAY:--0229, is 1 March
# 1900 as a Date. BYSETPOS is kept to in MONTHLY and YEARLY rules with BYDAY in a month, and passed over in WEEKLY ones,
# with BYMONTHDAY and in a year: the last of Monday, Wednesday and Friday is each of them. Even in a month the first date
# may be one that the rule leaves out, and is counted: "the third of Tuesday, Wednesday, Thursday", an example of the
# RFC's, begins on a Tuesday that is the first. BYWEEKNO is passed over, too. dateutil 2.9.0, rrule 2.8.1 and
# rrule-temporal 2.2.8 (npm) agree on the right dates of all of these.
# What follows: write the parts that a rule takes from its first date, and compare what Thunderbird shows.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  ical.js@2.2.1 rrule@2.8.1 rrule-temporal@2.2.8 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check python-dateutil==2.9.0.post0
cd "$work"

cat >rules.json <<'JSON'
[
  ["20280229", "FREQ=YEARLY", "20280229 20290301 20300301 20310301", "20280229 20320229 20360229 20400229"],
  ["20280229", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "20280229 20320229 20360229 20400229", "="],
  ["20270131", "FREQ=YEARLY;BYMONTH=1,2,3", "20270131 20270303 20270331 20280131",
    "20270131 20270331 20280131 20280331"],
  ["20270105", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20270129 20270226 20270331 20270430", "="],
  ["20270105", "FREQ=YEARLY;BYMONTH=12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20271231 20281229 20291231 20301231", "="],
  ["20270105", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1", "20270106 20270108 20270111 20270113",
    "20270108 20270115 20270122 20270129"],
  ["20270105", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "20270128 20270129 20270130 20270131",
    "20270131 20270228 20270331 20270430"],
  ["20270105", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=1", "20270111 20270118 20270125 20270201",
    "20280103 20290101 20300107 20310106"],
  ["20270105", "FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;COUNT=3", "20270105 20270107 20270204",
    "20270107 20270204 20270304"],
  ["20270105", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "20270111 20270118 20270125 20270201",
    "20321227 20371228 20431228 20481228"]
]
JSON
cat >run.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";

function icalDates(text) {
  const event = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${text.replace("\n", "\r\n")}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
  const dates = new ICAL.Event(new ICAL.Component(ICAL.parse(event)).getFirstSubcomponent("vevent")).iterator();
  return Array.from({ length: 4 }, () => dates.next()).map((date) => date?.toString());
}
const readers = {
  "ical.js": icalDates,
  rrule: (text) => rrule.rrulestr(text).all((_, at) => at < 4).map((date) => date.toISOString()),
  "rrule-temporal": (text) => new RRuleTemporal({ rruleString: text }).all((_, at) => at < 4).map(String),
};
for (const [start, rule, ical, others] of JSON.parse(readFileSync("rules.json"))) {
  console.log(rule, "from", start);
  for (const [name, read] of Object.entries(readers)) {
    const dates = read(`DTSTART:${start}T090000Z\nRRULE:${rule}`).filter(Boolean);
    const seen = dates.map((date) => date.slice(0, 10).replaceAll("-", "")).join(" ");
    console.log(" ", name, seen);
    assert.equal(seen, name === "ical.js" || others === "=" ? ical : others);
  }
}
const card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ana\r\nBDAY:--0229\r\nEND:VCARD";
const birthday = new ICAL.Component(ICAL.parse(card)).getFirstPropertyValue("bday");
console.log("BDAY:--0229 is", birthday.toString(), "and", birthday.toJSDate().toDateString());
assert.deepEqual([birthday.toString(), birthday.toJSDate().toDateString()], ["--02-29", "Thu Mar 01 1900"]);
JS
TZ=UTC node run.mjs

venv/bin/python - <<'PYTHON'
import json
from datetime import datetime
from itertools import islice
from pathlib import Path

from dateutil.rrule import rrulestr

for start, rule, ical, others in json.loads(Path("rules.json").read_text()):
    dates = islice(rrulestr(rule, dtstart=datetime.strptime(start, "%Y%m%d")), 4)
    assert " ".join(f"{each:%Y%m%d}" for each in dates) == (ical if others == "=" else others), rule
print("dateutil agrees with rrule and rrule-temporal")
PYTHON
