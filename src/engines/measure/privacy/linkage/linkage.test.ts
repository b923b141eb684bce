import { expect, it } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { concatTables } from '../../../table/concat-tables.ts';
import type { Column, Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { DATA, hasData, readCsv } from '../../read-csv.fixture.ts';
import { plantBlurred, threeParts } from '../planted.fixture.ts';
import { layOut } from '../privacy-tables.ts';
import { columnShares } from './column-shares.ts';
import { headSizes, headTest } from './head-test.ts';
import { linkage } from './linkage.ts';

function population(rows: number, seed: bigint): Table {
  const stream = streamFor(seed, 0, 0);
  const regions = Int32Array.from({ length: rows }, () => stream.below(12));
  const numbers = Array.from({ length: 6 }, (_, c): Column => {
    const values = Float64Array.from(regions, (region) =>
      Math.round((500 + 100 * region) * Math.exp(2 * stream.float()) * (c + 1)),
    );
    return { kind: 'number', name: `amount ${c}`, decimals: 0, values };
  });
  const words = Array.from({ length: 6 }, (_, c): Column => {
    const size = 3 + 3 * c;
    const codes = regions.map((region) => (region + stream.below(size)) % size);
    const dictionary = Array.from({ length: size }, (__, i) => `word ${i}`);
    return { kind: 'category', name: `kind ${c}`, dictionary, codes };
  });
  return { rows, columns: [...numbers, ...words] };
}

const none = () => {};
const [train, holdout, fresh] = threeParts(population(9000, 7n), 3000, streamFor(7n, 0, 1));
const linked = (synthetic: Table, entity?: string) =>
  linkage(layOut(train, { holdout, synthetic, seed: 1n, entity }), {
    entity,
    seed: 1n,
    step: none,
  });

it('looks at heads of 8, 12, 20, 30, 50 and so on', () => {
  expect(headSizes(7)).toEqual([]);
  expect(headSizes(130)).toEqual([8, 12, 20, 30, 50, 80, 120]);
});

it('gives a head the p of the hypergeometric distribution', () => {
  // One head, of 8 from 16 of which 8 are ones: P(at least 7) = (C(8,7) C(8,1) + C(8,8)) / C(16,8) = 65 / 12,870
  const list = {
    labels: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 0),
    population: { size: 16, ones: 8 },
  };
  const { pValue, z } = headTest([list], {
    permutations: 50_000,
    stream: streamFor(1n, 0, 0),
    step: none,
  });
  expect(z).toBeCloseTo((7 - 4) / Math.sqrt(2), 12);
  expect(Math.abs(pValue - 65 / 12_870)).toBeLessThan(4 * Math.sqrt(65 / 12_870 / 50_000));
});

it('counts a column that repeats another once', () => {
  const stream = streamFor(1n, 0, 0);
  const code = Int32Array.from({ length: 3000 }, () => stream.below(9));
  const apart = Int32Array.from({ length: 3000 }, () => stream.below(5));
  const shares = columnShares([code, code.map((value) => 8 - value), apart]);
  expect(shares[0]).toBe(1);
  expect(shares[1]).toBeLessThan(0.02);
  expect(shares[2]).toBeGreaterThan(0.98);
});

it.runIf(process.env.TEST_LONG)('finds 2 % of blurred copies, and nothing in fresh rows', () => {
  const blur = { numbers: 0.01, words: 1 };
  const planted = plantBlurred({ fresh, train, stream: streamFor(2n, 0, 0) }, 0.02, blur);
  const result = linked(planted).linkage;
  expect(result?.pValue).toBeLessThanOrEqual(0.001);
  expect(result?.headTraining).toBeGreaterThan(0.8 * (result?.head ?? 0));
  const clean = linked(fresh).linkage;
  expect(clean).toMatchObject({ tested: 3000, permutations: 4999 });
  expect(clean?.pValue).toBeGreaterThan(0.05);
});

