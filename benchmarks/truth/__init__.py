"""Files whose content is known, because they are made here, read by Youju and by its peers: what each one keeps.

python -m benchmarks truth                        Youju alone
python -m benchmarks.truth --peers PYTHON         beside kreuzberg, markitdown and pdfplumber, installed for that python
                                                  (or in the environment variable YOUJU_BENCH_PEERS)
"""

from benchmarks.truth.report import main

__all__ = ["main"]
