"""What people are told: gestures, projections, why not."""
