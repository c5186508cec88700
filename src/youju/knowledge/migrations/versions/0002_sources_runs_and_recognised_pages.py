"""Names of documents, roots to look at again, runs with a state, recognised pages, places of passages."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. Every document keeps its id; its key becomes its first name."""
    _sources()
    _versions()
    _runs()
    _page_readings()
    op.create_table(
        "deletions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("passages") as table:
        table.add_column(sa.Column("places", sa.JSON(), nullable=False, server_default="[]"))
        table.add_column(sa.Column("heads", sa.JSON(), nullable=False, server_default="[]"))


def _sources() -> None:
    op.create_table(
        "sources",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("document_id", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("root", sa.String(), nullable=True),
        sa.Column("container", sa.String(), nullable=True),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("modified_ns", sa.BigInteger(), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("problem", sa.String(), nullable=True),
        sa.Column("problem_code", sa.String(), nullable=True),
        sa.Column("readers", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
    )
    for column in ("document_id", "root", "container", "content_hash"):
        op.create_index(f"ix_sources_{column}", "sources", [column])
    op.execute(
        "INSERT INTO sources (key, document_id, name, content_hash, seen_at, added_at) "
        "SELECT d.key, d.id, d.source, v.content_hash, v.created_at, d.created_at "
        "FROM documents d JOIN versions v ON v.id = d.live_version_id"
    )
    op.create_table(
        "roots",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("location", sa.String(), nullable=False),
        sa.Column("wish", sa.JSON(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    _documents_without_key()


def _documents_without_key() -> None:
    """SQLite cannot drop a unique column: the table is written anew. Migrations run without foreign keys, so that the
    rows of its children stay."""
    op.create_table(
        "documents_new",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("category", sa.String(), nullable=True),
        sa.Column("collection", sa.String(), nullable=True),
        sa.Column("live_version_id", sa.String(), nullable=True),
        sa.Column("replaces", sa.String(), nullable=True),
        sa.Column("title_rule", sa.String(), nullable=True),
        sa.Column("said", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.execute(
        "INSERT INTO documents_new (id, source, category, collection, live_version_id, said, created_at) "
        "SELECT id, source, category, collection, live_version_id, '{}', created_at FROM documents"
    )
    op.drop_table("documents")
    op.rename_table("documents_new", "documents")
    op.create_index("ix_documents_replaces", "documents", ["replaces"])


def _versions() -> None:
    """Which reader it was is not known of old versions: they are read again when their file is looked at."""
    with op.batch_alter_table("versions") as table:
        table.add_column(sa.Column("own_title", sa.String(), nullable=True))
        table.add_column(sa.Column("name", sa.String(), nullable=False, server_default=""))
        table.add_column(sa.Column("reader", sa.String(), nullable=False, server_default=""))
    op.execute("UPDATE versions SET own_title = title")
    op.execute("UPDATE versions SET name = (SELECT source FROM documents WHERE documents.id = versions.document_id)")


def _runs() -> None:
    with op.batch_alter_table("import_runs") as table:
        table.add_column(sa.Column("state", sa.String(), nullable=False, server_default="done"))
        table.add_column(sa.Column("caller", sa.String(), nullable=False, server_default="owner"))
        table.add_column(sa.Column("wish", sa.JSON(), nullable=False, server_default="{}"))
        table.add_column(sa.Column("staged", sa.String(), nullable=True))
        table.add_column(sa.Column("total", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("import_items") as table:
        table.add_column(sa.Column("result", sa.String(), nullable=False, server_default="imported"))
        table.add_column(sa.Column("pages", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("passages", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE import_items SET result = 'refused' WHERE outcome IN ('failed', 'duplicate')")
    op.execute("UPDATE import_items SET result = 'partial' WHERE outcome = 'needs_ocr'")
    op.execute(
        "UPDATE import_runs SET total = (SELECT count(*) FROM import_items WHERE import_items.run_id = import_runs.id)"
    )


def _page_readings() -> None:
    op.create_table(
        "page_readings",
        sa.Column("image_hash", sa.String(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("lines", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("image_hash", "engine"),
    )
    op.create_table(
        "page_images",
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("image_hash", sa.String(), nullable=False),
        sa.Column("width", sa.Float(), nullable=False),
        sa.Column("height", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("content_hash", "page"),
    )
    op.create_index("ix_page_images_image_hash", "page_images", ["image_hash"])
