"""Who asks: the argument that every function which can return document content takes."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    """A person or program with roles.

    A document without roles is open to every caller; a document with roles needs one of them. `reads_all` is the
    owner of the folder.
    """

    name: str
    roles: frozenset[str] = frozenset()
    reads_all: bool = False

    def may_read(self, document_roles: Set[str]) -> bool:
        """Whether a document that carries `document_roles` is open to this caller."""
        return self.reads_all or not document_roles or not self.roles.isdisjoint(document_roles)


OWNER = Caller(name="owner", reads_all=True)
"""The owner of the home folder: the command line's default, never the server's for other people."""
