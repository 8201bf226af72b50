"""One server, put together and taken apart in the reverse order; several as workers behind one port; the demo."""
