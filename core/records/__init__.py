"""The Structs that the store keeps and returns, one file for each domain: data only, no rules and no I/O.

`people`, `tokens`, `calendar`, `work` (tasks and daily logs), `messages` (the outbox), `jobs`, `drafts`, `chat`,
`examples`. A `NewX` is an X before the store gives it an id.
"""
