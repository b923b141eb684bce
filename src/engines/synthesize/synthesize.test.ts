import { describe, expect, test } from 'vitest';
import { profileTable } from '../meaning/profile.ts';
import { streamFor } from '../random/stream.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { CategoryColumn, NumberColumn, Table } from '../table/table.ts';
import {
  BLOCK_ROWS,
  FitCancelled,
  FitRefused,
  fit as learn,
  modelFromBytes,
  modelToBytes,
  type SynthesisMode,
  sample,
  sampleBlock,
} from './index.ts';

const MODES: SynthesisMode[] = ['fidelity', 'balanced', 'cautious'];

/**
 * Builds a bank file: a key, an amount that depends on the channel, a date, a rare category,
 * e-mails.
 */
function bankFile(rows: number, seed = 1n): Table {
  const stream = streamFor(seed, 0, 1);
  const text: (string | null)[][] = [[], [], [], [], [], [], []];
  for (let row = 0; row < rows; row++) {
    const online = stream.below(3) > 0;
    const amount = online ? 5 + stream.float() * 45 : 500 + stream.float() * 1000;
    text[0].push(`TX${String(row * 7 + 3).padStart(6, '0')}`);
    text[1].push(stream.below(10) === 0 ? null : amount.toFixed(2));
    text[2].push(online ? 'online' : row === 5 ? 'pigeon' : 'branch');
    text[3].push(`2024-0${1 + stream.below(9)}-1${stream.below(10)}`);
    text[4].push(online ? 'O' : 'B');
    text[5].push(`user${row}@bank.test`);
    text[6].push('EUR');
  }
  return parseColumns(
    ['transaction_id', 'amount', 'channel', 'booked', 'code', 'email', 'currency'],
    text,
  );
}

const texts = (table: Table) => formatTable(table).textColumns;

describe.each(MODES)('%s mode', (mode) => {
  const real = bankFile(3000);
  const model = learn(real, { mode, seed: 1n });
  const synthetic = sample(model, { rows: 3000, seed: 9n });

  test('keeps names, types and layouts', () => {
    expect(synthetic.columns.map((c) => [c.name, c.kind])).toEqual(
      real.columns.map((c) => [c.name, c.kind]),
    );
    for (const text of texts(synthetic)[1]) if (text !== null) expect(text).toMatch(/^\d+\.\d\d$/);
    for (const text of texts(synthetic)[3]) expect(text).toMatch(/^2024-0[1-9]-1\d$/);
  });

  test('learns shares, missing values and what goes together', () => {
    const [, amounts, channels] = texts(synthetic);
    const online = channels!.filter((text) => text === 'online').length / 3000;
    expect(online).toBeGreaterThan(0.6);
    expect(online).toBeLessThan(0.73);
    const missing = amounts!.filter((text) => text === null).length / 3000;
    expect(Math.abs(missing - 0.1)).toBeLessThan(0.03);
    const odd = channels!.filter(
      (text, row) => text === 'online' && amounts![row] !== null && Number(amounts![row]) > 400,
    ).length;
    expect(odd / 3000).toBeLessThan(0.03);
  });

  test('generates keys and personal data, and no rare category', () => {
    const [keys, , channels, , , emails] = texts(synthetic);
    expect(new Set(keys).size).toBe(3000);
    for (const key of keys!) expect(key).toMatch(/^TX\d{6}$/);
    expect(channels).not.toContain('pigeon');
    const realEmails = new Set(texts(real)[5]);
    expect(emails!.filter((email) => realEmails.has(email))).toEqual([]);
  });

  test('gives the same rows for the same seed, and a model survives its file', () => {
    const again = sample(modelFromBytes(modelToBytes(model)), { rows: 3000, seed: 9n });
    expect(texts(again)).toEqual(texts(synthetic));
    expect(texts(sample(model, { rows: 3000, seed: 10n }))).not.toEqual(texts(synthetic));
  });
});

