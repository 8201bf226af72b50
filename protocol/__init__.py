"""The wire: bytes to records and back, sans I/O, and the client library that bots use."""
