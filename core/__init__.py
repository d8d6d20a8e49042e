"""The domain: every resource and every rule, and nothing of the web, the database or the chat.

The packages, each of which imports only those below it; the docstring of each says which file has which rule:

- `jobs`: what happens by the clock, a file for each job
- `delivery`: sending messages, and what people do with them
- `drafts`: what a person puts together in the chat until it is saved
- `work`: tasks, daily logs, the traffic light, and overviews of them
- `calendar`: events and what is attached to them, availability, free slots
- `people`: the directory, groups, absences, schedules
- `messages`: the outbox, where every message to a person is written
- `application`: the pipeline that runs use cases, permissions, validated requests; read it first
- `ports`: what the core asks of a store
- `records`: the Structs that a store keeps
- `language`: texts in each language, and dates and times in a person's words
- `base`: errors, enums, paging, settings, the clock

`examples` is the smallest resource, complete in one file: its requests, permissions and use cases.

A front end (route, chat handler, command) finds the `Actor`, has `application.requests` build the request, and hands
both with a use case to `Pipeline.run`, which gives the result or raises a `DomainError`. The front end puts either into
its own words.
"""

import zoneinfo

# Time zones are those of the package tzdata everywhere, whatever the machine or PYTHONTZPATH has: this comes before
# anything of ours asks for one, in every process.
zoneinfo.reset_tzpath(())
zoneinfo.ZoneInfo.clear_cache()
