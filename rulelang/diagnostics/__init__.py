"""What RuleLang tells the author: findings as data (`model`), their words (`catalogue`) and their looks (`render`)."""

from rulelang.diagnostics.model import (
    Diagnostic,
    Edit,
    Fix,
    Label,
    Safety,
    Severity,
    in_reading_order,
    worst,
)

__all__ = ["Diagnostic", "Edit", "Fix", "Label", "Safety", "Severity", "in_reading_order", "worst"]
