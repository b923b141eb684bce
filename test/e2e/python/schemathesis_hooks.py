"""Keeps valid counts of generated cases small: a valid count is up to a billion rows."""

import schemathesis

_COUNTS = {"count", "customers", "rows"}
_SMALL = 20


def _maxima(schema, found):
    """Collects the smallest maximum of each count in the schema of an operation."""
    if isinstance(schema, dict):
        for name, part in schema.get("properties", {}).items():
            if name in _COUNTS and "maximum" in part:
                found[name] = min(part["maximum"], found.get(name, part["maximum"]))
        for part in schema.values():
            _maxima(part, found)
    elif isinstance(schema, list):
        for part in schema:
            _maxima(part, found)
    return found


def _small(value, maxima):
    if isinstance(value, dict):
        return {
            name: _SMALL
            if name in maxima
            and isinstance(part, (int, float))
            and not isinstance(part, bool)
            and _SMALL < part <= maxima[name]
            else _small(part, maxima)
            for name, part in value.items()
        }
    if isinstance(value, list):
        return [_small(part, maxima) for part in value]
    return value


@schemathesis.hook
def map_body(context, body):
    return _small(body, _maxima(context.operation.definition.raw, {}))
