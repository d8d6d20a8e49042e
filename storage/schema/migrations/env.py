"""Alembic's environment: run by `storage.schema.upgrade`, which brings the connection and its transaction."""

from alembic import context

from storage.schema.metadata import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
