"""Effects of texts that resolve: instructions, in the order written."""
