"""Average precision by typology on simulated banks: LightGBM trained on one seed and preset and
tested on another, the best of twelve one-line rules, and scores of the product's detector.

python3 typologies.py FOLDER: the folder has one simulated bank per PRESET-SEED, each with the
detector's `scores.csv` (txn_id, score) if it is to be compared. Needs lightgbm and pandas.
"""
import json
import sys
from collections import defaultdict, deque
from pathlib import Path
from zlib import crc32

import lightgbm as lgb
import numpy as np
import pandas as pd

# Ordinary rows that a booster learns from; all are scored.
NEGATIVES = 40_000
# Regularized: few rows of each typology, and leaves without any of them diverge otherwise.
SETTINGS = dict(n_estimators=120, num_leaves=12, learning_rate=0.06, min_child_samples=25, min_child_weight=1.0, reg_lambda=5.0, colsample_bytree=0.7, cat_l2=20, n_jobs=1, random_state=1, verbose=-1)
CATEGORIES = ["type", "channel", "party", "account"]
DAY = 86_400


def code(word):
    """Number of a category, the same in each bank."""
    return crc32(word.encode()) % 997


def histories(account, seconds, amount, party, kind, opened):
    """Figures of each row's account up to that row."""
    names = ["rows", "mean", "gap", "in7", "out7", "cash14", "new", "age", "ratio", "since_in", "of_last_in"]
    out = {name: np.zeros(len(account)) for name in names}
    past = {}
    for i, own in enumerate(account):
        h = past.get(own)
        if h is None:
            h = past[own] = dict(n=0, sum=0.0, seen=set(), last=0, arrived=(0, 0), i7=0.0, o7=0.0, q=deque(), c=deque())
        now, a = seconds[i], amount[i]
        while h["q"] and now - h["q"][0][0] > 7 * DAY:
            old = h["q"].popleft()[1]
            h["i7" if old > 0 else "o7"] -= abs(old)
        while h["c"] and now - h["c"][0] > 14 * DAY:
            h["c"].popleft()
        mean = h["sum"] / h["n"] if h["n"] else 0
        at, sum_in = h["arrived"]
        out["rows"][i], out["mean"][i], out["ratio"][i] = h["n"], mean, abs(a) / (mean + 1)
        out["gap"][i] = now - h["last"] if h["last"] else -1
        out["in7"][i], out["out7"][i], out["cash14"][i] = h["i7"], h["o7"], len(h["c"])
        out["new"][i], out["age"][i] = party[i] not in h["seen"], (now - opened[own]) / DAY
        out["since_in"][i] = now - at if at else -1
        out["of_last_in"][i] = -a / (sum_in + 1) if a < 0 else 0
        h["n"] += 1
        h["sum"] += abs(a)
        h["seen"].add(party[i])
        h["q"].append((now, a))
        h["i7" if a > 0 else "o7"] += abs(a)
        h["last"] = now
        if a > 0:
            h["arrived"] = (now, a)
        if kind[i] == "cash_deposit":
            h["c"].append(now)
    return pd.DataFrame(out)


def load(folder):
    read = lambda name: pd.read_csv(folder / f"{name}.csv", dtype=str, keep_default_na=False)
    rows, truth = read("transactions"), read("ground_truth")
    accounts = read("accounts").set_index("account_id")
    customers = read("customers").set_index("customer_id")
    flagged = truth[truth.laundering == "true"]
    frauds = truth[truth.fraud != ""]
    label = dict(zip(frauds.txn_id, frauds.fraud)) | dict(zip(flagged.txn_id, flagged.typology))
    amount = rows.amount.astype(float).values
    seconds = pd.to_datetime(rows.txn_ts).values.astype("datetime64[s]").astype("int64")
    opened = dict(zip(accounts.index, pd.to_datetime(accounts.open_date).values.astype("datetime64[s]").astype("int64")))
    x = histories(rows.account_id.values, seconds, amount, rows.counterparty.values, rows.type.values, opened)
    x["size"], x["sign"], x["balance"] = np.log1p(abs(amount)), np.sign(amount), rows.balance_after.astype(float)
    x["type"] = rows.type.map(code)
    x["channel"] = rows.channel.replace({"SEPA": "ACH"}).map(code)
    x["party"] = rows.counterparty.str[:1].map(code)
    x["account"] = rows.account_id.map(accounts.account_type).map(code)
    x["foreign"] = (rows.country != ("US" if "us-" in folder.name else "DE")).astype(int)
    x["hour"], x["weekday"] = (seconds % DAY) // 3600, (seconds // DAY) % 7
    x["birth"] = pd.to_numeric(rows.customer_id.map(customers.birth_year)).fillna(0)
    scores = folder / "scores.csv"
    ours = None
    if scores.exists():
        by_id = pd.read_csv(scores, dtype={"txn_id": str}).set_index("txn_id").score
        ours = rows.txn_id.map(by_id).fillna(0).values
    return x, rows.txn_id.map(label).fillna("").values, ours


