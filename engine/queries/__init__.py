"""Questions about the state: who and what is meant, characteristics, what is forbidden."""
