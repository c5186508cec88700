"""Editions of one work, passages with a term of their own, the 目 of a statute."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. What was there keeps its meaning: no passage has a term of its own yet."""
    for name in ("sections", "passages"):
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column("subitem", sa.Integer(), nullable=True))
    with op.batch_alter_table("passages") as table:
        table.add_column(sa.Column("effective_from", sa.Date(), nullable=True))
        table.add_column(sa.Column("effective_to", sa.Date(), nullable=True))
    op.create_table(
        "editions",
        sa.Column("document_id", sa.String(), nullable=False),
        sa.Column("line", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("issuer", sa.String(), nullable=True),
        sa.Column("number", sa.String(), nullable=True),
        sa.Column("place", sa.String(), nullable=True),
        sa.Column("part", sa.String(), nullable=True),
        sa.Column("published", sa.Date(), nullable=True),
        sa.Column("commences", sa.Date(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("repeals", sa.JSON(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("document_id"),
    )
    op.create_index("ix_editions_line", "editions", ["line"])
