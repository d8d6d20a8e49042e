"""The ports of the core, implemented by a class each: a method is a statement, or runs those above it.

Selects that several methods or repositories share have modules of their own: `event_filter` (who sees which events),
`spans` (which events overlap a time), `daily_log_views` and `at_risk_items`.
"""
