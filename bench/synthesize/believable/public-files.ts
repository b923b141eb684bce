import { existsSync } from 'node:fs';
import { readTable } from '../../../src/cli/read-table.ts';
import { entityIndex } from '../../../src/engines/table/sequence-shape.ts';
import type { Table } from '../../../src/engines/table/table.ts';
import { takeRows } from '../../../src/engines/table/take-rows.ts';
import { laterSet } from '../packaged-sets.ts';
import { DATA } from '../stored-tables.ts';
import { BERKA_FILES, BERKA_RELATIONS } from '../tables.ts';
import { type Cells, type FileKind, type Rows, share, type Tables } from './file-kind.ts';

const byKey = (rows: readonly Cells[], key: string) => new Map(rows.map((row) => [row[key]!, row]));

/** Czech birth number YYMMDD, 50 added to the month of women. */
function isBirthNumber(text: string): boolean {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(text.padStart(6, '0'));
  if (match === null) return false;
  const month = Number(match[2]) > 50 ? Number(match[2]) - 50 : Number(match[2]);
  return month >= 1 && month <= 12 && Number(match[3]) >= 1 && Number(match[3]) <= 31;
}

const near = (a: string | undefined, b: number) => Math.abs(Number(a) - b) < 0.6;
const shareOf = <T>(list: readonly T[], test: (own: T) => boolean) =>
  list.filter(test).length / list.length;

function owners({ disposition, account, client }: Rows) {
  const [accounts, clients] = [byKey(account!, 'account_id'), byKey(client!, 'client_id')];
  return disposition!
    .filter((row) => row.type === 'OWNER')
    .map((row) => ({
      account: accounts.get(row.account_id!)!,
      client: clients.get(row.client_id!)!,
    }));
}

/** Berka's eight linked tables. */
export const berka: FileKind = {
  name: 'linked tables (Berka)',
  relations: BERKA_RELATIONS,
  tables: async () => {
    const tables: Tables = {};
    for (const [name, file] of Object.entries(BERKA_FILES)) {
      const path = `${DATA}berka/${file}`;
      if (!existsSync(path)) throw new Error(`no data at ${path}`);
      tables[name] = await readTable(path);
    }
    return tables;
  },
  lines: [
    share('loan = duration x payments', ({ loan }) =>
      shareOf(loan!, (row) => near(row.amount, Number(row.duration) * Number(row.payments))),
    ),
    share(
      'loan has an order of its payment',
      ({ loan, order }) => {
        const orders = new Set(
          order!.map((row) => `${row.account_id} ${Number(row.amount).toFixed(0)}`),
        );
        return shareOf(loan!, (row) =>
          orders.has(`${row.account_id} ${Number(row.payments).toFixed(0)}`),
        );
      },
      0.1,
    ),
    share(
      "owner's district = account's",
      (rows) =>
        shareOf(
          owners(rows),
          ({ account, client }) => account?.district_id === client?.district_id,
        ),
      0.05,
    ),
    share('one owner an account', (rows) => {
      const counts = Map.groupBy(owners(rows), ({ account }) => account);
      return shareOf([...counts.values()], (own) => own.length === 1);
    }),
    share('valid birth numbers', ({ client }) =>
      shareOf(client!, (row) => isBirthNumber(row.birth_number!)),
    ),
    share('district names are names', ({ district }) =>
      shareOf(district!, (row) => /^\p{Lu}/u.test(row.A2!)),
    ),
    share('cards on owners', ({ card, disposition }) => {
      const types = byKey(disposition!, 'disp_id');
      return shareOf(card!, (row) => types.get(row.disp_id!)?.type === 'OWNER');
    }),
  ],
};

/** Movements of half of Berka's 1,229 accounts; the others are the holdout. */
export const movements: FileKind = {
  name: 'movements (Berka)',
  entity: 'account_id',
  tables: async (seed) => {
    const table = await readTable(`${DATA}berka/berka-basic-template.csv.gz`);
    const { of } = entityIndex(table.columns.find(({ name }) => name === 'account_id')!);
    const half = Number(seed === 1n);
    const rows = Array.from(of.keys()).filter((row) => of[row]! % 2 === half);
    return { rows: takeRows(table, Uint32Array.from(rows)) };
  },
  lines: [],
};

const firstRows = (table: Table, rows: number) =>
  takeRows(
    table,
    Uint32Array.from({ length: Math.min(rows, table.rows) }, (_, row) => row),
  );

const textFile = (set: string, column: string, rows: number): FileKind => ({
  name: `${column} (${set})`,
  texts: column,
  tables: () => ({ rows: firstRows(laterSet(set), rows) }),
  lines: [],
});

export const TEXT_FILES = [
  textFile('modeldata/tate_text', 'medium', 4284),
  textFile('modeldata/training_data', 'review', 4000),
  textFile('dslabs/trump_tweets', 'text', 6000),
];
