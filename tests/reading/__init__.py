"""What is read back of rulebooks."""
