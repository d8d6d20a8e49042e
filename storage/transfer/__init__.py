"""Copies of a database: `copying` into another, of either engine; `scratch` for a while."""
