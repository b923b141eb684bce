"""Walks through the client for Python; prints what it found as JSON."""

import importlib.util
import json

from synthetic_banking_sandbox import Sandbox, SandboxError

sandbox = Sandbox()
made = sandbox.environments.create("python", seed=7, customers=150)
again = sandbox.environments.create("python", seed=7, customers=150)
own = sandbox.environments.open("python")
rows = list(own.rows("transactions"))
sandbox.environments.branch("python-2", "python")
overlaid = own.environments.overlay(edge_cases=["right-to-left"])
lived = own.environments.advance(3)
with_edge = len(list(own.rows("customers")))
reset = own.environments.reset()
try:
    own.environments.reset("python-2")
    refused = None
except SandboxError as error:
    refused = [error.status, str(error)]
batch = sandbox.generate("transactions", count=1200, seed=4)[-1]
csv = sandbox.download(batch["batch_id"])
frames = {}
if importlib.util.find_spec("pandas") and importlib.util.find_spec("polars"):
    frame = sandbox.parquet(batch["batch_id"])
    frames = {
        "parquet": [len(frame), str(frame["txn_ts"].dtype).split("[")[0]],
        "pandas": list(own.pandas("transactions").shape)[0],
        "polars": own.polars("transactions").height,
    }
sandbox.environments.delete("python-2")
sandbox.environments.delete("python")
print(
    json.dumps(
        {
            "same": made == again,
            "rows": [len(rows), len({row["txn_id"] for row in rows})],
            "changed": overlaid["changed"],
            "lived": lived["clock"] is not None,
            "customers": with_edge,
            "back": reset == made,
            "refused": refused,
            "generated": batch["record_count"],
            "lines": csv.count(b"\n"),
            **frames,
        }
    )
)