describe('given values', () => {
  const model = learn(bankFile(4000), { mode: 'balanced', seed: 1n });
  const amounts = (table: Table) =>
    texts(table)[1]
      .filter((t) => t !== null)
      .map(Number);

  test('are in every row, and the other columns follow', () => {
    const sampled = sample(model, { rows: 500, seed: 3n, given: { channel: 'branch' } });
    expect(new Set(texts(sampled)[2])).toEqual(new Set(['branch']));
    expect(new Set(texts(sampled)[4])).toEqual(new Set(['B']));
    const values = amounts(sampled);
    expect(values.filter((v) => v > 400).length / values.length).toBeGreaterThan(0.95);
  });

  test('work against the order of drawing, and by numbers', () => {
    const sampled = sample(model, { rows: 200, seed: 3n, given: { amount: '20.00' } });
    expect(new Set(texts(sampled)[1])).toEqual(new Set(['20.00']));
    expect(texts(sampled)[2].filter((t) => t === 'online').length).toBeGreaterThan(190);
  });

  test('a class can be made as frequent as wished', () => {
    const rebalance = { column: 'channel', shares: { branch: 0.8 } };
    const sampled = sample(model, { rows: 1000, seed: 3n, rebalance });
    expect(texts(sampled)[2].filter((t) => t === 'branch').length).toBe(800);
    expect(new Set(texts(sampled)[0]).size).toBe(1000);
  });

  test('a share is refused if no other value can have the rest', () => {
    const fields = model.fields.map((field) =>
      field.codec.kind === 'category' && field.codec.values.includes('branch')
        ? { ...field, codec: { ...field.codec, values: ['branch'], rows: Float64Array.of(1) } }
        : field,
    );
    const rebalance = { column: 'channel', shares: { branch: 0.8 } };
    expect(() => sample({ ...model, fields }, { rows: 10, seed: 3n, rebalance })).toThrow(
      'No other value of channel is modeled, so the shares must be 1 in total: 0.20 is left.',
    );
  });

  test('unknown columns and values are refused', () => {
    const ask = (conditions: Record<string, string>) => () =>
      sample(model, { rows: 5, seed: 1n, given: conditions });
    expect(ask({ nothing: 'x' })).toThrow('not modeled');
    expect(ask({ channel: 'pigeon' })).toThrow('not among');
    expect(ask({ amount: 'much' })).toThrow('not a valid value');
  });
});

describe('blocks', () => {
  test('each is the same alone as in the whole', () => {
    const model = learn(bankFile(2000), { mode: 'balanced', seed: 1n });
    const whole = texts(sample(model, { rows: BLOCK_ROWS + 300, seed: 4n }));
    const second = texts(sampleBlock(model, { block: 1, rows: 300, seed: 4n }));
    expect(whole.map((column) => column.slice(BLOCK_ROWS))).toEqual(second);
    expect(new Set(whole[0]).size).toBe(BLOCK_ROWS + 300);
  });

  test('no mode contains an extreme of the file, and sampled values come near to them', () => {
    const real = bankFile(3000);
    const { minimum: low, maximum: high } = profileTable(real).columns[1];
    for (const mode of MODES) {
      const profile = profileTable(
        sample(learn(real, { mode, seed: 1n }), { rows: 3000, seed: 1n }),
      ).columns[1];
      expect(Number(profile.maximum)).toBeLessThan(Number(high));
      expect(Number(profile.maximum)).toBeGreaterThan(0.98 * Number(high));
      expect(Number(profile.minimum)).toBeGreaterThan(Number(low));
      expect(Number(profile.minimum)).toBeLessThan(Number(low) + 1);
    }
  });
});

test('decimals are written as in the file, zeros at the end too', () => {
  const stream = streamFor(4n, 0, 1);
  const whole = Array.from({ length: 400 }, () => String(1000 + stream.below(5000)));
  const columns = [
    whole.map((text) => `${text}.0`),
    whole.map((text, i) => `${text}.${i < 3 ? '25' : '00'}`),
  ];
  const model = learn(parseColumns(['tenths', 'money'], columns), { mode: 'balanced', seed: 1n });
  const [tenths, money] = texts(sample(model, { rows: 200, seed: 1n }));
  for (const text of tenths!) expect(text).toMatch(/^\d{4}\.0$/);
  for (const text of money!) expect(text).toMatch(/^\d{4}\.00$/);
});

describe('cancelling', () => {
  test('stops between steps', () => {
    const signal = { aborted: false };
    const progress = (stage: string) => {
      if (stage === 'model') signal.aborted = true;
    };
    const run = () => learn(bankFile(500), { mode: 'balanced', seed: 1n, signal, progress });
    expect(run).toThrow(FitCancelled);
  });
});

