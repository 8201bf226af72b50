"""What texts do once they resolve: instructions, in the order written."""