def is_(column, word, x):
    return (x[column] == code(word)).astype(float)


RULES = {
    "amount": lambda x: x["size"],
    "amount by the account's mean": lambda x: x.ratio,
    "deposit of 8,000 to 10,000": lambda x: is_("type", "cash_deposit", x) * x["size"].between(np.log(8000), np.log(10001)),
    "cash deposits in 14 days": lambda x: x.cash14,
    "money in within 7 days": lambda x: x.in7,
    "passes on what came in": lambda x: -abs(x.of_last_in - 0.93) - 9.0 * (x.sign >= 0),
    "new account": lambda x: -x.age,
    "wire by amount": lambda x: is_("channel", "WIRE", x) * x["size"],
    "abroad by amount": lambda x: x.foreign * x["size"],
    "soon after money came in": lambda x: -x.since_in.where((x.since_in > 0) & (x.sign < 0), 1e12),
    "new party by amount": lambda x: x.new * x["size"],
    "cash at a counter by amount": lambda x: is_("channel", "BRANCH", x) * (is_("type", "cash_withdrawal", x) + is_("type", "cash_deposit", x)) * x["size"],
}


def precisions(score, y, kinds):
    """Average precision of each kind among rows of no kind, ties as one step."""
    order = np.argsort(-np.asarray(score, dtype=float), kind="stable")
    s, sorted_y = np.asarray(score, dtype=float)[order], y[order]
    ends = np.append(np.flatnonzero(np.diff(s)), len(s) - 1)
    ordinary = np.cumsum(sorted_y == "")[ends]
    out = {}
    for kind in kinds:
        hits = np.cumsum(sorted_y == kind)[ends]
        if hits[-1] == 0:
            continue
        gained = np.diff(np.append(0, hits))
        out[kind] = float(np.sum(gained * hits / np.maximum(1, hits + ordinary)) / hits[-1])
    return out


def main(folder):
    banks = {path.name: load(path) for path in sorted(Path(folder).iterdir()) if (path / "ground_truth.csv").exists()}
    presets = sorted({name.rsplit("-", 1)[0] for name in banks})
    seeds = sorted({name.rsplit("-", 1)[1] for name in banks})
    table = defaultdict(list)
    for p, preset in enumerate(presets):
        for s, seed in enumerate(seeds):
            train, test = f"{preset}-{seed}", f"{presets[1 - p]}-{seeds[(s + 1) % len(seeds)]}"
            (x, y, _), (z, truth, ours) = banks[train], banks[test]
            kinds = sorted(set(truth) - {""})
            picked = np.random.default_rng(1).random(len(y)) < NEGATIVES / len(y)
            by_rule = {name: precisions(rule(z), truth, kinds) for name, rule in RULES.items()}
            by_ours = {} if ours is None else precisions(ours, truth, kinds)
            for kind in kinds:
                keep = (y == kind) | ((y == "") & picked)
                model = lgb.LGBMClassifier(**SETTINGS, scale_pos_weight=float(np.sqrt(np.sum(y[keep] == "") / np.sum(y[keep] == kind))))
                model.fit(x[keep], (y[keep] == kind).astype(int), categorical_feature=CATEGORIES)
                score = model.predict_proba(z)[:, 1]
                best = max((by_rule[name][kind], name) for name in RULES)
                gain = dict(zip(x.columns, model.booster_.feature_importance("gain")))
                top = sorted(gain, key=gain.get, reverse=True)[:3]
                table[kind].append((precisions(score, truth, [kind])[kind], *best, by_ours.get(kind), int((truth == kind).sum()), top))
            print(f"{train} -> {test}", file=sys.stderr, flush=True)
    print(f"{'typology':20} {'rows':>5}  booster (median, least to most)  best rule  share  detector")
    for kind, found in sorted(table.items()):
        ap = [f[0] for f in found]
        rule = [f[1] for f in found]
        ours = [f[3] for f in found if f[3] is not None]
        names = sorted({f[2] for f in found})
        a, r = np.median(ap), np.median(rule)
        print(f"{kind:20} {np.mean([f[4] for f in found]):5.0f}  {a:.3f} ({min(ap):.3f} to {max(ap):.3f})  {r:.3f}  {r / a:.2f}  {np.median(ours) if ours else float('nan'):.3f}  {'within' if 0.1 <= a <= 0.6 and 3 * r <= a else 'OUTSIDE'}  {', '.join(names)} | {', '.join(found[0][5])}")
    print(json.dumps({kind: [list(f[:5]) for f in found] for kind, found in table.items()}), file=open(Path(folder) / "typologies.json", "w"))


main(sys.argv[1])
