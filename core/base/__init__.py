"""What every other package of the core uses.

- `errors`: refusals as codes with parameters.
- `model`: enums, sized texts and numbers, and the base Structs `Model` and `Request`.
- `paging`: parts of lists. `settings`: what an installation may set.
- `calendar_time`: the clock, dates, intervals. `date_times`: date-times as written, and instants of a zone.
"""
