import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import {
  brokenEntry,
  cdpRho,
  debit,
  FitCancelled,
  type LedgerEntry,
  fit as learn,
  modelFromBytes,
  modelToBytes,
  PrivacyRefused,
  sample,
} from '../index.ts';

function seededBytes(seed: bigint): (length: number) => Uint8Array {
  const stream = streamFor(seed, 0, 0);
  return (length) => Uint8Array.from({ length }, () => stream.below(256));
}

function customers(count: number): Table {
  const stream = streamFor(8n, 0, 0);
  const rows: string[][] = [];
  for (let c = 0; c < count; c++) {
    const many = 1 + stream.below(5);
    for (let i = 0; i < many; i++) {
      const card = stream.below(2) === 0;
      rows.push([
        String(rows.length + 1),
        `C${c}`,
        card ? 'card' : 'transfer',
        (card ? 10 + stream.below(40) : 2000 + stream.below(900)).toFixed(2),
        `2024-0${1 + stream.below(6)}-1${stream.below(9)}`,
        c === 7 ? 'unique-secret' : 'EUR',
      ]);
    }
  }
  const names = ['txn_id', 'customer_id', 'channel', 'amount', 'date', 'currency'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c])),
  );
}

const privately = (randomBytes: (length: number) => Uint8Array) => ({
  epsilon: 3,
  delta: 1e-6,
  unitColumn: 'customer_id',
  randomBytes,
});

describe('the private mode', () => {
  const table = customers(4000);
  const options = { mode: 'private', seed: 1n } as const;
  const model = learn(table, { ...options, differentialPrivacy: privately(seededBytes(1n)) });
  const synthetic = sample(model, { rows: 3000, seed: 2n });
  const [keys, units, channels, amounts, dates, currencies] = formatTable(synthetic).textColumns;

  test('learns what goes together, within what was granted', () => {
    const rows = channels!.map((channel, i) => ({ channel, amount: Number(amounts![i]) }));
    const wrong = rows.filter(({ channel, amount }) =>
      channel === 'card' ? amount > 200 : channel === 'transfer' && amount < 200,
    );
    expect(wrong.length / rows.length).toBeLessThan(0.05);
    expect(dates!.filter((date) => date?.startsWith('2024-0')).length).toBeGreaterThan(2800);
    expect(model.core.kind === 'private' && model.core.guarantee.epsilon).toBeLessThanOrEqual(3);
    expect(model.core.kind === 'private' && model.core.guarantee.unit).toBe('customer_id');
  });

  test('a word of one person never appears, and identifiers are new', () => {
    expect(currencies).not.toContain('unique-secret');
    expect(new Set(keys).size).toBe(3000);
    expect(units!.some((person) => person!.startsWith('C'))).toBe(false);
  });

  test('noise is not from the seed: the same seed with other bytes gives another model', () => {
    const other = learn(table, { ...options, differentialPrivacy: privately(seededBytes(2n)) });
    expect(modelToBytes(other)).not.toEqual(modelToBytes(model));
    expect(
      formatTable(sample(modelFromBytes(modelToBytes(model)), { rows: 3000, seed: 2n })),
    ).toEqual(formatTable(synthetic));
  });

  test('values that no share names keep their proportions', () => {
    const kinds = ['loan', 'loan', 'loan', 'loan', 'loan', 'loan', 'card', 'card', 'card', 'cash'];
    const rows = parseColumns(['kind'], [Array.from({ length: 20_000 }, (_, i) => kinds[i % 10])]);
    const differentialPrivacy = { ...privately(seededBytes(5n)), unitColumn: null };
    const three = learn(rows, { ...options, differentialPrivacy });
    const rebalance = { column: 'kind', shares: { loan: 0.2 } };
    const [drawn] = formatTable(sample(three, { rows: 4000, seed: 2n, rebalance })).textColumns;
    const share = (kind: string) => drawn!.filter((own) => own === kind).length / 4000;
    expect(share('loan')).toBeCloseTo(0.2, 2);
    expect(share('card')).toBeCloseTo(0.6, 1);
    expect(share('cash')).toBeCloseTo(0.2, 1);
  });

  test('the budget is debited before a byte of noise is drawn', () => {
    let isDrawn = false;
    const differentialPrivacy = {
      ...privately((length) => {
        isDrawn = true;
        return new Uint8Array(length);
      }),
      debit: () => {
        throw new PrivacyRefused('no');
      },
    };
    expect(() => learn(table, { ...options, differentialPrivacy })).toThrow(PrivacyRefused);
    expect(isDrawn).toBe(false);
  });

  test.each([0, -1, 10.5, Number.NaN])('epsilon %d is refused', (epsilon) => {
    const differentialPrivacy = { ...privately(seededBytes(1n)), epsilon };
    expect(() => learn(table, { ...options, differentialPrivacy })).toThrow(PrivacyRefused);
  });

  test('columns of which too few people have anything in common are named', () => {
    const differentialPrivacy = { ...privately(seededBytes(3n)), epsilon: 0.5 };
    const { core } = learn(customers(60), { ...options, differentialPrivacy });
    expect(core.kind === 'private' && core.guarantee.warnings).toContainEqual(
      expect.stringMatching(/^No value of channel, .*date, currency is shared by enough customers/),
    );
  });

  test('few persons and rows as persons are warned of', () => {
    const differentialPrivacy = { ...privately(seededBytes(1n)), unitColumn: null };
    const { core } = learn(customers(300), { ...options, differentialPrivacy });
    expect(core.kind === 'private' && core.guarantee.warnings.length).toBe(3);
  });
});

