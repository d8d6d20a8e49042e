#!/usr/bin/env bash
# rrule 2.8.1, rrule-temporal 2.2.8 (npm) and recurrent 0.4.1 (pip): a rule in words is another rule.
#
# Guessed: what toText cannot say is marked "(~ approximate)", and what fromText cannot read is refused; words that the
# package itself wrote are read as the rule that they came from.
# Seen: rrule calls the last workday of a month "every month on weekdays", and its isFullyConvertibleToText is true;
# read again, that is every workday. "every day at 9:30am" is at 9, "every january 1" any day, and "until December 31"
# ends as the day begins. rrule-temporal calls the last Friday but one of a month "último viernes", as it does the last,
# and Monday to Friday of every other week "cada 2 semanas". recurrent makes "every day for 10 days" the tenth day of
# each year, "every first monday of the quarter" every Monday, and "daily except monday" all days but one Monday.
# What follows: show the first dates beside the words, and ask where a word is left over.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" rrule@2.8.1 rrule-temporal@2.2.8 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check recurrent==0.4.1
cd "$work"

cat >run.mjs <<'JS'
import assert from "node:assert";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";

const { RRule } = rrule;
const bare = (rule) => String(rule).replace("RRULE:", "");
const written = {
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1": ["every month on weekdays", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR"],
  "FREQ=MONTHLY;BYDAY=-1FR": ["every month on the last Friday", "FREQ=MONTHLY;BYDAY=-1FR"],
  "FREQ=DAILY;UNTIL=20271231T235959Z": ["every day until December 31, 2027", "FREQ=DAILY;UNTIL=20271231T000000Z"],
};
for (const [rule, [words, again]] of Object.entries(written)) {
  const read = RRule.fromString(rule);
  console.log(rule, "→", read.toText(), "→", bare(RRule.fromText(read.toText())));
  assert.deepEqual([read.toText(), bare(RRule.fromText(read.toText()))], [words, again]);
  assert.ok(read.isFullyConvertibleToText());
}
for (const [words, rule] of [
  ["every day at 9:30am", "FREQ=DAILY;BYHOUR=9"],
  ["every january 1", "FREQ=YEARLY;BYMONTH=1"],
]) {
  console.log(words, "→", bare(RRule.fromText(words)));
  assert.equal(bare(RRule.fromText(words)), rule);
}
for (const [rule, words] of [
  ["FREQ=MONTHLY;BYDAY=-1FR", "cada mes en último viernes a las 9 UTC"],
  ["FREQ=MONTHLY;BYDAY=-2FR", "cada mes en último viernes a las 9 UTC"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "cada 2 semanas a las 9 UTC"],
]) {
  const said = toText(new RRuleTemporal({ rruleString: `DTSTART:20270105T090000Z\nRRULE:${rule}` }), "es");
  console.log(rule, "→", said);
  assert.equal(said, words);
}
JS
TZ=UTC node run.mjs

venv/bin/python - <<'PYTHON'
from datetime import datetime

from recurrent import RecurringEvent

SEEN = {
    "every day for 10 days": "RRULE:BYYEARDAY=10;INTERVAL=1;FREQ=DAILY",
    "every first monday of the quarter": "RRULE:BYDAY=MO;INTERVAL=1;FREQ=WEEKLY",
    "daily except monday": "RRULE:INTERVAL=1;FREQ=DAILY\nEXDATE:20261207",
    "every last friday of the month": "RRULE:BYDAY=-1FR;INTERVAL=1;FREQ=MONTHLY",
}
for words, rule in SEEN.items():
    read = RecurringEvent(now_date=datetime(2026, 11, 30, 10)).parse(words)
    print(words, "→", read)
    assert read.startswith(rule) and read.count("\n") == rule.count("\n")
PYTHON
