#!/usr/bin/env bash
# SheetJS 0.18.5, the newest `xlsx` on npm: a day of a CSV file is the evening before, west of Greenwich.
#
# Guessed: 2026-11-02 in CSV is the serial number 46328 everywhere; the local mean time of 1900 is only in old dates.
# Seen: the day is read as midnight in UTC and written as local time, so in Mexico City it is 46327.75, which is shown as
# the day before, and in Madrid 46328.04. Both have besides a trifle of local mean time: 09:05 is 09:04:24 in Mexico
# City and 09:04:16 in Madrid; in XLSX with `cellDates` the same hour is 36 and 44 seconds late. 0.20.3 has the day right;
# npm has it as @e965/xlsx only.
# What follows: whoever reads files that others wrote takes 0.20.3, or reads serial numbers from XLSX.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" xlsx@0.18.5 @e965/xlsx@0.20.3 >/dev/null 2>&1
cat >"$work/run.cjs" <<'JS'
const [, , name] = process.argv;
const SheetJS = require(name);
const { Sheets } = SheetJS.read("Day,Hour\n2026-11-02,2026-11-02 09:05\n", { type: "string" });
const [, [day, hour]] = SheetJS.utils.sheet_to_json(Sheets.Sheet1, { header: 1 });
const [, [shown]] = SheetJS.utils.sheet_to_json(Sheets.Sheet1, { header: 1, raw: false });
const seconds = Math.round((hour % 1) * 86400);
console.log(SheetJS.version, process.env.TZ, shown, day.toFixed(2), new Date(seconds * 1000).toISOString().slice(11, 19));
JS
cd "$work"
seen=$(for name in xlsx @e965/xlsx; do for zone in America/Mexico_City Europe/Madrid UTC; do TZ=$zone node run.cjs $name; done; done)
echo "$seen"
[ "$seen" = "0.18.5 America/Mexico_City 11/1/26 46327.75 09:04:24
0.18.5 Europe/Madrid 11/2/26 46328.04 09:04:16
0.18.5 UTC 11/2/26 46328.00 09:05:00
0.20.3 America/Mexico_City 2026-11-02 46328.00 09:05:00
0.20.3 Europe/Madrid 2026-11-02 46328.00 09:05:00
0.20.3 UTC 2026-11-02 46328.00 09:05:00" ]
