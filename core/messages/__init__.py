"""The outbox: what is to be said to whom, and why not."""
