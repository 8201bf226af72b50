"""What any server needs: settings, logs, metrics, clocks, processes."""
