"""The way to Telegram and back.

`connection` is HTTP to the Bot API, `raw_bot` the library's bot over it, `pacing` how fast messages may go out.
`receiver` (while `polling` has the lease) and `webhook` hand updates to `inbox`, which writes them down; `processor`
handles them, each chat's in order; `updates` are their shapes.
"""
