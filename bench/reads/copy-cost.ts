import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Figure, median, seconds } from '../foundation/figures.ts';

const ROWS = 500_000;
const PASSES = 3;

function csvOfRows(): Buffer {
  const lines: string[] = [];
  const begin = Date.UTC(2025, 0, 1);
  for (let i = 0; i < ROWS; i++) {
    const account = String((i * 104_729) % 5000).padStart(9, '0');
    const time = new Date(begin + i * 31_000).toISOString();
    lines.push(
      `TXN${String(i).padStart(12, '0')},${(i % 99_999) / 100},EUR,pos,groceries,false,${time},ACC${account},CUST${account},Counterparty ${i % 5000},DE,5411,Merchant ${i % 3000},card,booked,${i},D${i % 90_000}`,
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

const COLUMNS =
  'txn_id,amount,currency,channel,merchant_category,aml_flag,txn_ts,account_id,customer_id,counterparty,country,mcc,merchant,type,status,balance_after,device';

/** Compares COPY into a table like bank.transactions with the current and earlier indexes. */
export async function copyCost(db: pg.Client): Promise<Figure[]> {
  const csv = csvOfRows();
  await db.query('create schema bench');
  await db.query(
    `create table bench.now (like bank.transactions including indexes including defaults);
     create table bench.before (like bank.transactions including defaults);
     alter table bench.before add primary key (tenant_id, txn_ts, seq);
     create index on bench.before using brin (batch_id);
     alter table bench.now alter batch_id set default '00000000-0000-4000-8000-000000000001',
       alter tenant_id set default '00000000-0000-4000-8000-000000000002';
     alter table bench.before alter batch_id set default '00000000-0000-4000-8000-000000000001',
       alter tenant_id set default '00000000-0000-4000-8000-000000000002'`,
  );
  const copy = (table: string) =>
    seconds(async () => {
      const stream = db.query(copyFrom(`copy bench.${table} (${COLUMNS}) from stdin (format csv)`));
      const ended = once(stream, 'finish');
      stream.end(csv);
      await ended;
    });
  const times: Record<'now' | 'before', number[]> = { now: [], before: [] };
  for (let pass = 0; pass < PASSES; pass++) {
    for (const table of ['before', 'now'] as const) {
      await db.query(`truncate bench.${table}`);
      times[table].push(await copy(table));
    }
  }
  await db.query('drop schema bench cascade');
  const [before, now] = [median(times.before), median(times.now)];
  console.log(
    `COPY of ${ROWS} transactions: ${before.toFixed(1)} s with the earlier indexes, ${now.toFixed(1)} s with the current ones`,
  );
  return [
    {
      name: 'COPY with the current indexes, relative to the earlier ones',
      value: now / before,
      unit: 'x',
      floor: 4,
      aim: 2,
    },
  ];
}
