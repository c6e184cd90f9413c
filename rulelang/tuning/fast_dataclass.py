"""Dataclasses that cost little: `dataclass`, `field` and `replace` give what the standard ones give.

The standard decorator writes and compiles six methods for every class when a module is imported, and the `__init__` of
a frozen class asks for `object.__setattr__` anew for every field. With some hundred kinds of values that was a third of
the time in which `rulelang check` looks at a small rulebook. Here methods are made when a class first needs them, and
slots are filled directly. For the reader, for type checkers and for `dataclasses.fields` nothing is different.

`hash_consed` is for frozen values with slots that stand in one another and are asked about again and again: who makes
one that is there already gets that one, and each knows its hash. So comparing two is looking whether they are one, and
what was found out about a value is kept under the value itself. Making one costs what it did; generated Python was
written in a seventh less time.

`Frozen` is for large families: what is derived from it is a frozen dataclass without saying so again.
"""

from __future__ import annotations

from dataclasses import field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

__all__ = ["Frozen", "dataclass", "field", "fields", "hash_consed", "is_dataclass", "replace"]

if TYPE_CHECKING:
    from dataclasses import Field, dataclass, replace
    from dataclasses import dataclass as hash_consed

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    class Frozen:
        """Every class derived from it is a frozen dataclass."""

        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

