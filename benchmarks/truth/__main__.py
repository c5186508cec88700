"""The measurement with the peers: see `benchmarks.truth`."""

import sys

from benchmarks.truth.report import main

main(sys.argv[1:])
