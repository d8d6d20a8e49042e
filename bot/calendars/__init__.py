"""Reads people's outside calendars, and calendar files that they send.

`client` fetches files from addresses that are checked as webhooks' are; `parser_process` has them read by `parsing` in
a process of its own, which may be slow or die, and which it talks to in `frames`; `reader` does so for what is due.
`parsing` puts the lines of a file into components (`content`), and reads their events (`events`) with the `values`,
`rules` and `zones` that these have.
"""
