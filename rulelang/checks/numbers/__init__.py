"""What can be said about numbers without playing: between which bounds they lie, given all that is asked before."""
