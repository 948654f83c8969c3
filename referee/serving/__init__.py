"""The referee at work: streams, chairs, clocks and tables."""
