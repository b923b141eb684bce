import { qualityReport } from '../../src/engines/measure/index.ts';
import { FAULTS } from '../../src/engines/measure/usefulness/faults.fixture.ts';
import { payments } from '../../src/engines/measure/usefulness/population.fixture.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import type { Table } from '../../src/engines/table/table.ts';

const DRAWS = 20;
const [TRAIN, HOLDOUT, BATCH] = [2000, 500, 2000];

type Tally = { useful: number; limited: number; unfit: number; withheld: number };

/** Prints how often the verdict on usefulness names planted faults, and fresh rows, in 20 draws. */
export function benchUsefulness(): void {
  console.log(
    `\nusefulness, ${TRAIN} training, ${HOLDOUT} held-out and ${BATCH} synthetic rows, ${DRAWS} draws`,
  );
  console.log('| fault | useful | limited | unfit |\n|---|---|---|---|');
  const tallies = new Map<string, Tally>();
  for (let draw = 1n; draw <= DRAWS; draw++) {
    const [train, holdout, fresh] = [TRAIN, HOLDOUT, BATCH].map((rows, i) =>
      payments(rows, 1000n * draw + BigInt(i)),
    ) as [Table, Table, Table];
    const add = (name: string, synthetic: Table) => {
      const options = { seed: draw, holdout, target: 'defaulted' };
      const { verdict } = qualityReport(train, synthetic, options).usefulness!;
      const tally = tallies.get(name) ?? { useful: 0, limited: 0, unfit: 0, withheld: 0 };
      tallies.set(name, { ...tally, [verdict]: tally[verdict] + 1 });
    };
    add('none: fresh rows', fresh);
    for (const { name, apply } of FAULTS)
      add(name, apply({ fresh, train, stream: streamFor(draw, 1, 0) }));
  }
  for (const [name, { useful, limited, unfit }] of tallies)
    console.log(`| ${name} | ${useful} | ${limited} | ${unfit} |`);
}
