"""Why a move was refused, and which rules did what."""