it('finds them with a holdout of a fifth, where four of five links are chance', () => {
  const blur = { numbers: 0.01, words: 1 };
  const planted = plantBlurred({ fresh, train, stream: streamFor(2n, 0, 0) }, 0.05, blur);
  const few = takeRows(
    holdout,
    Uint32Array.from({ length: 750 }, (_, i) => i),
  );
  const tables = layOut(train, { holdout: few, synthetic: planted, seed: 1n });
  const { linkage: result } = linkage(tables, { seed: 1n, step: none });
  expect(result?.trainingShare).toBeCloseTo(0.8, 12);
  expect(result?.pValue).toBeLessThanOrEqual(0.001);
});

/** Ten rows per customer, identical except for the last digits. */
function owned(table: Table, first: number): Table {
  const rows = Uint32Array.from({ length: 10 * 300 }, (_, i) => Math.floor(i / 10));
  const id: Column = {
    kind: 'number',
    name: 'customer_id',
    decimals: 0,
    values: Float64Array.from(rows, (row) => first + row),
  };
  return { rows: rows.length, columns: [id, ...takeRows(table, rows).columns] };
}

it.runIf(process.env.TEST_LONG)('links to customers: their own rows are no rivals', () => {
  const [own, unseen] = [owned(train, 1e6), owned(holdout, 2e6)];
  const copies = takeRows(
    own,
    Uint32Array.from({ length: 100 }, (_, i) => 10 * i),
  );
  const synthetic = concatTables([owned(fresh, 3e6), copies]);
  const measured = (entity?: string) =>
    linkage(layOut(own, { holdout: unseen, synthetic, seed: 1n, entity }), {
      entity,
      seed: 1n,
      step: none,
    });
  expect(measured('customer_id').linkage?.pValue).toBeLessThanOrEqual(0.001);
  // With each row as a person, every one has nine doubles, so no link is unique.
  expect(measured()).toEqual({
    linkage: null,
    notMeasured: [
      {
        metric: 'linkage',
        reason: 'needs at least 8 people that a synthetic row points at alone',
        n: 0,
        needed: 8,
      },
    ],
  });
});

it('reports the lack if a side has too few people', () => {
  const some = (table: Table) =>
    takeRows(
      table,
      Uint32Array.from({ length: 49 }, (_, i) => i),
    );
  const tables = layOut(train, { holdout: some(holdout), synthetic: fresh, seed: 1n });
  const { linkage: result, notMeasured } = linkage(tables, { seed: 1n, step: none });
  expect(result).toBeNull();
  expect(notMeasured).toMatchObject([{ metric: 'linkage', n: 49, needed: 50 }]);
});

/** Counts of the method page over 20 seeds, which vary training, held-out and copied rows. */
it.skipIf(!hasData || process.env.TEST_LONG === undefined)(
  'finds blurred copies in 19 of 20 draws of a census, at 2 % and at 1 %',
  { timeout: 1_800_000 },
  () => {
    const adult = `${DATA}tabular/adult/`;
    const all = concatTables([readCsv(`${adult}trn.csv.gz`), readCsv(`${adult}val.csv.gz`)]);
    const pValues = (share: number) =>
      Array.from({ length: 20 }, (_, i) => {
        const stream = streamFor(BigInt(i + 1), 0, 99);
        const [own, unseen, others] = threeParts(all, 3000, stream);
        const blur = { numbers: 0.01, words: 1 };
        const synthetic = plantBlurred({ fresh: others, train: own, stream }, share, blur);
        const tables = layOut(own, { holdout: unseen, synthetic, seed: 1n });
        return linkage(tables, { seed: 1n, step: none }).linkage?.pValue ?? 1;
      });
    expect(pValues(0.02).filter((p) => p <= 0.001).length).toBeGreaterThanOrEqual(19);
    expect(pValues(0.01).filter((p) => p < 0.05).length).toBeGreaterThanOrEqual(18);
  },
);
