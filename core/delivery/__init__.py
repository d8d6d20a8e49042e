"""Sending what the outbox holds, and what people do with messages.

- `sending`: which messages are due and what holds one back. `leases`: which process sends.
- `ledger`: why a person was written to, or was not. `dead_letters`: what Telegram refused.
- `nudges`, `snoozes`: messages that people ask for. `surveys`: the answers to questions about late tasks.
"""
