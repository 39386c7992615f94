"""Whether one version reads all that another one writes: two schemas held against each other.

Of the words of JSON schema those that msgspec says are known; any other is a fault of this file.
"""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
KNOWN = {
    *("$ref", "anyOf", "type", "enum", "properties", "required", "additionalProperties", "default", "format"),
    *("items", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "pattern", "maxLength", "propertyNames"),
}
ANYTHING: Schema = {}


class Comparison:
    """What of the parts `written` by one version another cannot read, or does not see, which has those of `read`."""

    def __init__(self, written: dict[str, Schema], read: dict[str, Schema]) -> None:
        self._written, self._read = written, read
        self._seen: set[tuple[str, str]] = set()

    def gaps(self, written: Schema, read: Schema, where: str) -> Iterator[str]:
        """Each place where it is so, with what is the matter."""
        if unknown := (written.keys() | read.keys()) - KNOWN:
            raise AssertionError(f"nobody knows what {unknown} of {where} means")
        if "$ref" in written and "$ref" in read:
            pair = written["$ref"], read["$ref"]
            if pair in self._seen:
                return
            self._seen.add(pair)
        if "$ref" in written:
            yield from self.gaps(self._written[written["$ref"]], read, written["$ref"])
        elif "$ref" in read:
            yield from self.gaps(written, self._read[read["$ref"]], where)
        elif "anyOf" in written:
            for each in written["anyOf"]:
                yield from self.gaps(each, read, where)
        elif "anyOf" in read:
            yield from self._one_of(written, read["anyOf"], where)
        elif read != ANYTHING:
            yield from self._alike(written, read, where)

    def _one_of(self, written: Schema, several: list[Schema], where: str) -> Iterator[str]:
        """It is one of several: that with its tag, or any that has no gap."""
        tag = _tag(written)
        for each in several:
            resolved = self._read[each["$ref"]] if "$ref" in each else each
            if tag is not None and _tag(resolved) == tag:
                yield from self.gaps(written, resolved, where)
                return
            if tag is None and not list(Comparison(self._written, self._read).gaps(written, resolved, where)):
                return
        yield f"{where}: unknown" if tag is None else f"{where}: unknown, {tag}"

    def _alike(self, written: Schema, read: Schema, where: str) -> Iterator[str]:
        if "enum" in read or "enum" in written:
            if "enum" not in read:
                if read.get("type") != "string":
                    yield f"{where}: a word, and {read} is read"
            elif new := [word for word in written.get("enum", ["any"]) if word not in read["enum"]]:
                yield from (f"{where}: unknown word, {word}" for word in new)
            return
        kinds = written.get("type"), read.get("type")
        if kinds[0] != kinds[1] and kinds != ("integer", "number"):
            yield f"{where}: of type {kinds[0]}, and {kinds[1]} is read"
            return
        yield from _ranges(written, read, where)
        if kinds[0] == "object":
            yield from self._objects(written, read, where)
        elif kinds[0] == "array":
            yield from self._arrays(written, read, where)

    def _objects(self, written: Schema, read: Schema, where: str) -> Iterator[str]:
        fields, known = written.get("properties", {}), read.get("properties", {})
        for name, each in fields.items():
            if name in known:
                yield from self.gaps(each, known[name], f"{where}.{name}")
            elif "additionalProperties" not in read:
                yield f"{where}.{name}: unknown"
        for name in read.get("required", ()):
            if name not in written.get("required", ()):
                yield f"{where}.{name}: missing"
        if isinstance(written.get("additionalProperties"), dict):
            inner = read.get("additionalProperties", ANYTHING)
            yield from self.gaps(written["additionalProperties"], inner, f"{where}[]")

    def _arrays(self, written: Schema, read: Schema, where: str) -> Iterator[str]:
        ours, theirs = written.get("prefixItems", []), read.get("prefixItems", [])
        for place, each in enumerate(ours):
            if place < len(theirs):
                yield from self.gaps(each, theirs[place], f"{where}[{place}]")
            elif isinstance(read.get("items"), dict):
                yield from self.gaps(each, read["items"], f"{where}[]")
            else:
                yield f"{where}[{place}]: unknown"
        if read.get("minItems", 0) > written.get("minItems", 0):
            yield f"{where}: fewer than {read['minItems']}"
        if isinstance(written.get("items"), dict):
            yield from self.gaps(written["items"], read.get("items") or ANYTHING, f"{where}[]")


def _tag(schema: Schema) -> str | None:
    """The word that says of what kind it is, where there is one."""
    first = (schema.get("prefixItems") or [schema.get("properties", {}).get("event", {})])[0]
    return str(first["enum"][0]) if len(first.get("enum", ())) == 1 else None


def _ranges(written: Schema, read: Schema, where: str) -> Iterator[str]:
    """What is written lies within what is read."""
    for word in ("pattern", "format"):
        if word in read and written.get(word) != read[word]:
            yield f"{where}: {word} {written.get(word)}, and {read[word]} is read"
    for word, side in (("minimum", 1), ("maximum", -1), ("maxLength", -1)):
        if word in read and (word not in written or side * written[word] < side * read[word]):
            yield f"{where}: {word} {written.get(word)}, and {read[word]} is read"


def gaps(written: dict[str, Any], read: dict[str, Any]) -> list[str]:
    """What of all that one version writes another cannot read, or does not see; both as `reads.reads` says them."""
    found: list[str] = []
    for part in ("stored", "presses"):
        compared = Comparison(written[part]["made of"], read[part]["made of"])
        for name, schema in written[part]["is"].items():
            found += compared.gaps(schema, read[part]["is"].get(name, {"enum": []}), name)
    if written["form"] > read["form"]:
        found.append(f"form {written['form']} of events: unknown")
    found += [f"variant {name}: unknown" for name in written["variants"] if name not in read["variants"]]
    for word, allowed in written["options"].items():
        if word not in read["options"]:
            found.append(f"option {word}: unknown")
        elif new := set(allowed.split(", ")) - set(read["options"][word].split(", ")):
            found += [f"option {word}: unknown word, {each}" for each in sorted(new)]
    return found
