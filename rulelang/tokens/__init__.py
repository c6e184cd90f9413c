"""Words, numbers, texts and layout of a rulebook, with every remark and blank kept."""
