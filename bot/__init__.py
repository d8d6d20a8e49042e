"""The Telegram bot, the stand-in of the Bot API it is tried on, and the composition root of the whole product.

An update on its way: `receiver` (where `polling` lets it ask) or `webhook` has `inbox` write it down; `processor` takes
a chat's in order; `router` reads it (`updates`, `commands`, `callbacks/`) and finds the handler in `handlers/`, which
runs use cases through its `context` and draws with `panels/` and `pictures/`; `outgoing` sends that, `memory` keeps
what each message shows. `groups` answers in group chats, `sharing` inline, `menus` sets the menus of commands.
`service` is all of it, over `connection` and `raw_bot`; `ports` is what it asks of a store.

What goes out unasked: `scheduler` ticks, `lease_keeper` says in which process (`process_id` which of them are dead),
`sender` sends what is due at the pace of `pacing`, `housekeeping` forgets. `simulation` does the
same ahead of time, without sending.

The composition root: `cli/` (`__main__`) reads `config` and has `wiring` put everything together; `listening` and
`warming` are parts of a start, `signals` hears of the end; `supervisor` starts several processes, each a `worker`;
`demo` with `demo_data` is all of it over `sandbox/`, the stand-in.
"""
