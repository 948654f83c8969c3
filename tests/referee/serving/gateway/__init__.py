"""Tests of the gateway for bots from elsewhere, over real TLS and gRPC on loopback."""
