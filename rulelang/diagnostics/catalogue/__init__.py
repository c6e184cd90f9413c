'''Every finding RuleLang can report, with its words and its explain page.

An entry is a small function in the module of its area (see `AREAS`). To add one:

1. Take the next free code of the area. Codes are never reused, not even those of entries that were removed.
2. Write a function that takes plain values (spans, names, numbers, candidates) and returns `say(...)`:

       @diagnostic("RL0203", title="unknown name")
       def unknown_name(span: Span, name: str, known: Sequence[str]) -> Wording:
           """A name was used that no line of the rulebook introduces.

           Every name has to be introduced once, so that nobody can be in doubt about what it means.

           Wrong:

           ```rules
           move 1 of your Cubse to the Market
           ```

           Right:

           ```rules
           move 1 of your Cubes to the Market
           ```
           """
           meant = closest(name, known)
           return say(
               f"Nothing here is called {quoted(name)}.",
               at(span, "this name"),
               Help(f"Write {quoted(meant)}.") if meant else None,
               write_instead("use the name that exists", span, meant) if meant else None,
           )

   Callers get a finished `Diagnostic`: `found.append(unknown_name(span, "Cubse", names))`.
3. The docstring is the explain page and always has this shape: one sentence on what is wrong, why it matters,
   `Wrong:` with a fenced example, `Right:` with the same example mended.
4. Both examples are run by the tests: what they speak of and do not introduce is put around them
   (`tests/diagnostics/stage.py`). The wrong one is found, and told as in its golden text; the right one is not.
5. Add a case to `tests/cases`. The tests in `tests/diagnostics` also read every entry for jargon.

Say what is wrong, where, why, and what to write instead, in short plain sentences; the author's words stand in
backticks. Severity is `Severity.ERROR` unless given. `because(span, text)` adds a second place, `Note` a fact,
`Help` what to write, `write_instead` a fix; a detail that is `None` is left out.
'''

from rulelang.diagnostics.catalogue.registry import (
    AREAS,
    Area,
    CatalogueEntry,
    all_codes,
    all_entries,
    diagnostic,
    entry,
    explain,
)

__all__ = ["AREAS", "Area", "CatalogueEntry", "all_codes", "all_entries", "diagnostic", "entry", "explain"]
