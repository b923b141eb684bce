import { expect, test } from 'vitest';
import { drawAccount } from './draw-account.ts';

const COLUMNS = ['Buchungstag', 'IBAN', 'Buchungstext', 'Empfänger', 'Betrag', 'Saldo'];
const two = (n: number) => String(n).padStart(2, '0');

/** Six months of two accounts: rent and one purchase a month, the later row of a month first. */
function statement(): (string | null)[][] {
  const rows: (string | null)[][] = [];
  for (const [account, rent] of [
    ['DE01', '-800,00'],
    ['DE02', '-650,00'],
  ] as const)
    for (let month = 1; month <= 6; month++) {
      const purchase = `-${10 * month},50`;
      rows.push([
        `20.${two(month)}.2025`,
        account,
        'Karte',
        `Laden ${month}`,
        purchase,
        `${5000 - month},00`,
      ]);
      rows.push([
        `03.${two(month)}.2025`,
        account,
        'Dauerauftrag',
        'Vermieter',
        rent,
        `${6000 - month},00`,
      ]);
    }
  rows.push(['25.06.2025', 'DE02', 'Karte', 'Laden 7', '-5,00', '4.989,00']);
  return rows;
}

test('an account is drawn in order of time, with its balance, kinds and its rent', () => {
  const drawn = drawAccount({ columns: COLUMNS, rows: statement() }, 'DE01')!;
  expect(drawn).toMatchObject({ account: 'DE01', account_column: 'IBAN', level: 'Saldo' });
  expect(drawn.accounts).toEqual([
    { account: 'DE02', rows: 13 },
    { account: 'DE01', rows: 12 },
  ]);
  expect(drawn.timeline.slice(0, 3)).toEqual([
    { at: '2025-01-03T00:00:00.000Z', amount: -800, level: 5999, kind: 'Dauerauftrag', row: 2 },
    { at: '2025-01-20T00:00:00.000Z', amount: -10.5, level: 4999, kind: 'Karte', row: 1 },
    { at: '2025-02-03T00:00:00.000Z', amount: -800, level: 5998, kind: 'Dauerauftrag', row: 4 },
  ]);
  expect(drawn.rows[0]).toEqual([
    '03.01.2025',
    'DE01',
    'Dauerauftrag',
    'Vermieter',
    '-800,00',
    '5999,00',
  ]);
  expect(drawn.recurring).toEqual([
    { name: 'Vermieter', every: 'month', amount: -800, rows: [0, 2, 4, 6, 8, 10] },
  ]);
});

test('by default the account with most rows; without a balance, amounts are summed', () => {
  const columns = COLUMNS.slice(0, -1);
  const drawn = drawAccount({ columns, rows: statement().map((row) => row.slice(0, -1)) })!;
  expect(drawn).toMatchObject({ account: 'DE02', level: null });
  expect(drawn.timeline.map(({ level }) => level).slice(0, 3)).toEqual([-650, -660.5, -1310.5]);
});

test('a table without times or amounts is not drawn, an unknown account has no rows', () => {
  expect(drawAccount({ columns: ['IBAN', 'Name'], rows: [['DE01', 'A']] })).toBeNull();
  expect(drawAccount({ columns: COLUMNS, rows: [] })).toBeNull();
  expect(drawAccount({ columns: COLUMNS, rows: statement() }, 'DE09')).toBeNull();
});
