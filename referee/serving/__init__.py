"""The referee at work: streams, chairs, clocks and tables."""

from __future__ import annotations

import os

# Read by gRPC when it is first imported, which only modules below this package do. Its fork handlers are not wanted in
# a process that starts children; its complaints about connections that come and go are not wanted on stderr.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
