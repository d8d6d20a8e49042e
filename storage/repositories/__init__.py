"""The ports of the core, implemented by a class each: statements as class attributes, above the methods that run them.

Selects that several methods or repositories share have modules of their own: `event_filter` (who sees which events),
`spans` (which events overlap a time), `daily_log_views` and `at_risk_items`.
"""
