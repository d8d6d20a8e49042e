"""The process and those beside it.

`event_loop` runs a command, `signals` end it, `loading` imports it, `tasks` ends what runs beside it; `supervisor`
starts several processes, each a `worker`, over the sockets of `listening`; `lease_keeper` keeps a lease among them,
`process_id` tells which are dead, `clock_watch` whether the machine's clock can be trusted; `json_log` writes the log
for programs, `programs` starts others of ours; `service_manager` tells systemd how the process is; `commit` is that of
the checkout that the program runs from.
"""
