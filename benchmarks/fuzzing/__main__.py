"""Some mutations: see `benchmarks.fuzzing`."""

import sys

from benchmarks.fuzzing.running import main

main(sys.argv[1:])
