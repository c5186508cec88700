"""Conversations: answers that belong together."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. Answers given before belong to no conversation."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("caller", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_sessions_caller", "sessions", ["caller"])
    with op.batch_alter_table("answers") as table:
        table.add_column(sa.Column("session_id", sa.String(), nullable=True))
        table.create_foreign_key("fk_answers_session_id", "sessions", ["session_id"], ["id"], ondelete="CASCADE")
        table.create_index("ix_answers_session_id", ["session_id"])
