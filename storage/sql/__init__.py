"""What both engines share: statements and how they are compiled, expressions, column types, an engine's interfaces."""
