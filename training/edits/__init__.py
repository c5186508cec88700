"""Ways to change one fact of a sentence. Each offers `Edit`s; training.corruptions refuses what is still true."""
