"""The adversary: good answers made bad, in every way that a model has of being wrong, and what is shown of them.

python -m benchmarks adversary            prints the table
python -m benchmarks.adversary --write    rewrites docs/adversary.md
"""

from benchmarks.adversary.report import main

__all__ = ["main"]
