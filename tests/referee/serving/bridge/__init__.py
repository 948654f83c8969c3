"""Tests of the bridge between gRPC and trio, over real gRPC; where it matters, from other processes."""
