"""What only the kit for C++ does."""
