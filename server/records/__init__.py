"""The past: earlier views, finished matches, records as text."""
