"""Average precision by typology on simulated banks: LightGBM trained on one seed and preset and
tested on another, the best of twelve one-line rules, and scores of the product's detector.

python3 typologies.py FOLDER [PAIRS [KIND,KIND]]: the folder has one simulated bank per PRESET-SEED, each with the
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

# A booster learns from all ordinary rows of these types and one in so many of the others, weighted;
# all are scored.
KEPT = ["cash_deposit", "cash_withdrawal", "transfer_in", "transfer_out", "wire_in", "wire_out", "business_receipt", "business_payment", "benefit", "refund", "chargeback"]
ONE_IN = 8
# Regularized: few rows of each typology, and leaves without any of them diverge otherwise.
SETTINGS = dict(n_estimators=100, max_bin=127, num_leaves=12, learning_rate=0.06, min_child_samples=25, min_child_weight=1.0, reg_lambda=5.0, colsample_bytree=0.7, cat_l2=20, n_jobs=1, random_state=1, verbose=-1)
CATEGORIES = ["type", "channel", "party", "account", "mcc"]
DAY = 86_400
# Pairs of banks for each preset that a booster learns from.
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
# Typologies to measure; all without.
KINDS = sys.argv[3].split(",") if len(sys.argv) > 3 else None


def code(word):
    """Number of a category, the same in each bank."""
    return crc32(word.encode()) % 997


NAMES = ["rows", "mean", "gap", "in7", "out7", "cash14", "new", "times", "age", "ratio", "since_in", "of_last_in", "in6h", "spent6h", "refunds", "of_balance", "device_new", "new6h", "same_mcc6h", "of_party_last", "cash30", "places30", "back"]


def histories(account, seconds, amount, balance, party, kind, device, mcc, opened):
    """Figures of each row's account up to that row."""
    out = np.zeros((len(account), len(NAMES)))
    past = {}
    for i, own in enumerate(account):
        h = past.get(own)
        if h is None:
            h = past[own] = dict(n=0, sum=0.0, seen=defaultdict(int), last=0, arrived=(0, 0), i7=0.0, o7=0.0, s6=0.0, q=deque(), c=deque(), h=deque(), r=0, d=set(), p={}, k=deque(), s=defaultdict(float), b=defaultdict(float))
        now, a = seconds[i], amount[i]
        while h["q"] and now - h["q"][0][0] > 7 * DAY:
            old = h["q"].popleft()[1]
            h["i7" if old > 0 else "o7"] -= abs(old)
        while h["c"] and now - h["c"][0] > 14 * DAY:
            h["c"].popleft()
        while h["h"] and now - h["h"][0][0] > DAY / 4:
            h["s6"] -= abs(h["h"].popleft()[1])
        while h["k"] and now - h["k"][0][0] > 30 * DAY:
            h["k"].popleft()
        if kind[i] == "cash_deposit":
            h["k"].append((now, a, party[i]))
        h["s" if a < 0 else "b"][party[i]] += abs(a)
        mean = h["sum"] / h["n"] if h["n"] else 0
        at, sum_in = h["arrived"]
        before = balance[i] - a
        app = device[i] in ("ios", "android", "web")
        out[i] = (h["n"], mean, now - h["last"] if h["last"] else -1, h["i7"], h["o7"], len(h["c"]), party[i] not in h["seen"], h["seen"][party[i]], (now - opened[own]) / DAY, abs(a) / (mean + 1), now - at if at else -1, -a / (sum_in + 1) if a < 0 else 0, len(h["h"]), h["s6"], h["r"], -a / (before + 1) if a < 0 and before > 0 else 0, app and device[i] not in h["d"], sum(e[2] for e in h["h"]), sum(e[3] == mcc[i] for e in h["h"]) if mcc[i] else 0, -a / (h["p"].get(party[i], 0) + np.sign(h["p"].get(party[i], 0))) if party[i] in h["p"] else 0, sum(e[1] for e in h["k"]), len({e[2] for e in h["k"]}), h["b"][party[i]] / (h["s"][party[i]] + 1) if a > 0 and h["s"][party[i]] else 0)
        unseen = party[i] not in h["seen"]
        h["n"] += 1
        h["sum"] += abs(a)
        h["seen"][party[i]] += 1
        h["q"].append((now, a))
        h["h"].append((now, a, unseen, mcc[i]))
        h["s6"] += abs(a)
        h["i7" if a > 0 else "o7"] += abs(a)
        h["last"] = now
        h["p"][party[i]] = a
        h["r"] += kind[i] in ("refund", "chargeback")
        if app:
            h["d"].add(device[i])
        if a > 0:
            h["arrived"] = (now, a)
        if kind[i] == "cash_deposit":
            h["c"].append(now)
    return pd.DataFrame(out, columns=NAMES)


