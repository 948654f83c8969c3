"""What only the kit for Rust does."""
