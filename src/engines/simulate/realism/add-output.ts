import { cellText } from '../rows/text-form.ts';
import type { CellRows } from '../simulate-cells.ts';
import { columnOf } from './columns.ts';
import { addTransactions, money } from './count-transactions.ts';
import type { Counts } from './counts.ts';
import { addRows, endCell } from './people.ts';

/** Adds one part; parts of a cell must be consecutive. */
export function addOutput(c: Counts, output: CellRows): void {
  const { customers, accounts, transactions } = output;
  if (customers.rows > 0) {
    c.tallies.get('customer_id')!.finalize();
    c.segments.clear();
  }
  const [id, segment] = [columnOf(customers, 'customer_id'), columnOf(customers, 'risk_segment')];
  for (let row = 0; row < customers.rows; row++) {
    c.segments.set(cellText(id, row), cellText(segment, row));
  }
  if (transactions.rows > 0) {
    addTransactions(c, transactions);
    addRows(c.people, transactions);
  }
  const fraud = columnOf(output.groundTruth, 'fraud');
  for (let row = 0; row < output.groundTruth.rows; row++) {
    if (cellText(fraud, row) !== '') c.fraud++;
  }
  if (output.ledger !== null) for (const sum of Object.values(output.ledger)) c.imbalance += sum;
  const [type, days] = [columnOf(accounts, 'account_type'), columnOf(accounts, 'days_past_due')];
  if (output.last) {
    const current = new Uint8Array(accounts.rows);
    for (let row = 0; row < accounts.rows; row++) {
      if (/checking/.test(cellText(type, row))) current[row] = 1;
    }
    endCell(c.people, current);
  }
  const [now, then] = [money(accounts, 'current_balance'), money(accounts, 'opening_balance')];
  for (let row = 0; row < accounts.rows; row++) {
    c.imbalance += now[row] - then[row];
    const text = cellText(type, row);
    if (text !== 'credit_card' && text !== 'loan') continue;
    c.credit++;
    if (Number(cellText(days, row)) > 0) c.behind++;
  }
}
