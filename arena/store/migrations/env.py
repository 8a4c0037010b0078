"""Called by alembic with the connection that the store has opened."""

from alembic import context
from sqlmodel import SQLModel

import arena.store.tables  # noqa: F401 - fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
context.run_migrations()
