"""The same detectors of scikit-learn and pyod on the same rows: one line of JSON for each."""
import json
import sys
import time

import numpy as np
from sklearn.metrics import roc_auc_score

path, labels_path, columns = sys.argv[1], sys.argv[2], int(sys.argv[3])
x = np.fromfile(path, dtype=np.float32).reshape(-1, columns)
y = np.fromfile(labels_path, dtype=np.uint8)


def tell(name, work):
    began = time.process_time()
    scores = work()
    seconds = time.process_time() - began
    print(json.dumps({"name": name, "seconds": seconds, "auc": roc_auc_score(y, scores)}), flush=True)


def forest():
    from sklearn.ensemble import IsolationForest

    trees = 50 if len(x) > 1_000_000 else 100
    model = IsolationForest(n_estimators=trees, max_samples=256, random_state=1, n_jobs=1).fit(x[:25_600])
    return -model.score_samples(x)


def pyod(name):
    def work():
        from pyod.models.ecod import ECOD
        from pyod.models.hbos import HBOS

        return {"ecod": ECOD, "hbos": HBOS}[name]().fit(x).decision_scores_

    return work


def neighbors():
    from sklearn.neighbors import NearestNeighbors
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(x)
    references = 128 if len(x) > 1_000_000 else 256
    model = NearestNeighbors(n_neighbors=5).fit(scaler.transform(x[:references]))
    return model.kneighbors(scaler.transform(x))[0][:, -1]


tell("ecod", pyod("ecod"))
tell("isolation-forest", forest)
tell("neighbors", neighbors)
tell("hbos", pyod("hbos"))
