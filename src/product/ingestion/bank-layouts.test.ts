import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { movementsOf } from '../../engines/mapping/movements.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import type { StatementRole } from '../../shared/column-mapping.ts';
import { headersOf } from './bank-headers.fixture.ts';
import {
  type BankLayout,
  layoutsFrom,
  movementsOfAccount,
  statementOf,
} from './bank-layout.fixture.ts';
import { proposeForRows } from './propose.ts';

const PUBLISHED = new URL('../../../../shared/data/bank-layouts/layouts.tsv', import.meta.url);

/** Layouts like those of banks, made up here. */
const OWN = layoutsFrom(`layout	delimiter	date	header	roles
de/own/giro	semicolon	d.m.Y	yes	account-iban date_book date_process opposing-name opposing-iban description amount currency-code
gb/own/card	comma	d/m/Y	yes	date_transaction description amount_debit amount_credit
nl/own/list	comma	Ymd	no	date_transaction account-iban opposing-iban opposing-name currency-code amount description
fr/own/compte	semicolon	d/m/Y	yes	date_transaction date_process description category-name amount
us/own/slips	comma	n/j/Y	yes	external-id date_transaction amount description`);

const DATES: StatementRole[] = ['booking_date', 'value_date'];
const ROLES: Record<string, StatementRole[]> = {
  'account-iban': ['account'],
  'account-number': ['account'],
  'account-name': ['account'],
  'account-bic': ['account'],
  date: ['booking_date'],
  date_transaction: DATES,
  date_payment: DATES,
  date_book: DATES,
  date_process: DATES,
  date_invoice: DATES,
  date_interest: ['value_date'],
  value_dat: ['value_date'],
  amount: ['amount'],
  amount_negated: ['amount'],
  amount_debit: ['debit'],
  debit_amount: ['debit'],
  amount_credit: ['credit'],
  credit_amount: ['credit'],
  closing_balance: ['balance'],
  'currency-code': ['currency'],
  description: ['description'],
  narration: ['description'],
  note: ['description'],
  'opposing-name': ['counterparty_name'],
  'opposing-iban': ['counterparty_account'],
  'opposing-number': ['counterparty_account'],
  'opposing-bic': ['counterparty_account'],
  'category-name': ['category'],
  'budget-name': ['category'],
  'tags-comma': ['category', 'description'],
  'tags-space': ['category', 'description'],
  'external-id': ['reference'],
  internal_reference: ['reference'],
  'chq/ref_number': ['reference'],
  sepa_ct_op: ['reference'],
  sepa_ct_id: ['reference'],
  sepa_db: ['reference'],
  sepa_ci: ['reference'],
  'ing-debit-credit': ['direction'],
  'rabo-debit-credit': ['direction'],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-layouts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Read = { counted: number; wrong: string[]; rows: number; cents: number };

async function readBack(layout: BankLayout, seed: bigint): Promise<Read> {
  const movements = movementsOfAccount(seed);
  const headers = layout.header ? headersOf(layout.name, layout.roles) : layout.roles;
  const path = join(folder, 'in.csv');
  const parquetPath = join(folder, 'out.parquet');
  await writeFile(path, statementOf(layout, movements, headers));
  const { columns, rowCount, header } = await scanDelimited(path, { parquetPath });
  expect(header, layout.name).toBe(layout.header);
  const { mapping } = await proposeForRows(parquetPath, columns, header);
  const counted = layout.roles
    .map((role, i) => ({ role, i }))
    .filter(({ role }) => role !== '_ignore');
  const wrong = counted.flatMap(({ role, i }) => {
    const found = mapping.columns[i]!.role;
    return ROLES[role]!.includes(found) ? [] : [`${headers[i]} (${role}): ${found}`];
  });
  const texts: (string | null)[][] = columns.map(() => []);
  for await (const chunk of readTextColumns({ parquetPath })) {
    for (const [i, values] of chunk.columns.entries()) texts[i]!.push(...values);
  }
  const names = columns.map(({ name }) => name);
  const table = parseColumns(
    names,
    texts,
    Object.fromEntries(columns.map((each) => [each.name, each])),
  );
  const cents = movementsOf(table, mapping.columns, mapping.sign)?.reduce(
    (sum, value) => sum + Math.round(100 * value),
    0,
  );
  return { counted: counted.length, wrong, rows: rowCount, cents: cents ?? Number.NaN };
}

async function readAll(layouts: readonly BankLayout[]) {
  const seen = {
    named: { counted: 0, wrong: [] as string[] },
    nameless: { counted: 0, wrong: [] as string[] },
  };
  for (const layout of layouts) {
    const { counted, wrong, rows, cents } = await readBack(layout, 7n);
    const movements = movementsOfAccount(7n);
    const total = movements.reduce((sum, movement) => sum + movement.cents, 0);
    expect(rows, layout.name).toBe(movements.length);
    // Profiles call amounts negated where what is spent stands above zero.
    expect(Math.abs(cents), layout.name).toBe(Math.abs(total));
    const part = layout.header ? seen.named : seen.nameless;
    part.counted += counted;
    part.wrong.push(...wrong.map((text) => `${layout.name}: ${text}`));
  }
  return seen;
}

const shareRight = ({ counted, wrong }: { counted: number; wrong: string[] }) =>
  1 - wrong.length / counted;

test('statements in layouts of our own are understood: each column, each row, and the total', async () => {
  const { named, nameless } = await readAll(OWN);
  expect(named.wrong).toEqual([]);
  expect(nameless.wrong).toEqual([]);
});

describe.skipIf(!existsSync(PUBLISHED))(
  'layouts of 57 banks (skipped without ../shared/data)',
  () => {
    test('at least 95 % of columns with a header and 80 % without are understood, rows and totals all', {
      timeout: 300_000,
    }, async () => {
      const layouts = layoutsFrom(readFileSync(PUBLISHED, 'utf8'));
      expect(layouts.length).toBeGreaterThanOrEqual(57);
      const { named, nameless } = await readAll(layouts);
      expect(shareRight(named), named.wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
      expect(shareRight(nameless), nameless.wrong.join('\n')).toBeGreaterThanOrEqual(0.8);
    });
  },
);
