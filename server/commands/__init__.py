"""The subcommands of ``stackloop``, one module each, imported only when called."""
