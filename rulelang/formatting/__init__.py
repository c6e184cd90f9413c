"""The one common layout of rulebooks: works on words and remarks, never on the tree, so that nothing is lost."""

from rulelang.formatting.layout import FormattingFault, format_source

__all__ = ["FormattingFault", "format_source"]
