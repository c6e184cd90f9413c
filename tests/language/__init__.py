"""Every form of the language, from its text to a played game."""
