"""The commands of `arena`: their options and exit statuses. What they do is elsewhere, and loaded when it is used."""
