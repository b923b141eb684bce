import {
  plan,
  rowObjects,
  type SimulationPlan,
  simulateCells,
} from '../../engines/simulate/index.ts';

type Counts = { customers: number; accounts: number; transactions: number };

const EXAMPLE = { customers: 220, accounts: 260, transactions: 5000 };

/** Plan of half a year of a small German bank. */
export const germanBank = (counts: Counts): SimulationPlan =>
  plan({
    ...counts,
    startDate: '2025-07-01',
    endDate: '2025-12-31',
    seed: 7n,
    preset: 'eu-retail-bank',
    country: 'DE',
  });

/** Example of the pages and the demo: a statement with enough accounts to measure privacy. */
export const exampleStatement = (): string => germanStatement(germanBank(EXAMPLE));

const HEADERS =
  'Buchungstag;Wertstellung;Auftragskonto;Buchungstext;Zahlungsbeteiligter;Betrag;Währung;Saldo';

/** Posting texts of German banks by the simulator's type of transaction. */
const POSTING_TEXTS: Record<string, string> = {
  purchase: 'Kartenzahlung',
  card_payment: 'Kartenabrechnung',
  cash_withdrawal: 'Bargeldauszahlung',
  cash_deposit: 'Bareinzahlung',
  salary: 'Lohn/Gehalt',
  payroll: 'Lohn/Gehalt',
  standing_order: 'Dauerauftrag',
  rent: 'Dauerauftrag',
  bill_payment: 'Lastschrift',
  subscription: 'Lastschrift',
  loan_payment: 'Darlehensrate',
  fee: 'Entgelt',
  interest: 'Zinsen',
};

const germanDay = (timestamp: string) => timestamp.slice(0, 10).split('-').reverse().join('.');
const germanAmount = (text: string) => text.replace('.', ',');
const postingText = (type: string, amount: string) =>
  POSTING_TEXTS[type] ?? (amount.startsWith('-') ? 'Überweisung' : 'Gutschrift');

/**
 * Writes the posted transactions of a simulated bank as a German bank exports them: semicolons,
 * decimal commas, day first, a running balance of each account.
 */
function germanStatement(plan: SimulationPlan): string {
  const ibans = new Map<string, string>();
  const lines = [HEADERS];
  for (const { accounts, transactions } of simulateCells(plan)) {
    for (const account of rowObjects(accounts))
      ibans.set(account.account_id!, account.account_number!);
    for (const posting of rowObjects(transactions)) {
      if (posting.status !== 'posted') continue;
      const day = germanDay(posting.txn_ts!);
      const amount = posting.amount!;
      lines.push(
        [
          day,
          day,
          ibans.get(posting.account_id!)!,
          postingText(posting.type!, amount),
          (posting.merchant ?? '').replaceAll(';', ','),
          germanAmount(amount),
          posting.currency!,
          germanAmount(posting.balance_after!),
        ].join(';'),
      );
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}
