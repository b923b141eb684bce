import { describe, expect, test } from 'vitest';
import { everySecond } from '../every-second.fixture.ts';
import { streamFor } from '../random/stream.ts';
import { mod97, passesIban } from '../table/check-digits.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from './index.ts';

const DAY = 86_400_000;

function iban(account: number): string {
  const body = `37040044${String(532_013_000 + account).padStart(10, '0')}`;
  return `DE${String(98 - mod97(`${body}DE00`)).padStart(2, '0')}${body}`;
}

function statements(header: string, account: (index: number) => string, accounts = 24) {
  const stream = streamFor(3n, 0, 1);
  const lines: string[][] = [];
  for (let a = 0; a < accounts; a++) {
    let balance = 100_000 + 1000 * a;
    for (let row = 0; row < 20; row++) {
      const cents = row % 10 === 0 ? 210_000 : -Math.round(500 + 15_000 * stream.float());
      balance += cents;
      const day = new Date(Date.UTC(2025, 0, 1) + DAY * (row * 3 + a)).toISOString().slice(0, 10);
      const text = row % 10 === 0 ? 'Gehalt' : `Kartenzahlung vom ${row} an Kunde ${a * 31 + row}`;
      lines.push([account(a), day, text, (cents / 100).toFixed(2), (balance / 100).toFixed(2)]);
    }
  }
  const names = [header, 'Buchungstag', 'Verwendungszweck', 'Betrag', 'Saldo'];
  return parseColumns(
    names,
    names.map((_, i) => lines.map((line) => line[i]!)),
  );
}

const HEADERS = [
  ['Konto', (account: number) => `DE${String(4000 + account * 7)}`],
  ['Kontonummer', (account: number) => String(7_100_200 + account * 13)],
  ['IBAN', iban],
  ['Numéro de compte', iban],
] as const;

describe.each(everySecond(HEADERS))('accounts under the header %s', (header, account) => {
  const model = modelFromBytes(
    modelToBytes(fit(statements(header, account), { mode: 'balanced', seed: 1n })),
  );
  const { textColumns } = formatTable(sample(model, { rows: 600, seed: 2n }));
  const [accounts, , texts, amounts, balances] = textColumns as string[][];

  test('are entities: no number of theirs is learned, and balances follow within each', () => {
    expect(model.columns.map(({ role }) => role).slice(0, 1)).toEqual(['reference']);
    let followed = 0;
    for (let row = 1; row < accounts!.length; row++) {
      if (accounts![row] !== accounts![row - 1]) continue;
      followed++;
      const cents = (text: string) => Math.round(100 * Number(text));
      expect(cents(balances![row]!)).toBe(cents(balances![row - 1]!) + cents(amounts![row]!));
    }
    expect(followed).toBeGreaterThan(400);
  });

  test('are written as they were, and an IBAN is nobody’s', () => {
    if (account !== iban) return expect(accounts!.every((text) => /\d{4}/.test(text))).toBe(true);
    const real = new Set(Array.from({ length: 24 }, (_, a) => iban(a)));
    expect(accounts!.every((text) => passesIban(text) && /^DE\d{2}00000000/.test(text))).toBe(true);
    expect(accounts!.some((text) => real.has(text))).toBe(false);
  });

  test('and their texts are German', () => {
    expect(texts!.every((text) => !/\b(payment|order|invoice|goods)\b/.test(text))).toBe(true);
  });
});

