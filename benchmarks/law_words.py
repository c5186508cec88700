"""Plain BM25 over one kind of token: what full-text search without any knowledge finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import tantivy

Tokens = Callable[[str], Sequence[str]]


class Words:
    """An index in memory. BM25 as tantivy has it (k1 1.2, b 0.75), any term of the question."""

    def __init__(self, texts: Sequence[str], tokens: Tokens) -> None:
        self._tokens = tokens
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("tokens", tokenizer_name="spaces", index_option="freq")
        builder.add_integer_field("row", stored=True)
        self._schema = builder.build()
        index = tantivy.Index(self._schema)
        index.register_tokenizer("spaces", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
        writer = index.writer(heap_size=96_000_000, num_threads=1)
        for row, text in enumerate(texts):
            document = tantivy.Document()
            document.add_text("tokens", " ".join(tokens(text)))
            document.add_integer("row", row)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()

    def best(self, question: str, k: int) -> list[int]:
        """Rows of the `k` best, best first."""
        terms = list(dict.fromkeys(self._tokens(question)))
        if not terms:
            return []
        clauses = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self._schema, "tokens", term, "freq")) for term in terms
        ]
        found = self._searcher.search(tantivy.Query.boolean_query(clauses), k, count=False).hits
        return [int(str(self._searcher.doc(address).get_first("row"))) for _, address in found]
