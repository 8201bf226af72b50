"""The doors: websockets, pages, health, and the port for operators."""
