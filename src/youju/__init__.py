"""有据 Youju: answers from documents you trust, every sentence traced to a passage."""

import os

__version__ = "0.1.0"

# A search multiplies narrow matrices: there the threads of the algebra library cost more than they bring, and stall
# beside those of the embedder. It reads this when NumPy is loaded, so it stands before everything else.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
