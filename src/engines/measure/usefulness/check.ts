export const USEFULNESS = ['useful', 'limited', 'unfit'] as const;
export type Usefulness = (typeof USEFULNESS)[number];

/** One measure of usefulness, with the same for held-out rows. */
export type UsefulnessCheck = {
  name: string;
  /** Column with the worst figure; absent if the measure covers the whole table. */
  column?: string;
  synthetic: number | null;
  /** Same measure of held-out rows; null without a holdout. */
  holdout: number | null;
  verdict: Usefulness;
  /** Finding in one sentence, without counts of real rows. */
  reason: string;
};

/** Lower limits of a loss for the verdicts limited and unfit. */
export type Limits = { limited: number; unfit: number };

/** Returns the verdict on a loss; a loss within sampling error is useful. */
export function verdictOn(loss: number, limits: Limits, error = 0): Usefulness {
  if (loss >= limits.unfit && loss > error) return 'unfit';
  return loss >= limits.limited + error ? 'limited' : 'useful';
}

const RANK: Record<Usefulness, number> = { useful: 0, limited: 1, unfit: 2 };

export type Rated = UsefulnessCheck & { loss: number };

/** Returns the check with the worst verdict, and of these the one with the largest loss. */
export function worstOf(checks: readonly Rated[]): UsefulnessCheck[] {
  const [worst] = checks.toSorted((a, b) => RANK[b.verdict] - RANK[a.verdict] || b.loss - a.loss);
  if (worst === undefined) return [];
  const { loss: _, ...check } = worst;
  const others =
    new Set(checks.filter(({ verdict }) => verdict !== 'useful').map(({ column }) => column)).size -
    1;
  if (others < 1) return [check];
  const more = others === 1 ? '1 more column' : `${others} more columns`;
  return [{ ...check, reason: `${check.reason} (and ${more})` }];
}

/** Returns the worst verdict of several checks. */
export const worstVerdict = (checks: readonly UsefulnessCheck[]): Usefulness =>
  checks.reduce<Usefulness>(
    (worst, { verdict }) => (RANK[verdict] > RANK[worst] ? verdict : worst),
    'useful',
  );

export { percent } from '../../../shared/report-sentences/percent.ts';
