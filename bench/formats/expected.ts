import { join } from 'node:path';
import { rowsOf, sqlPath, withDuckDb } from '../../src/platform/tabular/duckdb.ts';
import type { WrittenBankFormat } from '../../src/shared/bank-formats.ts';
import type { Ledger } from './ledgers.ts';

export type Sums = { entries: number; sum: string; closing: string };

const CARRIED: Partial<Record<WrittenBankFormat, string>> = {
  nacha: "and channel = 'ACH' and amount <> 0",
  'pain.001': `and amount < 0 and type in ('transfer_out', 'wire_out', 'payroll', 'rent', 'bill_payment',
    'standing_order', 'loan_payment', 'card_payment', 'business_payment')`,
};

export function expectedOf({ folder }: Ledger, format: WrittenBankFormat): Promise<Sums> {
  const path = join(folder, 'transactions.csv');
  const period = format === 'bai2' ? 10 : 7;
  return withDuckDb({ paths: [path], memoryLimitMb: 2000 }, async (connection) => {
    const [row] = await rowsOf(
      connection,
      `with posted as (select *, amount::decimal(18, 2) as money from read_csv(${sqlPath(path)}, header = true,
           types = {'amount': 'DECIMAL(18,2)', 'balance_after': 'DECIMAL(18,2)', 'txn_ts': 'VARCHAR'})
          where status = 'posted' ${CARRIED[format] ?? ''}),
        ends as (select arg_max(balance_after, txn_id) as closing from posted group by account_id, txn_ts[:${period}])
       select (select count(*) from posted), (select sum(money)::varchar from posted),
              (select sum(closing)::varchar from ends)`,
    );
    return { entries: Number(row![0]), sum: String(row![1]), closing: String(row![2]) };
  });
}
