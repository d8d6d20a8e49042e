"""Drafts: what a person puts together in the chat, until it is saved.

- `drafts`: keeping, changing and saving one.
- `task_drafts`, `event_drafts`, `absence_drafts`: reading one from words, and the request that it becomes.
- `free_time`: who is free at the time of an event's draft.
"""
