"""Files that were whole, changed at random, and what their readers do with them.

python -m benchmarks fuzzing                              10,000 mutations of every format
python -m benchmarks.fuzzing --count 500 --format PDF     some; --keep DIR saves every file that broke a promise
"""

from benchmarks.fuzzing.running import main

__all__ = ["main"]
