"""The reading of people, days, times, recurrences, priorities and reminders in a person's words, without a clock.

`reading.read` analyses a text for what is sought in it (`TASK`, `EVENT`, `FREE_TIME`, `DAYS_ONLY`) and gives an
`Understood`: the meaning, the words that say it, the readings that were chosen, what was left in doubt, and the
description that remains. `past_dates.past_date` reads a date in the past and nothing else.

A text passes through `folding` (lower case, no accents, shorthand and misspelt days as meant), `scanning` (every phrase
of the tables that fits), `ranges` ("from … to" in two phrases), `disambiguation` with `exclusions` (is it meant there?)
and `remaining` (the description). Phrases are added to the tables `day_table`, `hours`, `clock_zones`,
`half_open`, `recurrence`, `people` and `reminder_leads`, in the notation of `vocabulary`; what they mean is in `days`,
`hours`, `arithmetic` and `within`. Spanish and English are read alike. The first text read compiles them, in a fifth
of a second; then a text takes less than a millisecond, unless dateparser must help (`spelling`): call `read` off the
event loop.

What the grammar decides, with a `Note` wherever another reading was possible:

- a weekday is the next one after today, "this" one may be today, "next" is the nearest;
- an hour without half of the day is the one within twelve hours of 07:00: 5 is 17:00, 8 is 08:00; but a dinner is in
  the evening and a breakfast in the morning;
- the night goes on after midnight: "tomorrow night at 1" is an hour of the day after; 12 "de la mañana" is noon;
- "after four", "from four on" and "before noon" are open ends where a free slot is sought, which ends by the latest;
  for an event, "from four" is its start, and the others are not times;
- where only days count, a part of a day stands for all of it;
- 3/4 is the third of April in Spanish and the fourth of March in English;
- 24-12 is a date, as 24/12 is; 3-7, which may also be two days, is a `Doubt`;
- a date without a year that has passed is next year's; a range that includes today began in the past.

Something that repeats is read where `REPEATS` is sought, beside days: `Understood.repeats` is its rule and
`Understood.days` its first date. Weekdays from one to another, "de lunes a viernes", repeat beside a time. Elsewhere
"cada viernes" is no one day, and a `Doubt`.

A word that may be just a word ("contrato de mayo", "Domingo Pérez", "24/7") stays in the description, as a `Doubt`.
"""
