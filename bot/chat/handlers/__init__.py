"""What the chat can do: each module maps views to panels, presses and commands to use cases, and nothing more.

A handler translates: update → request (`core.application.requests`) → use case → reply. `bot.chat.router` finds it and
sends its reply.
"""
