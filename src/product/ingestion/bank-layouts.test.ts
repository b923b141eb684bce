import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Recipe } from '../../engines/meaning/recipe.ts';
import { movementsOf } from '../../engines/meaning/statement/movements.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { withSharedDuckDb } from '../../platform/tabular/duckdb.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import type { StatementRole } from '../../shared/column-mapping.ts';
import { headersOf } from './bank-headers.fixture.ts';
import {
  type BankLayout,
  layoutsFrom,
  movementsOfAccount,
  statementOf,
} from './bank-layout.fixture.ts';
import type { ScannedFile } from './map-file.ts';
import { scanFile } from './scan-file.ts';

const PUBLISHED = new URL('../../../../shared/data/bank-layouts/layouts.tsv', import.meta.url);

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

const accepted = { anyColumns: true, acceptRejected: false };
const never = new AbortController().signal;

/** Headers of a layout, with the same one for each column of a role. */
const twinHeadersOf = ({ name, roles }: BankLayout) => {
  const headers = headersOf(name, roles);
  return headers.map((_, i) => headers[roles.indexOf(roles[i]!)]!);
};

async function scanStatement(
  layout: BankLayout,
  seed: bigint,
  recipe: Recipe | null,
  headers = layout.header ? headersOf(layout.name, layout.roles) : layout.roles,
) {
  const path = join(folder, 'in.csv');
  const parquetPath = join(folder, 'out.parquet');
  await writeFile(path, statementOf(layout, movementsOfAccount(seed), headers));
  const file = { ...accepted, format: 'csv' as const, path, parquetPath, recipe };
  const scanned = await withSharedDuckDb({ path, folder }, () => scanFile(file, never));
  return { headers, scanned };
}

async function totalOf({ columns, mapping }: ScannedFile): Promise<number> {
  const texts: (string | null)[][] = columns.map(() => []);
  for await (const chunk of readTextColumns({ parquetPath: join(folder, 'out.parquet') })) {
    for (const [i, values] of chunk.columns.entries()) texts[i]!.push(...values);
  }
  const layouts = Object.fromEntries(columns.map((each) => [each.name, each]));
  const table = parseColumns(Object.keys(layouts), texts, layouts);
  const movements = movementsOf(table, mapping.columns, mapping.sign);
  return movements?.reduce((sum, value) => sum + Math.round(100 * value), 0) ?? Number.NaN;
}

async function expectAllRows(layout: BankLayout, seed: bigint, scanned: ScannedFile) {
  const movements = movementsOfAccount(seed);
  expect(scanned.rowCount, layout.name).toBe(movements.length);
  expect(scanned.leftOut.lines, layout.name).toBe(0);
  const cents = movements.reduce((sum, movement) => sum + movement.cents, 0);
  // Profiles call amounts negated if debits are positive.
  expect(Math.abs(await totalOf(scanned)), layout.name).toBe(Math.abs(cents));
}

async function wrongRoles(layout: BankLayout): Promise<string[]> {
  const { headers, scanned } = await scanStatement(layout, 7n, null);
  expect(scanned.dialect.header, layout.name).toBe(layout.header);
  await expectAllRows(layout, 7n, scanned);
  const second = (await scanStatement(layout, 8n, scanned.recipe)).scanned;
  await expectAllRows(layout, 8n, second);
  expect(second.columns.filter(({ ambiguous }) => ambiguous)).toEqual([]);
  expect(second.mapping, layout.name).toEqual({ ...scanned.mapping, confirmed: true });
  return layout.roles.flatMap((role, i) => {
    const found = scanned.mapping.columns[i]!.role;
    const isRight = role === '_ignore' || ROLES[role]!.includes(found);
    return isRight ? [] : [`${layout.name}: ${headers[i]} (${role}): ${found}`];
  });
}

const TWINS = layoutsFrom(`layout	delimiter	date	header	roles
ca/own/account	comma	n/j/Y	yes	account-number date_transaction description description amount
de/own/card	semicolon	d.m.Y	yes	date_transaction description amount currency-code category-name category-name
gb/own/list	comma	d/m/Y	yes	date_transaction date_transaction description _ignore amount_debit amount_credit _ignore`);

test.each(
  (process.env.TEST_LONG ? TWINS : TWINS.slice(1, 2)).map(
    (layout) => [layout.name, layout] as const,
  ),
)('headers that occur twice are kept apart, and kept in the file: %s', async (_, layout) => {
  const headers = twinHeadersOf(layout);
  const { scanned } = await scanStatement(layout, 7n, null, headers);
  await expectAllRows(layout, 7n, scanned);
  const names = scanned.columns.map(({ name }) => name);
  expect(new Set(names).size).toBe(headers.length);
  expect(names.filter((name, i) => name !== headers[i]).length).toBeGreaterThan(0);
  expect(scanned.dialect.headerLine).toBe(headers.join(layout.delimiter === 'comma' ? ',' : ';'));
  const second = (await scanStatement(layout, 8n, scanned.recipe, headers)).scanned;
  await expectAllRows(layout, 8n, second);
  expect(second.mapping).toEqual({ ...scanned.mapping, confirmed: true });
});

type Seen = { counted: number; wrong: string[] };

async function readAll(layouts: readonly BankLayout[]): Promise<{ named: Seen; nameless: Seen }> {
  const named: Seen = { counted: 0, wrong: [] };
  const nameless: Seen = { counted: 0, wrong: [] };
  for (const layout of layouts) {
    const part = layout.header ? named : nameless;
    part.counted += layout.roles.filter((role) => role !== '_ignore').length;
    part.wrong.push(...(await wrongRoles(layout)));
  }
  return { named, nameless };
}

const shareRight = ({ counted, wrong }: { counted: number; wrong: string[] }) =>
  1 - wrong.length / counted;

test('statements in layouts of our own are understood: each column, each row, the total; the second asks nothing', async () => {
  // In each run one with two columns of amounts and one without headers.
  const { named, nameless } = await readAll(process.env.TEST_LONG ? OWN : OWN.slice(1, 3));
  expect(named.wrong).toEqual([]);
  expect(nameless.wrong).toEqual([]);
});

describe.runIf(process.env.TEST_LONG && existsSync(PUBLISHED))(
  'layouts of 57 banks (in the long run, with ../shared/data)',
  () => {
    test('at least 95 % of columns with a header and 80 % without are understood, rows and totals all; the second file asks nothing', {
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
