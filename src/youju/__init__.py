"""有据 Youju: answers from documents you trust, every sentence traced to a passage."""

__version__ = "0.1.0"
