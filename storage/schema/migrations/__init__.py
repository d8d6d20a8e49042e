"""How the schema came to be: Alembic's environment and one file a revision, forward only."""
