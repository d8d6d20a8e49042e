"""Sending what the outbox holds, who sends it, and what people are reminded of and asked."""
