"""The Telegram bot, the stand-in of the Bot API it is tried on, and the composition root of the whole product.

An update on its way: `receiver` (where `polling` lets it ask) or `webhook` has `inbox` write it down; `processor` takes
a chat's in order; `router` reads it (`updates`, `commands`, `places/`) and finds the handler in `handlers/`, which runs
use cases by its `turn` and draws with `panels/` and `pictures/`; `outgoing` sends that, `memory` keeps what each
message shows. `groups` answers in group chats, `sharing` inline, `menus` sets the menus of commands. `service` is all
of it, over `connection` and `raw_bot`; `ports` is what it asks of a store.

What goes out unasked: `clockwork` ticks, `leadership` says in which process (`holders` whose is over), `sender` sends
what is due at the pace of `pacing`, `housekeeping` forgets. `rehearsal` does the same ahead of time, without sending.

The composition root: `cli/` (`__main__`) reads `config` and has `wiring` put everything together; `listening` and
`warming` are parts of a start, `ending` hears of the end; `supervisor` starts several processes, each a `worker`;
`demo` with `demo_data` is all of it over `sandbox/`, the stand-in.
"""
