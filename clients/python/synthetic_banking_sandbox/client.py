"""Rows, batches and environments of a sandbox."""

from __future__ import annotations

import hashlib
import io
import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from .request import Connection

if TYPE_CHECKING:
    import pandas
    import polars

Table = Literal["customers", "accounts", "transactions"]
Format = Literal["csv", "json", "parquet", "sql"]
Row = dict[str, Any]

_PAGE_ROWS = 1000


def _without_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


class Sandbox:
    """A sandbox, by address and key; SANDBOX_URL and SANDBOX_KEY by default."""

    def __init__(self, url: str | None = None, key: str | None = None) -> None:
        url = url or os.environ.get("SANDBOX_URL")
        key = key or os.environ.get("SANDBOX_KEY")
        if not url:
            raise ValueError("url or SANDBOX_URL: expected the address of a sandbox.")
        if not key:
            raise ValueError("key or SANDBOX_KEY: expected an API key; administrators create one at /api.")
        self._connection = Connection(url, key)
        self.environments = Environments(self._connection)

    def call(self, name: str, body: dict[str, Any]) -> Any:
        """Calls any function of /functions/v1/openapi.json."""
        return self._connection.call(name, body)

    def rows(self, table: Table, **filters: Any) -> Iterator[Row]:
        """Yields all rows, newest first, by cursor: none is lost or twice."""
        cursor = None
        while True:
            body = _without_none(table=table, filters=filters, limit=_PAGE_ROWS, cursor=cursor)
            page = self.call("sandbox-query", body)
            yield from page["data"]
            cursor = page.get("next")
            if cursor is None:
                return

    def pandas(self, table: Table, **filters: Any) -> pandas.DataFrame:
        """Reads all rows as a pandas frame."""
        import pandas

        return pandas.DataFrame(list(self.rows(table, **filters)))

    def polars(self, table: Table, **filters: Any) -> polars.DataFrame:
        """Reads all rows as a polars frame."""
        import polars

        return polars.DataFrame(list(self.rows(table, **filters)), infer_schema_length=None)

    def generate(self, entity: Table | Literal["full"], **settings: Any) -> list[Row]:
        """Generates batches and waits for them; returns their ids, kinds and row counts."""
        run_id = self.call(f"generate-{entity}", settings)["runId"]
        while True:
            runs = self._connection.read(f"runs?select=status,error&id=eq.{run_id}")
            status = runs[0]["status"] if runs else "deleted"
            if status == "completed":
                break
            if status in ("failed", "cancelled", "deleted"):
                raise RuntimeError((runs and runs[0]["error"]) or f"The run {run_id} was {status}.")
            time.sleep(0.2)
        columns = "batch_id,entity_type,record_count,status"
        return self._connection.read(
            f"generation_logs?select={columns}&run_id=eq.{run_id}&order=entity_type"
        )

    def download(self, batch_id: str, format: Format = "csv") -> bytes:
        """Downloads a batch, verified by its SHA-256."""
        file = self.call("export-batch", {"batch_id": batch_id, "format": format})
        content = self._connection.request(f"/storage/v1/object/{quote(file['path'])}")
        found = hashlib.sha256(content).hexdigest()
        if found != file["sha256"]:
            raise RuntimeError(
                f"{file['path']} has SHA-256 {found}; the server recorded {file['sha256']}."
            )
        return content

    def parquet(self, batch_id: str) -> pandas.DataFrame:
        """Reads a batch by its Parquet file as a pandas frame, types kept."""
        import pandas

        return pandas.read_parquet(io.BytesIO(self.download(batch_id, "parquet")))


class Environments:
    """Environments of an organization; a key of one environment may omit its name."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _change(self, verb: str, environment: str | None, **body: Any) -> Row:
        sent = {**body, **_without_none(environment=environment)}
        return self._connection.call(f"{verb}-environment", sent)

    def create(
        self,
        name: str,
        *,
        seed: str | int | None = None,
        customers: int | None = None,
        batches: list[str] | None = None,
        pin: str | None = None,
        expires_in_hours: int | None = None,
        **settings: Any,
    ) -> Row:
        """Creates an environment; the same request again returns the same one."""
        simulation = None if seed is None else _without_none(seed=seed, count=customers, **settings)
        body = _without_none(
            name=name,
            simulation=simulation,
            batches=batches,
            pin=pin,
            expires_in_hours=expires_in_hours,
        )
        while True:
            made = self._connection.call("create-environment", body)
            if made["status"] == "ready":
                return made
            time.sleep(0.3)

    def branch(self, name: str, source: str | None = None, expires_in_hours: int | None = None) -> Row:
        """Creates an environment from the present rows of another one."""
        return self._change(
            "branch", source, **_without_none(name=name, expires_in_hours=expires_in_hours)
        )

    def reset(self, name: str | None = None) -> Row:
        """Returns an environment to its pin."""
        return self._change("reset", name)

    def freeze(self, name: str | None = None) -> Row:
        """Pins the present rows of an environment."""
        return self._change("freeze", name)

    def advance(self, days: int, name: str | None = None) -> Row:
        """Lives the bank of an environment on by days."""
        return self._change("advance", name, days=days)

    def overlay(
        self,
        name: str | None = None,
        *,
        tables: dict[Table, Any] | None = None,
        edge_cases: list[str] | None = None,
    ) -> Row:
        """Adds, changes and removes rows, checked against keys and ledger."""
        return self._change("overlay", name, **_without_none(tables=tables, edge_cases=edge_cases))

    def delete(self, name: str | None = None) -> None:
        """Deletes an environment with its rows, batches, files and keys."""
        self._change("delete", name)

    def open(self, name: str) -> Sandbox:
        """Opens an environment with a key of its own, which reads and changes nothing else."""
        made = self._connection.call("create-environment-key", {"environment": name})
        return Sandbox(self._connection.url, made["key"])
