"""One server, put together and taken apart; several as workers behind one port; the demo."""
