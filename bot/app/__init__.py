"""The composition root: what the configuration says is put together and served.

`config` reads the configuration; `wiring` opens the store and the pipeline; `serving` starts `api_service` and
`chat_service`, the latter the bot (`service`) and the jobs (`scheduler`, `housekeeping`). `tokens` has the keys,
`warming` does beside the start what is slow the first time. `simulation` runs jobs and sender over a copy of the
database, for assistants in a process of its own (`rehearsals`, `rehearsing`). `demo` and `demo_data` run everything
over the stand-in of Telegram.
"""
