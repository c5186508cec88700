"""Legal answers without a model: what a person says of their case is read, worked out and tied to the provisions."""
