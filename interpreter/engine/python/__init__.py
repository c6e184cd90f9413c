"""The executor that runs Python printed from the lowered form."""
