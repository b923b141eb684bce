"""SDV fitted on one CSV and sampled into another; one line of JSON with seconds and memory."""
import json
import resource
import sys
import time
import warnings

import pandas as pd

warnings.filterwarnings("ignore")
name, source, target, epochs = sys.argv[1:5]
table = pd.read_csv(source)

import sdv
from sdv.metadata import Metadata
from sdv.single_table import GaussianCopulaSynthesizer, TVAESynthesizer

metadata = Metadata.load_from_dict(
    {
        "tables": {
            "table": {
                "columns": {
                    column: {
                        "sdtype": "numerical"
                        if pd.api.types.is_numeric_dtype(table[column])
                        else "categorical"
                    }
                    for column in table.columns
                }
            }
        },
        "relationships": [],
    }
)
if name == "TVAE":
    synthesizer = TVAESynthesizer(metadata, epochs=int(epochs))
else:
    synthesizer = GaussianCopulaSynthesizer(metadata)
began = time.time()
synthesizer.fit({"table": table})
fitted = time.time()
made = synthesizer.sample(len(table))
sampled = time.time()
if isinstance(made, dict):
    made = made["table"]
made.to_csv(target, index=False, compression="gzip")
print(
    json.dumps(
        {
            "version": sdv.__version__,
            "fit": fitted - began,
            "sample": sampled - fitted,
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
    )
)
