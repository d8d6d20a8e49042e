"""Tasks and daily logs, and how a team's days and tasks stand.

- `tasks` and their comments. `task_edits`: one field at a time, as a button does. `assigning`, `assignments`: who may
  be responsible. `task_news`: messages about a task. `task_search`: one's open tasks by words.
- `asked_tasks`: tasks that people ask of colleagues to whom they may not give any.
- `task_rules`: tasks that are made again and again, by `rule_making`, on the dates of `rule_dates`.
- `daily_logs`: the day's log and its items. `traffic_light`: the colour that an item starts with.
- `red`, `late_tasks`, `summaries`: what is red, what is late, today in short.
- `red_news`: how a red begins and ends, and who is told. `red_help`: its reason and helpers.
- `followers`: who follows a task or has muted it. `search`: tasks, comments and events by their words.
- `day_overview`: a team's day, and sums of days. `overview`: people × days.
- `reports`: a team's days and their sums, to be taken along. `report_files`: the same as CSV and XLSX.
  `period_summaries`: the same in short, beside the period before.
- `changes`: the journal as people read it. `undo`: taking back what is in it, by `task_undo` and `day_undo`.
- `history`: what became of one thing. `last_change`: what a person changed last, and taking that back.
- `handover`: what somebody who leaves has in hand, passed on to a colleague.
- `absence_outlook`: what follows from an absence. `task_moves`: what becomes of the tasks that are due then.
"""