def load(folder):
    read = lambda name: pd.read_csv(folder / f"{name}.csv", dtype=str, keep_default_na=False)
    rows, truth = read("transactions"), read("ground_truth")
    accounts = read("accounts").set_index("account_id")
    customers = read("customers").set_index("customer_id")
    flagged = truth[truth.laundering == "true"]
    frauds = truth[truth.fraud != ""]
    label = dict(zip(frauds.txn_id, frauds.fraud)) | dict(zip(flagged.txn_id, flagged.typology))
    amount = rows.amount.astype(float).values
    balance = rows.balance_after.astype(float).values
    seconds = pd.to_datetime(rows.txn_ts).values.astype("datetime64[s]").astype("int64")
    opened = dict(zip(accounts.index, pd.to_datetime(accounts.open_date).values.astype("datetime64[s]").astype("int64")))
    x = histories(rows.account_id.values, seconds, amount, balance, rows.counterparty.values, rows.type.values, rows.device.values, rows.mcc.values, opened)
    x["size"], x["sign"], x["balance"] = np.log1p(abs(amount)), np.sign(amount), balance
    x["type"] = rows.type.map(code)
    x["channel"] = rows.channel.replace({"SEPA": "ACH"}).map(code)
    x["party"] = rows.counterparty.str[:1].map(code)
    x["mcc"] = rows.mcc.map(code)
    x["account"] = rows.account_id.map(accounts.account_type).map(code)
    x["foreign"] = (rows.country != ("US" if "us-" in folder.name else "DE")).astype(int)
    x["hour"], x["weekday"] = (seconds % DAY) // 3600, (seconds // DAY) % 7
    x["birth"] = pd.to_numeric(rows.customer_id.map(customers.birth_year)).fillna(0)
    return x.astype(np.float32), rows.txn_id.map(label).fillna("").values, rows.txn_id.values


def scores_of(folder, ids):
    """Scores of the product's detector, in the order of rows; None without its file."""
    path = folder / "scores.csv"
    if not path.exists():
        return None
    by_id = pd.read_csv(path, dtype={"txn_id": str}).set_index("txn_id").score
    return by_id.reindex(ids).fillna(0).values


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
        for s, seed in enumerate(seeds[:PAIRS]):
            train, test = f"{preset}-{seed}", f"{presets[1 - p]}-{seeds[(s + 1) % len(seeds)]}"
            (x, y, _), (z, truth, ids) = banks[train], banks[test]
            kinds = sorted(set(truth) - {""} if KINDS is None else set(truth) & set(KINDS))
            common = ~x["type"].isin([code(word) for word in KEPT]).values
            picked = ~common | (np.random.default_rng(1).random(len(y)) < 1 / ONE_IN)
            by_rule = {name: precisions(rule(z), truth, kinds) for name, rule in RULES.items()}
            ours = scores_of(Path(folder) / test, ids)
            by_ours = {} if ours is None else precisions(ours, truth, kinds)
            for kind in kinds:
                own = y == kind
                keep = own | ((y == "") & picked)
                weight = np.where(own, np.sqrt(np.sum(y == "") / max(1, own.sum())), np.where(common, ONE_IN, 1))[keep]
                model = lgb.LGBMClassifier(**SETTINGS)
                model.fit(x[keep], own[keep].astype(int), sample_weight=weight, categorical_feature=CATEGORIES)
                score = model.predict_proba(z)[:, 1]
                best = max((by_rule[name][kind], name) for name in RULES)
                gain = dict(zip(x.columns, model.booster_.feature_importance("gain")))
                top = sorted(gain, key=gain.get, reverse=True)[:3]
                table[kind].append((precisions(score, truth, [kind])[kind], *best, by_ours.get(kind), int((truth == kind).sum()), top))
            with open(Path(folder) / "typologies.json", "w") as file:
                json.dump({kind: [list(f[:5]) for f in found] for kind, found in table.items()}, file)
            print(f"{train} -> {test}", file=sys.stderr, flush=True)
    print(f"{'typology':20} {'rows':>5}  booster (median, least to most)  best rule  share  detector")
    for kind, found in sorted(table.items()):
        ap = [f[0] for f in found]
        rule = [f[1] for f in found]
        ours = [f[3] for f in found if f[3] is not None]
        names = sorted({f[2] for f in found})
        a, r = np.median(ap), np.median(rule)
        print(f"{kind:20} {np.mean([f[4] for f in found]):5.0f}  {a:.3f} ({min(ap):.3f} to {max(ap):.3f})  {r:.3f}  {r / a:.2f}  {np.median(ours) if ours else float('nan'):.3f}  {'within' if 0.1 <= a <= 0.6 and 3 * r <= a else 'OUTSIDE'}  {', '.join(names)} | {', '.join(found[0][5])}")


main(sys.argv[1])
