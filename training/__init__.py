"""What the project learns: corpora, corruptions and paraphrases that are made from them, and the training scripts."""
