"""The adversary: good answers made bad, in every way that a model has of being wrong, and what the product shows of them.

python -m benchmarks adversary            prints the table
python -m benchmarks.adversary --write    rewrites docs/adversary.md
"""
