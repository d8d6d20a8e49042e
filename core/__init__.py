"""The domain: every resource and every rule, and nothing of the web, the database or the chat.

Where things live:

- `model` the values all aggregates share; `settings` what an installation may set; `errors` what can be refused;
  `access` who may do what, as a table; `paging` part of a list;
- `requests` the door by which JSON, query strings and words become validated requests; `named_people` whom they name
  by id, `colleagues` by name;
- `use_case` the one pipeline (actor → use case → commit → result); `ports` what it asks of a store;
- `users`, `tasks`, `daily_logs`, `events`, `series`, `participants`, `visibility`, `reminders`, `event_types`,
  `examples`: a file an aggregate, read from top to bottom: model, requests, use cases, rules;
- `meetings` an event with its people and its reminder at once; `event_drafts` what words make of one;
- `absences` the days on which people are away, `absence_outlook` what these come to, `task_moves` what becomes of the
  tasks that are due then, `absence_drafts` what words make of one; `schedules` people's working weeks;
- `working_time` makes of both, and of `public_holidays`, when a person works; `slot_search` when several could meet, by
  the arithmetic of `free_slots`;
- `task_edits` one field of a task at a time, as a button changes it; `assigning` whom one may name for it;
- `agenda` a day's events as they concern a person; `free_time` who is free at the time that a draft asks about;
- `drafts` what a person is putting together in the chat, until they save it; `task_drafts` what words make of
  a task;
- `task_search` one's open tasks by words;
- `groups` group chats that show a team: who links them, who asks in them, whose eyes they see with;
- `jobs/` what happens by the clock or on demand, a file a job; `outbox` messages to people and what became of them,
  `sending` which are due and what holds one back, `ledger` why somebody was told something or not, `dead_letters` what
  Telegram refused, `upcoming` when something will be due; `task_news`, `nudges`, `snoozes` leave such messages,
  `surveys` answers one;
- `day_sums` days summed up, from which `day_overview` tells a team's day and `overview` people × days;
- `red`: what is red, since when and why; `late_tasks`: what is past its date; `summaries`: today in short;
  `availability`: who is busy when, as follows from events and participants;
- `traffic_light`, `calendar_time`, `date_times`, `recurrence`: pure arithmetic;
- `zones` time zones by name or place; `phrases` what a person means by "el próximo viernes a las 5 con @ana", in
  Spanish and English;
- `i18n` and `locale/` every text that a person reads.

How a request travels: a front end (route, chat handler, command) finds the `Actor`, has `requests` make the request,
and hands both with a use case to `Pipeline.run`. That opens a unit of work, gives the use case its `Context`, commits,
and returns the result, or lets a `DomainError` through with nothing changed. The front end puts it in its own words.
"""
