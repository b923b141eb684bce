"""XGBoost with the labels of half of the accounts, on sums per account and on these with features of
snapml's GraphFeaturePreprocessor if it is installed: prints mean F1 of the others of each."""
import json
import sys
import time

import numpy as np
from sklearn.metrics import f1_score
from xgboost import XGBClassifier

given = json.load(open(sys.argv[1]))
rows, labels = np.array(given["rows"]), np.array(given["labels"])


def mean_f1(features):
    scores = []
    for tested in given["tested"]:
        test = np.zeros(len(labels), dtype=bool)
        test[tested] = True
        model = XGBClassifier(n_estimators=200, max_depth=6, learning_rate=0.1, n_jobs=1, random_state=1)
        model.fit(features[~test], labels[~test])
        scores.append(f1_score(labels[test], model.predict(features[test])))
    return np.mean(scores)


def of_accounts(transfers):
    """Largest and mean value of each graph feature over an account's transfers, in and out."""
    from snapml import GraphFeaturePreprocessor

    window, bins = given["window"], [2, 3, 4, 5, 6, 7, 8]
    preprocessor = GraphFeaturePreprocessor()
    parameters = {"num_threads": 1, "time_window": window, "vertex_stats_tw": window, "vertex_stats_cols": [3, 4]}
    for kind in ("fan", "degree", "temp-cycle"):
        parameters |= {kind: True, f"{kind}_tw": window, f"{kind}_bins": bins}
    preprocessor.set_params(parameters)
    found = preprocessor.fit_transform(np.ascontiguousarray(transfers))[:, 5:]
    columns = []
    for side in (1, 2):
        account = transfers[:, side].astype(int)
        largest = np.full((len(labels), found.shape[1]), -np.inf)
        np.maximum.at(largest, account, found)
        columns += [np.where(np.isfinite(largest), largest, 0)]
    return np.hstack(columns)


print(f"XGBoost on the sums {mean_f1(rows):.3f}", end="")
try:
    began = time.process_time()
    features = of_accounts(np.array(given["transfers"], dtype=np.float64))
    print(f", on snapml's graph features {mean_f1(features):.3f}, on both {mean_f1(np.hstack([rows, features])):.3f} ({time.process_time() - began:.0f} s)", end="")
except ImportError:
    print(", snapml is not installed", end="")
