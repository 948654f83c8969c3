"""`arena verify`: what was published of a cup, checked from the published files alone, as a stranger would."""
