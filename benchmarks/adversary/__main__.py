"""`python -m benchmarks.adversary [--write]`."""

from benchmarks.adversary.report import main

main()
