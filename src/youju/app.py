"""The assembly: reads settings, builds the parts, and offers them to the faces as one object.

The one place that knows every part. Faces (command line, HTTP) use `Youju` and nothing below it, except values.
"""

from __future__ import annotations
