"""The sample bots, which stand alone below sample_bots/python; pytest and mypy find their modules there."""
