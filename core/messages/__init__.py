"""The outbox, through which every message to a person goes: `outbox` writes it in the transaction that causes it.

What may be sent now, and how, is in `core.delivery`.
"""
