"""Saved games and replays."""
