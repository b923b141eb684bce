"""sdmetrics and anonymeter over the same files; one line of JSON a figure."""
import json
import sys
import time
import warnings

import pandas as pd

warnings.filterwarnings("ignore")
train_path, holdout_path, synthetic_path = sys.argv[1:4]
train, holdout, synthetic = (pd.read_csv(path) for path in (train_path, holdout_path, synthetic_path))
synthetic = synthetic[train.columns].iloc[: len(train)]


def say(name, value, since):
    print(json.dumps({"name": name, "value": value, "seconds": time.time() - since}), flush=True)


columns = {
    name: {"sdtype": "numerical" if pd.api.types.is_numeric_dtype(train[name]) else "categorical"}
    for name in train.columns
}
try:
    from sdmetrics.reports.single_table import QualityReport

    began = time.time()
    report = QualityReport()
    report.generate(train, synthetic, {"columns": columns}, verbose=False)
    say("sdmetrics score", report.get_score(), began)
    for name, row in report.get_properties().set_index("Property")["Score"].items():
        say(f"sdmetrics {name}", float(row), began)
except ImportError:
    pass

try:
    from anonymeter.evaluators import LinkabilityEvaluator, SinglingOutEvaluator

    began = time.time()
    names = list(train.columns)
    link = LinkabilityEvaluator(
        ori=train, syn=synthetic, control=holdout, n_attacks=500, aux_cols=(names[0::2], names[1::2]), n_neighbors=1
    )
    link.evaluate()
    say("anonymeter linkability", float(link.risk().value), began)
    began = time.time()
    single = SinglingOutEvaluator(ori=train, syn=synthetic, control=holdout, n_attacks=200, n_cols=3)
    single.evaluate(mode="multivariate")
    say("anonymeter singling out, multivariate", float(single.risk().value), began)
except ImportError:
    pass
