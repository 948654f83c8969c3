"""The files of a published cup: written beside their places, put there together, and what is out of date removed."""
