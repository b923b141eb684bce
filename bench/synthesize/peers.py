"""A synthesizer of others learns one CSV file and draws as many rows: NAME SOURCE TARGET SEED EPOCHS MINUTES.

One line of JSON: the version, and the processor seconds and memory of learning and drawing.
"""
import json
import os
import random
import resource
import sys
import tempfile
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
name, source, target, seed, epochs, minutes = sys.argv[1:7]
table = pd.read_csv(source)
FEW = 20  # numbers with at most so many values are categories


def is_number(column):
    return pd.api.types.is_numeric_dtype(table[column]) and table[column].nunique() > FEW


def seed_all():
    import torch

    random.seed(int(seed))
    np.random.seed(int(seed))
    torch.manual_seed(int(seed))


def sdv():
    from sdv.metadata import Metadata
    from sdv.single_table import GaussianCopulaSynthesizer, TVAESynthesizer

    columns = {
        column: {"sdtype": "numerical" if is_number(column) else "categorical"}
        for column in table.columns
    }
    metadata = Metadata.load_from_dict({"tables": {"table": {"columns": columns}}, "relationships": []})

    def make():
        if name == "TVAE":
            synthesizer = TVAESynthesizer(metadata, epochs=int(epochs))
        else:
            synthesizer = GaussianCopulaSynthesizer(metadata)
        synthesizer.fit({"table": table})
        seed_all()
        made = synthesizer.sample(len(table))
        return made["table"] if isinstance(made, dict) else made

    return make


def mostly():
    from mostlyai.sdk import MostlyAI

    client = MostlyAI(local=True, local_dir=tempfile.mkdtemp(dir=os.path.dirname(target)), quiet=True)
    settings = {"max_training_time": float(minutes), "enable_model_report": False}

    def make():
        generator = client.train(
            config={
                "name": "bench",
                "random_state": int(seed),
                "tables": [
                    {"name": "table", "data": table, "tabular_model_configuration": settings}
                ],
            }
        )
        return client.generate(generator, size=len(table)).data()

    return make


def cart():
    """Sequential trees whose leaves are drawn from (Nowok, Raab and Dibben 2016), as synthpop's defaults: file order, leaves of 5."""
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    LEAF = 5

    def make():
        random_state = np.random.RandomState(int(seed))
        rows = len(table)
        made = {}
        learned, drawn = np.empty((rows, 0)), np.empty((rows, 0))
        for column in table.columns:
            is_real = is_number(column)
            own = table[column].fillna(-1e9).to_numpy() if is_real else pd.factorize(table[column])[0]
            if not made:
                picks = random_state.randint(rows, size=rows)
            else:
                Tree = DecisionTreeRegressor if is_real else DecisionTreeClassifier
                tree = Tree(min_samples_leaf=LEAF, random_state=int(seed)).fit(learned, own)
                leaves = tree.apply(learned)
                order = np.argsort(leaves, kind="stable")
                reached = tree.apply(drawn)
                low = np.searchsorted(leaves[order], reached, "left")
                high = np.searchsorted(leaves[order], reached, "right")
                picks = order[low + (random_state.random_sample(rows) * (high - low)).astype(int)]
            made[column] = table[column].to_numpy()[picks]
            learned = np.column_stack([learned, own])
            drawn = np.column_stack([drawn, own[picks]])
        return pd.DataFrame(made)

    return make


def seconds():
    try:  # mostlyai learns in processes of its own, which count once they have been waited for
        while os.waitpid(-1, os.WNOHANG)[0] > 0:
            pass
    except ChildProcessError:
        pass
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


package, prepare = {"mostlyai": ("mostlyai", mostly), "CART": ("scikit-learn", cart)}.get(name, ("sdv", sdv))
make = prepare()
seed_all()
before = seconds()
made = make()
spent = seconds() - before
made.to_csv(f"{target}.part", index=False, compression="gzip")
os.replace(f"{target}.part", target)
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"version": version(package), "seconds": spent, "megabytes": memory}))
