"""Requests with an API key, by the standard library."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import Any


class SandboxError(Exception):
    """Refusal of the server, with its HTTP status and error code."""

    def __init__(self, status: int, message: str, code: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


def _refusal(error: urllib.error.HTTPError) -> SandboxError:
    text = error.read().decode(errors="replace")
    try:
        found = json.loads(text)
    except ValueError:
        found = {"error": text[:300]}
    message = found.get("error") or found.get("message") or f"status {error.code}"
    return SandboxError(error.code, str(message), str(found.get("code", "unknown")))


class Connection:
    """Address and key of a sandbox."""

    def __init__(self, url: str, key: str) -> None:
        self.url = url.rstrip("/")
        self.key = key

    def request(self, path: str, body: Any = None) -> bytes:
        """Sends a request; waits as long as a rate limit states."""
        headers = {"authorization": f"Bearer {self.key}"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        while True:
            sent = urllib.request.Request(self.url + path, data=data, headers=headers)
            try:
                with urllib.request.urlopen(sent) as response:
                    return response.read()
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise _refusal(error) from None
                time.sleep(float(error.headers.get("retry-after") or 1))

    def call(self, name: str, body: dict[str, Any]) -> Any:
        """Calls a function of the server."""
        return json.loads(self.request(f"/functions/v1/{name}", body))

    def read(self, path: str) -> Any:
        """Reads rows of the data service."""
        return json.loads(self.request(f"/rest/v1/{path}"))