describe('debits and credits of several accounts', () => {
  const signed = formatTable(statements('Compte', iban));
  const [accounts, days, , amounts, balances] = signed.textColumns as string[][];
  const side = (leaves: boolean, empty: string) =>
    amounts!.map((text) => (text.startsWith('-') === leaves ? text.replace('-', '') : empty));

  test.each(['', '0.00'])('keep their balances, the other side empty as %j', (empty) => {
    const names = ['Compte', 'Date', 'Débit', 'Crédit', 'Solde'];
    const columns = [accounts!, days!, side(true, empty), side(false, empty), balances!];
    const table = parseColumns(
      names,
      columns.map((texts) => texts.map((text) => text || null)),
    );
    const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
    const sampled = formatTable(sample(model, { rows: 600, seed: 2n })).textColumns;
    const cents = (text: string | null | undefined) => Math.round(100 * Number(text ?? 0));
    for (let row = 1; row < sampled[0]!.length; row++) {
      const [out, into] = [sampled[2]![row], sampled[3]![row]];
      expect([out, into].filter((text) => cents(text) !== 0).length).toBe(1);
      expect([out, into].filter((text) => text === (empty === '' ? null : '0.00')).length).toBe(1);
      if (sampled[0]![row] !== sampled[0]![row - 1]) continue;
      expect(cents(sampled[4]![row])).toBe(cents(sampled[4]![row - 1]) + cents(into) - cents(out));
    }
    expect(() => sample(model, { rows: 9, seed: 2n, given: { Crédit: '2100.00' } })).toThrow(
      "can't be a condition",
    );
  });
});

test('amounts without a sign keep their balances by the word beside them', () => {
  const { textColumns } = formatTable(statements('Rekening', iban));
  const [accounts, days, , amounts, balances] = textColumns as string[][];
  const table = parseColumns(
    ['Rekening', 'Datum', 'Af Bij', 'Bedrag', 'Saldo'],
    [
      accounts!,
      days!,
      amounts!.map((text) => (text.startsWith('-') ? 'Af' : 'Bij')),
      amounts!.map((text) => text.replace('-', '')),
      balances!,
    ],
  );
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const sampled = formatTable(sample(model, { rows: 600, seed: 2n })).textColumns as string[][];
  const cents = (text: string) => Math.round(100 * Number(text));
  const words = new Set<string>();
  for (let row = 1; row < sampled[0]!.length; row++) {
    const moved = cents(sampled[3]![row]!);
    words.add(sampled[2]![row]!);
    expect(moved).toBeGreaterThan(0);
    if (sampled[0]![row] !== sampled[0]![row - 1]) continue;
    const sign = sampled[2]![row] === 'Af' ? -1 : 1;
    expect(cents(sampled[4]![row]!)).toBe(cents(sampled[4]![row - 1]!) + sign * moved);
  }
  expect(words).toEqual(new Set(['Af', 'Bij']));
  expect(() => sample(model, { rows: 9, seed: 2n, given: { 'Af Bij': 'Bij' } })).toThrow(
    "can't be a condition",
  );
});

test('of nine accounts histories are learned, and values differ as they did', () => {
  const model = fit(statements('Konto', iban, 9), { mode: 'balanced', seed: 1n });
  expect(model.core.kind).toBe('sequence');
  const sampled = formatTable(sample(model, { rows: 300, seed: 2n })).textColumns as string[][];
  expect(new Set(sampled[3]).size).toBeGreaterThan(100);
  expect(new Set(sampled[1]).size).toBeGreaterThan(10);
});

test('of two to eight accounts nothing is learned, of one everything but its number', () => {
  const fitOf = (accounts: number, mode: 'balanced' | 'cautious') => () =>
    fit(statements('Konto', iban, accounts), { mode, seed: 1n });
  for (const accounts of [2, 5, 8])
    expect(fitOf(accounts, 'balanced')).toThrow(
      `The training rows contain ${accounts} accounts or customers (column Konto).`,
    );
  expect(fitOf(18, 'cautious')).toThrow('mode cautious needs at least 19');
  expect(fitOf(19, 'cautious')).not.toThrow();
  for (const [own, generated] of [
    [iban, /^DE\d{2}0{9}\d{9}$/],
    [() => 'KT-4711', /^KT0{4}1$/],
  ] as const) {
    const table = statements('Konto', () => own(0), 6);
    const model = fit(table, { mode: 'balanced', seed: 1n });
    const [accounts] = formatTable(sample(model, { rows: 50, seed: 2n })).textColumns;
    expect(new Set(accounts).size).toBe(1);
    expect(accounts![0]).toMatch(generated);
  }
});
