"""The needs of any server: settings, logs, metrics, clocks, processes."""
