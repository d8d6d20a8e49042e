"""The migrations that make the schema: Alembic's environment and one file a revision, forward only."""
