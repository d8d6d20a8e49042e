"""The chat's handlers, a module a subject: each maps screens, actions, commands and typed answers to use cases.

A handler translates: callback or words → request (`core.application.requests`) → use case → `Reply`. Functions named
`draw_*` draw a screen, `press_*` do an action, `*_typed` carry out a command, `typed_on_*` take a typed answer. The
module's `HANDLERS` says which is for what; `bot.chat.router` lists the modules.
"""
