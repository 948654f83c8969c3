"""Generated from protos/tractor/v1 by protos/generate.py."""
