"""What has happened, and the abilities that wait for it."""
