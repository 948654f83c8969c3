"""`arena report`: what an organiser should look at before a cup is called fair."""
