"""What was: earlier views, finished matches, records as text."""
