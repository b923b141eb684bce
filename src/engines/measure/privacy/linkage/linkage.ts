import { type RandomStream, streamFor } from '../../../random/stream.ts';
import type { Spread } from '../../../spread.ts';
import { type NotMeasured, tooFew } from '../../report/not-measured.ts';
import type { Step } from '../../run-options.ts';
import { shuffled } from '../../statistics/shuffled.ts';
import type { PrivacyTables } from '../privacy-tables.ts';
import { headTest, type LabeledList, MIN_LIST } from './head-test.ts';
import type { Link } from './link-part.ts';
import { linkRows } from './link-rows.ts';
import { realPeople } from './real-people.ts';

const LINKAGE = 46;
const PERMUTATIONS = 4999;
/** Maximum number of cell comparisons, some 15 s. Of more rows, a random sample is linked. */
const EFFORT = 1e10;

export type Linkage = {
  /** Probability of a result as extreme under no leakage. */
  pValue: number;
  /** Size of the most significant head of links, and the number of training people in it. */
  head: number;
  headTraining: number;
  /** Share of training people among all linked people, as expected by chance. */
  trainingShare: number;
  tested: number;
  permutations: number;
};

/** Returns each linked person once, by their largest margin, in descending order. */
function surestFirst(links: readonly Link[], personCount: number): number[] {
  const margins = new Float64Array(personCount);
  for (const { person, margin } of links) margins[person] = Math.max(margins[person], margin);
  return Array.from(margins.keys())
    .filter((person) => margins[person] > 0)
    .sort((a, b) => margins[b] - margins[a] || a - b);
}

type LinkageOptions = {
  entity?: string | undefined;
  seed: bigint;
  step: Step;
  spread?: Spread | undefined;
};

/** Labels of linked people, the surest first, or the reason why there are too few. */
type Links = { list: LabeledList; tested: number } | { notMeasured: NotMeasured[] };

/**
 * Links each synthetic row to the real person it agrees with most, and orders these people by the
 * margin of agreement over the second best person; 1 labels training people.
 *
 * @throws MeasureCancelled by `step`
 */
export function linkPeople(
  tables: PrivacyTables,
  { entity, step, spread }: LinkageOptions,
  stream: RandomStream,
): Links {
  const { columns, synthetic, holdout, fewest } = tables;
  const real = realPeople(tables, { entity, stream, least: fewest.people });
  if ('fewest' in real || columns.length === 0) {
    const n = 'fewest' in real ? real.fewest : 0;
    return { notMeasured: holdout === null ? [] : few('people of either side', n, fewest.people) };
  }
  const cost = real.rows.length * columns.length;
  const syntheticRows = shuffled(synthetic.rows, stream, Math.floor(EFFORT / cost));
  const links = linkRows(columns, {
    real: real.rows,
    person: Uint32Array.from(real.rows, ({ person }) => person),
    syntheticRows,
    spread,
    step: (done, total) => step('linkage', done, total),
  });
  const order = surestFirst(links, real.isTraining.length);
  const labels = Uint8Array.from(order, (person) => real.isTraining[person]);
  if (labels.length < MIN_LIST) {
    const what = 'people that a synthetic row points at alone';
    return { notMeasured: few(what, labels.length, MIN_LIST) };
  }
  const population = { size: real.isTraining.length, ones: count(real.isTraining) };
  return { list: { labels, population }, tested: syntheticRows.length };
}

/** Tests if training people are linked surer than held-out ones, over one or several lists. */
export function testLinks(
  links: readonly { list: LabeledList; tested: number }[],
  { step }: Pick<LinkageOptions, 'step'>,
  stream: RandomStream,
): Linkage {
  const { pValue, size, ones } = headTest(
    links.map(({ list }) => list),
    {
      permutations: PERMUTATIONS,
      stream,
      step: (done, total) => step('linkage by chance', done, total),
    },
  );
  const sum = (of: (link: (typeof links)[number]) => number) =>
    links.reduce((total, link) => total + of(link), 0);
  return {
    pValue,
    head: size,
    headTraining: ones,
    trainingShare:
      sum(({ list }) => list.population.ones) / sum(({ list }) => list.population.size),
    tested: sum(({ tested }) => tested),
    permutations: PERMUTATIONS,
  };
}

/**
 * Tests if synthetic rows lead back to training people, by record linkage (Fellegi and Sunter 1969;
 * frequency weights after Winkler 1989) of each synthetic row to people of training and holdout
 * together. People are ordered by the margin of agreement over the second best person; without
 * leakage, membership in training is random at every position. The statistic is the largest
 * binomial z of training people over growing heads, its null the permutation of people's labels:
 * exact for any synthesizer.
 *
 * @param entity customer or account column; without it each row is a person
 * @returns null and the reason without a holdout, or if too few people are linked
 * @throws MeasureCancelled by `step`
 */
export function linkage(
  tables: PrivacyTables,
  options: LinkageOptions,
): { linkage: Linkage | null; notMeasured: NotMeasured[] } {
  const stream = linkageStream(options.seed);
  const links = linkPeople(tables, options, stream);
  if ('notMeasured' in links) return { linkage: null, notMeasured: links.notMeasured };
  return { linkage: testLinks([links], options, stream), notMeasured: [] };
}

export const linkageStream = (seed: bigint, fold = 0): RandomStream =>
  streamFor(seed, fold, LINKAGE);

const count = (labels: Uint8Array) => labels.reduce((sum, label) => sum + label, 0);

const few = (what: string, n: number, needed: number) =>
  tooFew({ metric: 'linkage', what, n, needed });
