"""Client of a Synthetic Banking Sandbox."""

from .client import Environments, Sandbox, Table
from .request import SandboxError

__all__ = ["Environments", "Sandbox", "SandboxError", "Table"]
