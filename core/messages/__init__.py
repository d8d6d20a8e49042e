"""The outbox: `outbox` writes each message in the transaction that causes it; `core.delivery` says when it is sent."""
