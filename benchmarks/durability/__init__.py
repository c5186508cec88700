"""Whether a reader ever sees half a change: asking while a document is replaced, and kill -9 in the middle of changes.

python -m benchmarks durability                              10,000 asks by four processes, 100 kills
python -m benchmarks.durability --asks 500 --kills 10        fewer
"""

from benchmarks.durability.running import main

__all__ = ["main"]
