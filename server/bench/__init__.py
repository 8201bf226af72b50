"""Measurements: load on a server, and the bare relay that it is compared with."""
