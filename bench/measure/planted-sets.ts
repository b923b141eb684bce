import { existsSync } from 'node:fs';
import {
  type Blur,
  blurRows,
  plantBlurred,
  threeParts,
} from '../../src/engines/measure/privacy/planted.fixture.ts';
import { FAULTS } from '../../src/engines/measure/usefulness/faults.fixture.ts';
import { payments } from '../../src/engines/measure/usefulness/population.fixture.ts';
import { type RandomStream, streamFor } from '../../src/engines/random/stream.ts';
import { concatTables } from '../../src/engines/table/concat-tables.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { readLike, readTable } from '../synthesize/read-table.ts';

export type Sides = { train: Table; holdout: Table | null; synthetic: Table };

/** Stand-in for a batch: fresh rows, with leaks or faults. */
export type PlantedSet = { name: string; target: string; draw: (seed: bigint) => Sides };

type Parts = { train: Table; fresh: Table; stream: RandomStream };

const WEAK: Blur = { numbers: 0.01, words: 1 };
const STRONG: Blur = { numbers: 0.03, words: 2 };
const VERBATIM: Blur = { numbers: 0, words: 0 };
const ROWS = 3000;

const LEAKS: readonly [name: string, apply: (parts: Parts) => Table][] = [
  ['1 % verbatim', (parts) => plantBlurred(parts, 0.01, VERBATIM)],
  ['5 % verbatim', (parts) => plantBlurred(parts, 0.05, VERBATIM)],
  ...[0.01, 0.02, 0.03, 0.05, 0.1].flatMap((share): [string, (parts: Parts) => Table][] => [
    [`${share * 100} % moved 1 %, one word`, (parts) => plantBlurred(parts, share, WEAK)],
    [`${share * 100} % moved 3 %, two words`, (parts) => plantBlurred(parts, share, STRONG)],
  ]),
  ['the training rows', ({ train }) => train],
  [
    'the training rows moved 3 %, two words',
    ({ train, stream }) => blurRows(train, STRONG, stream),
  ],
];

/** Leaks of people of a census. */
function leaks(folder: string): PlantedSet[] {
  const own = readTable(`${folder}trn.csv.gz`);
  const all = concatTables([own, readLike(`${folder}val.csv.gz`, own)]);
  const set = (name: string, rows: number, apply: (parts: Parts) => Table): PlantedSet => ({
    name: `adult, ${name}`,
    target: 'income',
    draw: (seed) => {
      const stream = streamFor(seed, 0, 99);
      const [train, holdout, fresh] = threeParts(all, rows, stream);
      return { train, holdout, synthetic: apply({ train, fresh, stream }) };
    },
  });
  return [
    ...[1000, 2000, ROWS, 5000].map((rows) => set(`fresh, ${rows} rows`, rows, (p) => p.fresh)),
    ...LEAKS.map(([name, apply]) => set(name, ROWS, apply)),
  ];
}

const PAYMENTS = [2000, 500, 2000] as const;

/** Faults of payments, and payments without a holdout. */
function faults(): PlantedSet[] {
  const set = (
    name: string,
    apply: (parts: Parts) => Table,
    { hasHoldout = true } = {},
  ): PlantedSet => ({
    name: `payments, ${name}`,
    target: 'defaulted',
    draw: (seed) => {
      const [train, holdout, fresh] = PAYMENTS.map((rows, i) =>
        payments(rows, 1000n * seed + BigInt(i)),
      ) as [Table, Table, Table];
      const synthetic = apply({ train, fresh, stream: streamFor(seed, 1, 0) });
      return { train, holdout: hasHoldout ? holdout : null, synthetic };
    },
  });
  return [
    set('fresh', ({ fresh }) => fresh),
    set('fresh, without holdout', ({ fresh }) => fresh, { hasHoldout: false }),
    ...FAULTS.map(({ name, apply }) => set(name, apply)),
  ];
}

/** Returns the planted sets; those of the census if its file is stored. */
export function plantedSets(data: string): PlantedSet[] {
  const folder = `${data}tabular/adult/`;
  if (!existsSync(folder)) console.log(`no data at ${folder}: leaks skipped`);
  return [...faults(), ...(existsSync(folder) ? leaks(folder) : [])];
}
