"""Card payments as published by Le Borgne et al., Reproducible Machine Learning for Credit Card Fraud
Detection, chapter 3 (seeds included): writes the first DAYS days from 2018-04-01 as CSV.

python3 handbook.py DAYS FILE
"""
import random
import sys

import numpy as np
import pandas as pd

DAYS, CUSTOMERS, TERMINALS, RADIUS = 183, 5000, 10000, 5


def customers():
    np.random.seed(0)
    rows = []
    for customer in range(CUSTOMERS):
        x, y = np.random.uniform(0, 100), np.random.uniform(0, 100)
        mean = np.random.uniform(5, 100)
        rows.append((customer, x, y, mean, mean / 2, np.random.uniform(0, 4)))
    return rows


def terminals():
    np.random.seed(1)
    return np.array([(np.random.uniform(0, 100), np.random.uniform(0, 100)) for _ in range(TERMINALS)])


def payments():
    places = terminals()
    rows = []
    for customer, x, y, mean, deviation, daily in customers():
        near = list(np.where(np.sqrt(((np.array([x, y]) - places) ** 2).sum(axis=1)) < RADIUS)[0])
        random.seed(customer)
        np.random.seed(customer)
        for day in range(DAYS):
            for _ in range(np.random.poisson(daily)):
                second = int(np.random.normal(86400 / 2, 20000))
                if not 0 < second < 86400:
                    continue
                amount = np.random.normal(mean, deviation)
                if amount < 0:
                    amount = np.random.uniform(0, mean * 2)
                if near:
                    rows.append((second + day * 86400, customer, random.choice(near), np.round(amount, 2), day))
    names = ["second", "CUSTOMER_ID", "TERMINAL_ID", "TX_AMOUNT", "day"]
    table = pd.DataFrame(rows, columns=names)
    table["TX_DATETIME"] = pd.to_datetime(table.second, unit="s", origin="2018-04-01")
    return table.sort_values("TX_DATETIME").reset_index(drop=True)


def add_frauds(table):
    table["TX_FRAUD_SCENARIO"] = 0
    table.loc[table.TX_AMOUNT > 220, "TX_FRAUD_SCENARIO"] = 1
    last = table.day.max()
    for day in range(last):
        taken = pd.Series(range(TERMINALS)).sample(n=2, random_state=day)
        rows = (table.day >= day) & (table.day < day + 28) & table.TERMINAL_ID.isin(taken)
        table.loc[rows, "TX_FRAUD_SCENARIO"] = 2
    for day in range(last):
        taken = pd.Series(range(CUSTOMERS)).sample(n=3, random_state=day).values
        rows = table[(table.day >= day) & (table.day < day + 14) & table.CUSTOMER_ID.isin(taken)]
        random.seed(day)
        chosen = random.sample(list(rows.index.values), k=len(rows) // 3)
        table.loc[chosen, "TX_AMOUNT"] *= 5
        table.loc[chosen, "TX_FRAUD_SCENARIO"] = 3
    table["TX_FRAUD"] = (table.TX_FRAUD_SCENARIO > 0).astype(int)
    table["TX_AMOUNT"] = table.TX_AMOUNT.round(2)
    return table


table = add_frauds(payments())
table["TRANSACTION_ID"] = table.index
columns = ["TRANSACTION_ID", "TX_DATETIME", "CUSTOMER_ID", "TERMINAL_ID", "TX_AMOUNT", "TX_FRAUD", "TX_FRAUD_SCENARIO"]
table[table.day < int(sys.argv[1])][columns].to_csv(sys.argv[2], index=False)
