"""AUC of scikit-learn's classifiers between rows of each further CSV file and real ones: TRAINING HELDOUT SYNTHETIC...

One line of JSON for each file: the mean AUC of three folds, by a random forest and by logistic regression, against the
training rows and against held-out ones, over at most 5,000 rows of either side. The forest is told a category by its number, the regression by one column each for
the commonest fifty; numbers are ranked for the regression, and a missing one is told apart.
"""
import json
import sys
import warnings

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, QuantileTransformer

warnings.filterwarnings("ignore")
MOST = 5_000
real = pd.read_csv(sys.argv[1])
numbers = [column for column in real if pd.api.types.is_numeric_dtype(real[column])]
words = [column for column in real if column not in numbers]


def readable(table):
    table = table[list(real.columns)].copy()
    table[numbers] = table[numbers].apply(pd.to_numeric, errors="coerce").astype(float)
    table[words] = table[words].astype("string").fillna("").astype(object)
    return table.sample(min(MOST, len(table)), random_state=1)


def auc(model, rows, labels):
    folds = StratifiedKFold(3, shuffle=True, random_state=1)
    return float(np.mean(cross_val_score(model, rows, labels, cv=folds, scoring="roc_auc")))


forest = make_pipeline(
    make_column_transformer(
        (SimpleImputer(strategy="constant", fill_value=-1e9), numbers),
        (OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), words),
    ),
    RandomForestClassifier(100, min_samples_leaf=5, random_state=1, n_jobs=1),
)
regression = make_pipeline(
    make_column_transformer(
        (
            make_pipeline(SimpleImputer(add_indicator=True), QuantileTransformer(random_state=1)),
            numbers,
        ),
        (OneHotEncoder(handle_unknown="infrequent_if_exist", max_categories=50), words),
    ),
    LogisticRegression(max_iter=1000),
)

sides = {"": readable(real), "HeldOut": readable(pd.read_csv(sys.argv[2]))}
for path in sys.argv[3:]:
    second = readable(pd.read_csv(path))
    found = {}
    for side, first in sides.items():
        n = min(len(first), len(second))
        rows = pd.concat([first[:n], second[:n]], ignore_index=True)
        labels = np.repeat([0, 1], n)
        found["forest" + side] = auc(forest, rows, labels)
        found["logistic" + side] = auc(regression, rows, labels)
    print(json.dumps(found), flush=True)
