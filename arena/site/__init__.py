"""What readers see: pages, drawings and replays in their languages, made of a board, outcomes and records alone."""
