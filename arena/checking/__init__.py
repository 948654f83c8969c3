"""`arena check-bot`: a bot is built, examined and made to play whole games, as a tournament would do it."""
