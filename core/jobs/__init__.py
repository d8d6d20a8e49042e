"""Jobs, which run by the clock or on demand, a file each: what is due, what changes, what is sent.

- `timetable`: when each job runs. `running`: how a run is recorded. `upcoming`: when something will be due next.
  `rehearsal`: what is asked of the days to come. `service_state`: what waits, when each job last ran, who leads.
- `day_prompts` (with `day_times`, `group_summaries`), `reminders`, `overdue_survey`, `overdue_regular`,
  `period_summaries`, `expiring_tokens`: messages.
- `planning_sync`, `birthday_sync`: changes. `pruning`: deleting what is no longer needed.
"""
