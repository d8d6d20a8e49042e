"""The SQL of both engines: statements and their compilation, expressions, column types, an engine's interfaces."""
