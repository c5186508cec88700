"""Fewer asks and kills: see `benchmarks.durability`."""

import sys

from benchmarks.durability.running import main

main(sys.argv[1:])
