"""Knowledge of other nodes: leases, messages, and notes of crashes."""
