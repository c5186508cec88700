"""How often tools may be called for one question: one budget, shared by all tools."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """`allowed` calls; the one retry adds its grant. `refused` counts calls beyond it; `over`: one was refused."""

    allowed: int
    used: int = 0
    refused: int = 0
    over: bool = False

    def spend(self) -> bool:
        """Take one call. False when none is left."""
        if self.used < self.allowed:
            self.used += 1
            return True
        self.refused += 1
        self.over = True
        return False

    def grant(self, calls: int) -> None:
        """Allow so many calls from here, whatever was left before."""
        self.allowed = self.used + calls
        self.over = False