describe('by AIM', () => {
  const table = customers(4000);
  const options = { mode: 'private', seed: 1n } as const;
  const finely = (seed: bigint) => ({ ...privately(seededBytes(seed)), mechanism: 'AIM' }) as const;

  test('what goes together is learned within what was granted, and the guarantee names the mechanism', () => {
    const model = learn(table, { ...options, differentialPrivacy: finely(1n) });
    const restored = modelFromBytes(modelToBytes(model));
    const { textColumns } = formatTable(sample(restored, { rows: 3000, seed: 2n }));
    const [, , channels, amounts, , currencies] = textColumns;
    const wrong = channels!.filter((channel, i) =>
      channel === 'card'
        ? Number(amounts![i]) > 200
        : channel === 'transfer' && Number(amounts![i]) < 200,
    );
    expect(wrong.length / 3000).toBeLessThan(0.05);
    expect(currencies).not.toContain('unique-secret');
    const guarantee = restored.core.kind === 'private' ? restored.core.guarantee : null;
    expect(guarantee).toMatchObject({ mechanism: 'AIM', unit: 'customer_id' });
    expect(guarantee!.epsilon).toBeLessThanOrEqual(3);
    expect(guarantee!.epsilon).toBeGreaterThan(2.9);
    // Rows depend only on model and seed, however the model was stored.
    const block = formatTable(sample(restored, { rows: 3000, seed: 2n }));
    expect(block.textColumns).toEqual(textColumns);
  });

  test('Cancel is heard in the midst of the rounds, within a second', () => {
    const signal = { aborted: false };
    let stoppedAt = 0;
    const progress = (stage: string, done: number, total: number) => {
      if (stage !== 'model' || done / total < 0.5 || signal.aborted) return;
      signal.aborted = true;
      stoppedAt = performance.now();
    };
    expect(() =>
      learn(table, { ...options, signal, progress, differentialPrivacy: finely(2n) }),
    ).toThrow(FitCancelled);
    expect(stoppedAt).toBeGreaterThan(0);
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
  });

  test('memory that would not do is refused before anything is spent', () => {
    const differentialPrivacy = {
      ...finely(4n),
      debit: () => {
        throw new Error('debited');
      },
    };
    const fit = (mostMemory: number) => () =>
      learn(table, { ...options, mostMemory, differentialPrivacy });
    expect(fit(300 * 2 ** 20)).toThrow(/needs about 3\d\d MB; 300 MB are available/);
    expect(fit(400 * 2 ** 20)).toThrow('debited');
  });

  test('more columns than it can take are refused before anything is spent', () => {
    const names = Array.from({ length: 65 }, (_, i) => `column ${i}`);
    const wide = parseColumns(
      names,
      names.map(() => ['1', '2', '3']),
    );
    let debited = false;
    const debit = () => {
      debited = true;
    };
    const differentialPrivacy = { ...finely(3n), unitColumn: null, debit };
    expect(() => learn(wide, { ...options, differentialPrivacy })).toThrow(
      'AIM supports at most 64 columns; this table has 65. Use MST.',
    );
    expect(debited).toBe(false);
  });
});

describe('the ledger', () => {
  const budget = { rho: cdpRho(3, 1e-6), delta: 1e-5 };
  const request = {
    time: '2025-01-01T00:00:00Z',
    operation: 'fit',
    mechanism: 'MST',
    unit: 'customer_id',
    delta: 1e-6,
    codeHash: 'c',
    rho: cdpRho(1, 1e-6),
  } as const;

  test('grants until the budget is used up, then refuses with the numbers', () => {
    const ledger: LedgerEntry[] = [];
    for (;;) {
      const answer = debit(ledger, request, budget);
      if (answer.kind === 'refused') {
        expect(answer.remaining.rho).toBeLessThan(request.rho);
        expect(answer.pending.rho).toBeGreaterThan(budget.rho);
        break;
      }
      ledger.push(answer.entry);
    }
    // 0.18507 / 0.024356 = 7.6
    expect(ledger.length).toBe(7);
    expect(brokenEntry(ledger)).toBe(null);
    ledger[2] = { ...ledger[2], nanoRho: 1 };
    expect(brokenEntry(ledger)).toBe(3);
  });
});
