"""Generated from protos/tractor by protos/generate.py."""
