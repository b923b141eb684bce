"""Fixtures that give each test the same rows, in an environment of the process's own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from .client import Sandbox


@pytest.fixture(scope="session")
def sandbox_source() -> dict[str, Any]:
    """Source of the environment, as arguments of Environments.create; override it in conftest.py."""
    return {"seed": 1, "customers": 100}


@pytest.fixture(scope="session")
def _own_environment(sandbox_source: dict[str, Any]) -> Iterator[Sandbox]:
    sandbox = Sandbox()
    name = f"pytest-{uuid.uuid4()}"
    sandbox.environments.create(name, expires_in_hours=24, **sandbox_source)
    try:
        yield sandbox.environments.open(name)
    finally:
        sandbox.environments.delete(name)


@pytest.fixture
def sandbox_environment(_own_environment: Sandbox) -> Sandbox:
    """A sandbox limited to the environment, reset before each test."""
    _own_environment.environments.reset()
    return _own_environment
