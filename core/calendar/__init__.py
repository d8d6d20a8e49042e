"""Events, series, what is attached to them, availability and free slots."""
