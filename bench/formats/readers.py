"""Reads files with parsers of others, and prints what they found: entries, their sum and closing balances."""
import glob
import json
import re
import sys
import warnings
from collections import defaultdict
from decimal import Decimal

warnings.filterwarnings('ignore')
format, folder = sys.argv[1], sys.argv[2]
files = sorted(glob.glob(folder + '/*'))


class Found:
    def __init__(self, reader):
        self.reader = reader
        self.sums = defaultdict(lambda: {'entries': 0, 'sum': Decimal(0), 'closing': Decimal(0), 'faults': 0})

    def add(self, currency, amounts, closing=None, opening=None):
        of = self.sums[currency]
        total = Decimal(0)
        for amount in amounts:
            of['entries'] += 1
            total += Decimal(str(amount))
        of['sum'] += total
        if closing is not None:
            of['closing'] += Decimal(str(closing))
            if opening is not None and Decimal(str(opening)) + total != Decimal(str(closing)):
                of['faults'] += 1

    def show(self, balances):
        for currency, of in self.sums.items():
            closing = str(of['closing']) if balances else None
            print(json.dumps({'reader': self.reader, 'currency': currency, 'entries': of['entries'],
                              'sum': str(of['sum']), 'closing': closing, 'faults': of['faults']}))


def mt940():
    import mt940
    found = Found('mt-940')
    for path in files:
        for message in open(path, newline='').read().split('\r\n-\r\n'):
            if message.strip():
                read = mt940.parse(message)
                opening = read.data['final_opening_balance'].amount
                closing = read.data['final_closing_balance'].amount
                found.add(opening.currency, [each.data['amount'].amount for each in read], closing.amount, opening.amount)
    found.show(True)
    statements('Mt940Parser')


def statements(name):
    import bankstatementparser
    found = Found('bankstatementparser ' + name)
    for path in files:
        table = getattr(bankstatementparser, name)(path).parse()
        currency, amount = [next(each for each in names if each in table) for names in
                            (('currency', 'Currency'), ('amount', 'Amount', 'InstdAmt'))]
        for code, rows in table.groupby(currency):
            factor = -1 if name == 'Pain001Parser' else 1
            # It divides by a hundred whatever the currency.
            if name == 'Bai2Parser' and code == 'JPY':
                factor = 100
            found.add(code, [factor * Decimal(str(each)) for each in rows[amount]])
    found.show(False)


def ofx():
    from ofxtools.Parser import OFXTree
    import ofxparse
    found, other = Found('ofxtools'), Found('ofxparse')
    for path in files:
        tree = OFXTree()
        tree.parse(path)
        for statement in tree.convert().statements:
            found.add(statement.curdef, [each.trnamt for each in statement.transactions], statement.ledgerbal.balamt)
        with open(path, 'rb') as file:
            for account in ofxparse.OfxParser.parse(file).accounts:
                amounts = [each.amount for each in account.statement.transactions]
                other.add(account.curdef.upper(), amounts, account.statement.balance)
    found.show(True)
    other.show(True)


def bai2():
    from bai2 import bai2
    decimals = {'JPY': 0}
    found = Found('bai2')
    for path in files:
        with open(path) as file:
            read = bai2.parse_from_file(file)
        for group in read.children:
            for account in group.children:
                currency = account.header.currency
                unit = Decimal(10) ** decimals.get(currency, 2)
                of = {each.type_code.code: each.amount for each in account.header.summary_items}
                amounts = [each.amount * (1 if each.type_code.transaction.name.lower() == 'credit' else -1) / unit
                           for each in account.children]
                found.add(currency, amounts, of['015'] / unit, of['010'] / unit)
    found.show(True)
    statements('Bai2Parser')


def nacha():
    import achkit
    from ach.parser import Parser
    found, other = Found('achkit'), Found('carta-ach')
    for path in files:
        text = open(path).read()
        verdict = achkit.validate(text)
        if not verdict['ok']:
            raise SystemExit(path + ': ' + str(verdict['errors'][:3]))
        amounts = [(1 if line[2] in '1234' else -1) * Decimal(line[29:39]) / 100
                   for line in text.splitlines() if line[0] == '6']
        found.add('USD', amounts)
        read = Parser(text).as_dict()
        for batch in read['batches']:
            amounts = []
            for entry in batch['entries']:
                detail = {name.strip(): value for name, value in entry['entry_detail'].items()}
                sign = 1 if detail['transaction_code'][1] in '1234' else -1
                amounts.append(sign * Decimal(detail['amount']) / 100)
            other.add('USD', amounts)
    found.show(False)
    other.show(False)


{'mt940': mt940, 'ofx': ofx, 'bai2': bai2, 'nacha': nacha,
 'camt.053': lambda: statements('CamtParser'), 'camt.052': lambda: statements('Camt052Parser'),
 'camt.054': lambda: statements('Camt054Parser'), 'pain.001': lambda: statements('Pain001Parser')}[format]()
