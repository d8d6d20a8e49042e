"""Column types for migrations. These never change, for databases were made with them."""

import sqlalchemy as sa
from alembic import op

INTEGER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite")


def choice(name: str, *values: str) -> sa.Enum:
    """Return the type of a column that has one of these words."""
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=max(map(len, values)))


def flag(name: str) -> sa.Boolean:
    """Return the type of a column that has yes or no."""
    return sa.Boolean(create_constraint=True, name=name)


def on_sqlite() -> bool:
    """Return whether the database that is migrated is a SQLite file."""
    return op.get_context().dialect.name == "sqlite"
