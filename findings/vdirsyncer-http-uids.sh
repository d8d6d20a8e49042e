#!/usr/bin/env bash
# vdirsyncer 0.21.0: an event of a subscribed file gets a UID made of its own text: each change is another event.
#
# Guessed: a storage of type http keeps the UIDs of the file, one item each.
# Seen: the UID is a hash of the event. When its title or no more than its SEQUENCE changes, the former is deleted at the
# other end and another made, with another UID; what a person had put to the former there, such as an alarm, is gone.
# What follows: a stable UID is no use to whoever subscribes through vdirsyncer, and a SEQUENCE that grows without need
# makes every event new.
#
# Installs into a temporary folder, and serves a file on the loopback; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check vdirsyncer==0.21.0
cd "$work"
mkdir served kept

written() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:example BEGIN:VEVENT UID:event-1@example \
    DTSTAMP:20260101T000000Z "SEQUENCE:$1" DTSTART:20270317T100000Z DTEND:20270317T110000Z "SUMMARY:$2" END:VEVENT \
    END:VCALENDAR >served/calendar.ics
}
python3 -u -m http.server 0 --bind 127.0.0.1 --directory served >served.log 2>&1 &
server=$!
until port=$(grep -o 'port [0-9]*' served.log); do sleep 0.2; done
cat >config <<CONFIG
[general]
status_path = "$work/status"
[pair subscription]
a = "remote"
b = "local"
collections = null
[storage remote]
type = "http"
url = "http://127.0.0.1:${port#port }/calendar.ics"
[storage local]
type = "filesystem"
path = "$work/kept"
fileext = ".ics"
CONFIG

written 0 Meeting
venv/bin/vdirsyncer -c config discover </dev/null >/dev/null 2>&1
for change in "0 Meeting" "1 Meeting" "1 Moved"; do
  written $change
  venv/bin/vdirsyncer -c config sync >sync.log 2>&1
  cat sync.log
  grep -h -E '^(UID|SUMMARY)' kept/*.ics | tr -d '\r' | tee -a seen
  test "$(find kept -name '*.ics' | wc -l)" = 1
done
test "$(grep -c '^UID:' seen)" = 3
test "$(grep '^UID:' seen | sort -u | wc -l)" = 3
! grep -q '^UID:event-1@example' seen
