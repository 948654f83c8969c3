"""Tests of what may know what. Each check is also tried on a made-up source that breaks it."""