else:
    import dataclasses
    from functools import cache
    from operator import attrgetter
    from reprlib import recursive_repr

    _NEEDED = dataclasses.MISSING

    def dataclass(kind=None, /, **options):
        """The decorator, with `frozen`, `slots`, `eq`, `repr` and `kw_only`."""
        if kind is None:
            return lambda kind: _made(kind, **options)
        return _made(kind, **options)

    class Frozen:
        """Every class derived from it is a frozen dataclass."""

        def __init_subclass__(cls):
            _made(cls, frozen=True)

    def hash_consed(**options):
        """The decorator for classes whose equal values are one; always with `frozen` and `slots`."""
        return lambda kind: _made(kind, consed=True, **options)

    def _made(kind, *, frozen=False, slots=False, eq=True, kw_only=False, consed=False, **shown):
        own = {name: _field(kind, name, type_, kw_only) for name, type_ in _annotations(kind).items()}
        known = {}
        for base in reversed(kind.__mro__[1:]):
            known.update(base.__dict__.get("__dataclass_fields__", ()))
        known.update(own)
        if slots:
            kind = _with_slots(kind, (*own, "_hash") if consed else own)
        else:
            for name, one in own.items():
                if one.default is _NEEDED and name in kind.__dict__:
                    delattr(kind, name)
                elif one.default is not _NEEDED:
                    setattr(kind, name, one.default)
        kind.__dataclass_fields__ = known
        told = shown.get("repr", True)
        kind.__dataclass_params__ = _params(frozen, slots, eq, kw_only, told)
        kind.__match_args__ = tuple(name for name, one in known.items() if one.init and not one.kw_only)
        written = set(kind.__dict__)
        if consed:
            kind.__new__ = staticmethod(_later(kind, "__new__", _new))
            kind.__hash__, kind.__reduce__ = _known_hash, _parts
        else:
            kind.__init__ = _later(kind, "__init__", _init)
        if told and "__repr__" not in written:
            kind.__repr__ = _repr
        if eq and "__eq__" not in written:
            kind.__eq__ = _later(kind, "__eq__", _eq)
        if eq and frozen and kind.__dict__.get("__hash__") is None:
            kind.__hash__ = _later(kind, "__hash__", _hash)
        elif eq and not frozen and kind.__dict__.get("__hash__") is None:
            kind.__hash__ = None
        if frozen:
            kind.__setattr__, kind.__delattr__ = _no_change, _no_change
            if slots and not consed:
                kind.__getstate__, kind.__setstate__ = _state, _set_state
        return kind

    @cache
    def _params(frozen, slots, eq, kw_only, told):
        """What the standard decorator notes about a class made so: other libraries read it, and it has other fields in
        every version of Python."""
        made = dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq, kw_only=kw_only, repr=told)(type("Any", (), {}))
        return made.__dataclass_params__

    def _annotations(kind):
        """The fields a class itself declares."""
        return vars(kind).get("__annotations__", {})

    def _field(kind, name, type_, kw_only):
        default = kind.__dict__.get(name, _NEEDED)
        one = default if isinstance(default, dataclasses.Field) else field(default=default)
        one.name, one.type, one._field_type = name, type_, dataclasses._FIELD
        if one.kw_only is _NEEDED:
            one.kw_only = kw_only
        return one

    def _with_slots(kind, own):
        """A class cannot get slots later: the same class once more."""
        inherited = {slot for base in kind.__mro__[1:] for slot in base.__dict__.get("__slots__", ())}
        inside = {name: value for name, value in kind.__dict__.items() if name not in own}
        inside.pop("__dict__", None)
        inside.pop("__weakref__", None)
        inside["__slots__"] = tuple(name for name in own if name not in inherited)
        new = type(kind)(kind.__name__, kind.__bases__, inside)
        new.__qualname__ = kind.__qualname__
        return new

    def replace(value, /, **changes):
        """The same value with other things in some fields."""
        kind = value.__class__
        names = _given.get(kind)
        if names is None:
            names = _given[kind] = [one.name for one in fields(kind) if one.init]
        for name in names:
            if name not in changes:
                changes[name] = getattr(value, name)
        return kind(**changes)

    #: For each kind of value that was changed the fields it is made from.
    _given = {}

    # -------------------------------------------------------------------------------------------- methods

    def _later(kind, name, make):
        """A method that is made when it is first called."""

        def first(*args, **named):
            method = make(kind)
            type.__setattr__(kind, name, staticmethod(method) if name == "__new__" else method)
            return method(*args, **named)

        first.__name__ = name
        return first

    def _init(kind):
        frozen, slotted = kind.__dataclass_params__.frozen, "__slots__" in kind.__dict__
        around, lines = {"_put": object.__setattr__}, []
        for place, one in enumerate(kind.__dataclass_fields__.values()):
            name, value = one.name, f"_{place}"
            if one.default_factory is not _NEEDED:
                value = f"_make{value}() if {value} is _needed else {value}" if one.init else f"_make{value}()"
            elif one.default is not _NEEDED:
                value = value if one.init else f"_default{value}"
            elif not one.init:
                continue
            if frozen and slotted:
                around[f"_set_{place}"] = getattr(kind, name).__set__
                lines.append(f"_set_{place}(self, {value})")
            elif frozen:
                around[f"_name_{place}"] = name
                lines.append(f"_put(self, _name_{place}, {value})")
            else:
                lines.append(f"self.{name} = {value}")
        if hasattr(kind, "__post_init__"):
            lines.append("self.__post_init__()")
        return _compiled("__init__", _asked(kind, "self", around), lines, around, kind)

    def _new(kind):
        names = [f"_{place}" for place in range(len(kind.__dataclass_fields__))]
        key = _key(kind, lambda one: one.compare)
        around = {"_make": object.__new__, "_known": {}, "_hash_of": lambda self: hash((kind, key(self)))}
        slots = zip((*names, "_hash"), (*kind.__dataclass_fields__, "_hash"), strict=True)
        around |= {f"_set{name}": getattr(kind, slot).__set__ for name, slot in slots}
        lines = [
            f"key = {names[0]}" if len(names) == 1 else f"key = ({', '.join(names)})",
            "self = _known.get(key)",
            "if self is None:",
            "  self = _make(cls)",
            *(f"  _set{name}(self, {name})" for name in names),
            "  _set_hash(self, _hash_of(self))",
            f"  if len(_known) == {_MOST_CONSED}: _known.clear()",
            "  _known[key] = self",
            "return self",
        ]
        return _compiled("__new__", _asked(kind, "cls", around), lines, around, kind)

    #: So many values of one class are known at once; what is made anew later is another object, equal to the first.
    _MOST_CONSED = 1 << 16

    def _asked(kind, first, around):
        """The parameters that a value is made from, called by their places; their defaults are added to the names
        around."""
        around["_needed"], plain, named = _NEEDED, [], []
        for place, one in enumerate(kind.__dataclass_fields__.values()):
            asked = f"_{place}"
            if one.default_factory is not _NEEDED:
                around[f"_make_{place}"], asked = one.default_factory, f"{asked}=_needed"
            elif one.default is not _NEEDED:
                around[f"_default_{place}"], asked = one.default, f"{asked}=_default_{place}"
            if one.init:
                (named if one.kw_only else plain).append(asked)
        return ", ".join([first, *plain, *(["*", *named] if named else [])])

    def _compiled(name, asked, lines, around, kind):
        """Compiling costs more than all else here, and most classes are like another but for the names of fields."""
        body = "".join(f"\n  {line}" for line in lines) or "\n  pass"
        method = _maker(f"def make({', '.join(around)}):\n def {name}({asked}):{body}\n return {name}")(**around)
        method.__qualname__ = f"{kind.__qualname__}.{name}"
        called = {f"_{place}": field for place, field in enumerate(kind.__dataclass_fields__)}
        code = method.__code__
        method.__code__ = code.replace(co_varnames=tuple(called.get(one, one) for one in code.co_varnames))
        method.__kwdefaults__ = {called[one]: value for one, value in (method.__kwdefaults__ or {}).items()}
        return method

    @cache
    def _maker(text):
        made = {}
        exec(text, {}, made)
        return made["make"]

    def _key(kind, used):
        """What values are compared by: a tuple, or the only field that counts."""
        names = [one.name for one in kind.__dataclass_fields__.values() if used(one)]
        return attrgetter(*(names or ["__class__"]))

    def _eq(kind):
        key = _key(kind, lambda one: one.compare)

        def equal(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return self is other or key(self) == key(other)

        def equal_consed(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return self is other or (self._hash == other._hash and key(self) == key(other))

        return equal_consed if "_hash" in kind.__dict__ else equal

    def _hash(kind):
        key = _key(kind, lambda one: one.compare if one.hash is None else one.hash)
        return lambda self: hash(key(self))

    @recursive_repr()
    def _repr(self):
        shown = [one.name for one in self.__dataclass_fields__.values() if one.repr]
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def _no_change(self, name, *_):
        raise dataclasses.FrozenInstanceError(f"{self!r} stays as it is: {name!r} cannot be changed")

    def _state(self):
        return [getattr(self, name) for name in self.__dataclass_fields__]

    def _set_state(self, state):
        for name, value in zip(self.__dataclass_fields__, state, strict=True):
            object.__setattr__(self, name, value)

    def _known_hash(self):
        return self._hash

    def _parts(self):
        return _put_together, (self.__class__, *_state(self))

    def _put_together(kind, *values):
        return kind(**dict(zip(kind.__dataclass_fields__, values, strict=True)))
