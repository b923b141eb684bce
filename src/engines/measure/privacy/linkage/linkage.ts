import { streamFor } from '../../../random/stream.ts';
import { type NotMeasured, tooFew } from '../../report/not-measured.ts';
import type { Step } from '../../run-options.ts';
import { shuffled } from '../../statistics/shuffled.ts';
import { MIN_PEOPLE, type PrivacyTables } from '../privacy-tables.ts';
import { headTest, MIN_LIST } from './head-test.ts';
import { type Link, linkRows } from './link-rows.ts';
import { realPeople } from './real-people.ts';

const LINKAGE = 46;
const PERMUTATIONS = 4999;
/** Comparisons of cells that linking may take: some 15 s. Of more rows a random part is linked. */
const EFFORT = 1e10;

export type Linkage = {
  /** How likely the surest links lead so often to people learned from if nothing leaked. */
  pValue: number;
  /** How many of the surest links speak clearest, and how many of those lead to people learned from. */
  head: number;
  headTraining: number;
  /** Share of people learned from among all that rows were linked to: what chance gives. */
  trainingShare: number;
  /** Synthetic rows that were linked. */
  tested: number;
  permutations: number;
};

/** Each linked person once, by the largest margin of a link to them, the largest first. */
function surestFirst(links: readonly Link[], people: number): number[] {
  const margins = new Float64Array(people);
  for (const { person, margin } of links) margins[person] = Math.max(margins[person], margin);
  return Array.from(margins.keys())
    .filter((person) => margins[person] > 0)
    .sort((a, b) => margins[b] - margins[a] || a - b);
}

/**
 * Whether synthetic rows lead back to the people they were learned from: record linkage (Fellegi and Sunter 1969; weights
 * by frequency after Winkler 1989) of each synthetic row to people of training and holdout together. People are ordered by how much
 * better the row that points at them agrees with theirs than with anybody else's; if nothing leaked, being of the
 * training side is chance anywhere in that order. The statistic is the largest binomial z of training people over
 * growing heads of it, its null the permutation of the labels of people: exact whatever made the rows.
 *
 * @param entity the column that names the customer or account; without it each row is a person
 * @returns null, with what was missing, without a holdout, or where too few people are pointed at
 * @throws MeasureCancelled by `step`
 */
export function linkage(
  tables: PrivacyTables,
  { entity, seed, step }: { entity?: string | undefined; seed: bigint; step: Step },
): { linkage: Linkage | null; notMeasured: NotMeasured[] } {
  const { columns, synthetic, holdout } = tables;
  const stream = streamFor(seed, 0, LINKAGE);
  const real = realPeople(tables, { entity, stream, least: MIN_PEOPLE });
  if ('fewest' in real || columns.length === 0) {
    const n = 'fewest' in real ? real.fewest : 0;
    return {
      linkage: null,
      notMeasured: holdout === null ? [] : few('people of either side', n, MIN_PEOPLE),
    };
  }
  const cost = real.rows.length * columns.length;
  const made = shuffled(synthetic.rows, stream, Math.floor(EFFORT / cost));
  const links = linkRows(columns, {
    real: real.rows,
    person: Uint32Array.from(real.rows, ({ person }) => person),
    made,
    step: (done, total) => step('linkage', done, total),
  });
  const order = surestFirst(links, real.isTraining.length);
  const labels = Uint8Array.from(order, (person) => real.isTraining[person]);
  if (labels.length < MIN_LIST) {
    const what = 'people that a synthetic row points at alone';
    return { linkage: null, notMeasured: few(what, labels.length, MIN_LIST) };
  }
  const people = { size: real.isTraining.length, ones: count(real.isTraining) };
  const { pValue, size, ones } = headTest(labels, {
    population: people,
    permutations: PERMUTATIONS,
    stream,
    step: (done, total) => step('linkage by chance', done, total),
  });
  return {
    linkage: {
      pValue,
      head: size,
      headTraining: ones,
      trainingShare: people.ones / people.size,
      tested: made.length,
      permutations: PERMUTATIONS,
    },
    notMeasured: [],
  };
}

const count = (labels: Uint8Array) => labels.reduce((sum, label) => sum + label, 0);

const few = (what: string, n: number, needed: number) =>
  tooFew({ metric: 'linkage', what, n, needed });