describe('small steps', () => {
  /**
   * Returns the longest processor time between two checks of the signal, in ms, and their number.
   */
  function reading(work: (signal: { readonly aborted: boolean }) => void) {
    let longest = 0;
    let times = 0;
    let last = process.threadCpuUsage().user;
    const look = () => {
      const now = process.threadCpuUsage().user;
      longest = Math.max(longest, (now - last) / 1000);
      last = now;
      times++;
      return false;
    };
    work({
      get aborted() {
        return look();
      },
    });
    look();
    return { longest, times };
  }

  test('the signal is read at each column while learning, and every 10,000 rows while drawing', () => {
    const table = bankFile(1000);
    const learning = reading((signal) => learn(table, { mode: 'balanced', seed: 1n, signal }));
    expect(learning.times).toBeGreaterThan(table.columns.length);
    const model = learn(table, { mode: 'balanced', seed: 1n });
    const [few, many] = [20_000, 80_000].map(
      (rows) => reading((signal) => sample(model, { rows, seed: 1n, signal })).times,
    );
    expect(many! - few!).toBeGreaterThanOrEqual(60_000 / 10_000);
  });

  test.runIf(process.env.TEST_LONG)(
    'on a quiet machine the signal is read within a second all through learning and drawing',
    () => {
      const table = bankFile(60_000);
      const learning = reading((signal) => learn(table, { mode: 'balanced', seed: 1n, signal }));
      expect(learning.longest).toBeLessThan(1000);
      const model = learn(table, { mode: 'balanced', seed: 1n });
      const drawing = reading((signal) => sample(model, { rows: 100_000, seed: 1n, signal }));
      expect(drawing.longest).toBeLessThan(1000);
    },
  );

  test('drawing stops when it is cancelled', () => {
    const model = learn(bankFile(500), { mode: 'balanced', seed: 1n });
    let reads = 0;
    const signal = {
      get aborted() {
        return ++reads > 3;
      },
    };
    expect(() => sample(model, { rows: 500, seed: 1n, signal })).toThrow(FitCancelled);
  });

  test('what would take more memory than may be used is refused with the numbers', () => {
    const options = { mode: 'balanced', seed: 1n, mostMemory: 64 * 2 ** 20 } as const;
    expect(() => learn(bankFile(500), options)).toThrow(/500 rows of 7 columns needs about \d+ MB/);
    expect(() => learn(bankFile(500), { ...options, mostMemory: 2 ** 30 })).not.toThrow();
  });
});

describe('odd tables', () => {
  const odd: Record<string, Table> = {
    'one row': bankFile(1),
    'two hundred rows': bankFile(200),
    'one constant column': parseColumns(['c'], [Array.from({ length: 50 }, () => '7')]),
    'an empty column': parseColumns(
      ['e', 'x'],
      [Array.from({ length: 50 }, () => null), Array.from({ length: 50 }, (_, i) => `${i % 5}`)],
    ),
    'ten thousand words': parseColumns(
      ['word', 'x'],
      [
        Array.from({ length: 60000 }, (_, i) => `w ${i % 10000}`),
        Array.from({ length: 60000 }, (_, i) => `${i % 7}`),
      ],
    ),
    'two layouts of dates': parseColumns(
      ['d'],
      [Array.from({ length: 40 }, (_, i) => (i % 2 ? '2024-01-02' : '03.01.2024'))],
    ),
    'three hundred columns': parseColumns(
      Array.from({ length: 300 }, (_, c) => `c${c}`),
      Array.from({ length: 300 }, (_, c) =>
        Array.from({ length: 300 }, (_, i) => String(((i + 1) * (c + 3)) % 17)),
      ),
    ),
  };
  for (const [name, table] of Object.entries(odd)) {
    if (name === 'three hundred columns' && !process.env.TEST_LONG) continue;
    test.each(MODES)(`${name}, %s`, (mode) => {
      const synthetic = sample(learn(table, { mode, seed: 1n }), { rows: 120, seed: 2n });
      expect(synthetic.rows).toBe(120);
      expect(synthetic.columns.map((c) => c.kind)).toEqual(table.columns.map((c) => c.kind));
      for (const column of synthetic.columns) {
        const rows = column.kind === 'category' ? column.codes : column.values;
        expect(rows.length).toBe(120);
      }
    });
  }

  test('an empty column stays empty, a constant one constant', () => {
    const empty = sample(learn(odd['an empty column'], { mode: 'balanced', seed: 1n }), {
      rows: 9,
      seed: 1n,
    });
    expect((empty.columns[0] as CategoryColumn).codes.every((code) => code === -1)).toBe(true);
    const same = sample(learn(odd['one constant column'], { mode: 'balanced', seed: 1n }), {
      rows: 9,
      seed: 1n,
    });
    expect((same.columns[0] as NumberColumn).values.every((value) => value === 7)).toBe(true);
  });

  test('no rows, no columns and equal names are refused', () => {
    const options = { mode: 'balanced', seed: 1n } as const;
    expect(() => learn({ rows: 0, columns: [] }, options)).toThrow(FitRefused);
    expect(() => learn(parseColumns(['a'], [[]]), options)).toThrow(FitRefused);
    expect(() => learn(parseColumns(['a', 'a'], [['1'], ['2']]), options)).toThrow(FitRefused);
  });
});
