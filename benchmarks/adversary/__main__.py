"""`python -m benchmarks.adversary [--write] [--failures FILE]`."""

from benchmarks.adversary.report import main

if __name__ == "__main__":
    main()
