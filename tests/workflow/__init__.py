"""RuleLang inside other tools: Python, pytest, pre-commit, GitHub, highlighters."""
