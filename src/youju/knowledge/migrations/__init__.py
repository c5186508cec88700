"""Alembic migrations of the ledger. `HEAD` is the newest revision: the ledger that this code can use."""

HEAD = "0004"
