"""Code that every other package of the core uses.

- `errors`: refusals as codes with parameters.
- `model`: enums, sized texts and numbers, and the base Structs `Model` and `Request`.
- `paging`: parts of lists. `settings`: what an installation may set.
- `calendar_time`: the clock, dates, intervals. `date_times`: date-times as written, and instants of a zone.
- `state_log`: what fails, logged when it begins and ends. `log_fields`: what lines of the log are about. `audit`:
  refused attempts. `metrics`: what the service counts of itself.
"""
