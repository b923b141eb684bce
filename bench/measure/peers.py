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


def say(name, value, since, interval=None):
    low, high = interval or (None, None)
    line = {"name": name, "value": value, "low": low, "high": high, "seconds": time.time() - since}
    print(json.dumps(line), flush=True)


def say_risk(name, evaluator, since):
    risk = evaluator.risk(confidence_level=0.95)
    say(name, float(risk.value), since, [float(bound) for bound in risk.ci])


columns = {
    name: {"sdtype": "numerical" if pd.api.types.is_numeric_dtype(train[name]) else "categorical"}
    for name in train.columns
}
try:
    from sdmetrics.reports.single_table import DiagnosticReport, QualityReport

    began = time.time()
    report = QualityReport()
    report.generate(train, synthetic, {"columns": columns}, verbose=False)
    say("sdmetrics score", report.get_score(), began)
    for name, row in report.get_properties().set_index("Property")["Score"].items():
        say(f"sdmetrics {name}", float(row), began)
    began = time.time()
    diagnostic = DiagnosticReport()
    diagnostic.generate(train, synthetic, {"columns": columns}, verbose=False)
    say("sdmetrics Diagnostic", diagnostic.get_score(), began)
except ImportError:
    pass

try:
    from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator

    began = time.time()
    names = list(train.columns)
    link = LinkabilityEvaluator(
        ori=train, syn=synthetic, control=holdout, n_attacks=500, aux_cols=(names[0::2], names[1::2]), n_neighbors=1
    )
    link.evaluate()
    say_risk("anonymeter linkability", link, began)
    for mode in ("univariate", "multivariate"):
        began = time.time()
        single = SinglingOutEvaluator(ori=train, syn=synthetic, control=holdout, n_attacks=500, n_cols=3)
        single.evaluate(mode=mode)
        say_risk(f"anonymeter singling out, {mode}", single, began)
    secret = "hours-per-week"
    if secret in names:
        began = time.time()
        known = [name for name in names if name != secret]
        inference = InferenceEvaluator(
            ori=train, syn=synthetic, control=holdout, aux_cols=known, secret=secret, regression=True, n_attacks=500
        )
        inference.evaluate()
        say_risk(f"anonymeter inference of {secret}", inference, began)
except ImportError:
    pass
