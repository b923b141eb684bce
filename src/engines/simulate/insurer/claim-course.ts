import { squareRoot } from '../../random/exponential.ts';
import type { RandomStream } from '../../random/stream.ts';
import { onBusinessDay } from '../world/days.ts';
import { logNormal, poisson } from '../world/draws.ts';

/** Claim before it is settled; money in minor units. */
export type Loss = {
  policyId: string;
  coverageId: string;
  treaty: number;
  peril: string;
  cause: string;
  city: string;
  lossDate: number;
  reportDate: number;
  /** Amount the insurer pays in the end, before recoveries; 0 closes without payment. */
  payable: number;
  /** Reserve set by habit when little is known. */
  usual: number;
  /** Days from loss to the last payment. */
  settleDays: number;
  interim: number;
  /** Standard deviation of the logarithm of estimates. */
  uncertainty: number;
  expense: number;
  recovery: { reason: 'salvage' | 'subrogation'; amount: number } | null;
  reopened: boolean;
  /** Receives the payments. */
  payee: string;
  expensePayee: string;
  roles: readonly (readonly [role: string, partyId: string])[];
};

type Kind = 'reserve' | 'payment' | 'recovery' | 'expense';
export type Step = { day: number; kind: Kind; amount: number; reason: string };

type Course = { steps: Step[]; history: [state: string, day: number][] };

/** Rounds an estimate as adjusters do: to 100, above 10,000 to 500. */
const estimate = (minor: number): number => {
  const step = minor > 1_000_000 ? 50_000 : 10_000;
  return Math.max(step, Math.round(minor / step) * step);
};

/** Splits an amount into whole minor units by weights; the last part takes the remainder. */
function split(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, w) => sum + w, 0);
  let rest = amount;
  return weights.map((weight, i) => {
    const part = i === weights.length - 1 ? rest : Math.floor((amount * weight) / total);
    rest -= part;
    return part;
  });
}

/** Payments between two days: the last one, on the last day, takes about three fifths. */
function paymentsOf(
  stream: RandomStream,
  { amount, from, to, interim }: { amount: number; from: number; to: number; interim: number },
): [day: number, amount: number][] {
  const count = amount < 20_000 ? 0 : Math.min(8, poisson(stream, interim));
  const days = Array.from({ length: count }, () => from + stream.below(Math.max(1, to - from)));
  const weights = [...days.map(() => (0.8 * (0.3 + stream.float())) / Math.max(1, count)), 1];
  const parts = split(amount, weights);
  return [...days.sort((a, b) => a - b), to].map((day, i): [number, number] => [day, parts[i]]);
}

/** Sets, revises and uses up the reserve of a period from opening to closing. */
function settlePeriod(
  stream: RandomStream,
  course: Course,
  period: { loss: Loss; amount: number; open: number; close: number; first: string },
): void {
  const { loss, amount, open, close, first } = period;
  const payments =
    amount === 0
      ? []
      : paymentsOf(stream, { amount, from: open, to: close, interim: loss.interim });
  const known =
    amount === 0
      ? loss.usual
      : squareRoot(amount) * squareRoot(loss.uncertainty > 0.5 ? loss.usual : amount);
  let reserve = estimate(logNormal(stream, known, loss.uncertainty));
  course.steps.push({ day: open, kind: 'reserve', amount: reserve, reason: first });
  const revisions = Array.from(
    { length: poisson(stream, Math.min(3, (close - open) / 200)) },
    () => open + 1 + stream.below(Math.max(1, close - open)),
  );
  const moments = [
    ...payments.map(([day, paid]) => ({ day, paid })),
    ...revisions.filter((day) => day < close).map((day) => ({ day, paid: 0 })),
  ].sort((a, b) => a.day - b.day);
  let rest = amount;
  const change = (day: number, to: number, reason: string) => {
    if (to !== reserve) course.steps.push({ day, kind: 'reserve', amount: to - reserve, reason });
    reserve = to;
  };
  for (const { day, paid } of moments) {
    if (paid === 0) {
      const error = (loss.uncertainty * (close - day)) / Math.max(1, close - open);
      if (rest > 0) change(day, estimate(logNormal(stream, rest, error)), 'revision');
      continue;
    }
    if (reserve < paid) change(day, paid, 'revision');
    course.steps.push({
      day,
      kind: 'payment',
      amount: paid,
      reason: paid === rest ? 'final' : 'partial',
    });
    change(day, reserve - paid, 'payment');
    rest -= paid;
  }
  change(close, 0, amount === 0 ? 'closed without payment' : 'release');
}

/** Lays out the life of a claim, on business days in order. */
export function courseOf(stream: RandomStream, loss: Loss, country: string): Course {
  const business = (day: number) => onBusinessDay(country, day);
  const open = business(loss.reportDate + stream.below(3));
  const close = business(Math.max(open + 3, loss.lossDate + loss.settleDays));
  const course: Course = {
    steps: [],
    history: [
      ['reported', loss.reportDate],
      ['opened', open],
      ['closed', close],
    ],
  };
  const supplement =
    loss.reopened && loss.payable > 50_000
      ? Math.floor(loss.payable * (0.05 + 0.2 * stream.float()))
      : 0;
  settlePeriod(stream, course, {
    loss,
    amount: loss.payable - supplement,
    open,
    close,
    first: 'opening',
  });
  let last = close;
  if (supplement > 0) {
    const again = business(close + 30 + stream.below(300));
    last = business(again + 20 + stream.below(120));
    settlePeriod(stream, course, {
      loss,
      amount: supplement,
      open: again,
      close: last,
      first: 'reopening',
    });
    course.history.push(['reopened', again], ['closed', last]);
  }
  if (loss.expense > 0) {
    const day = open + stream.below(Math.max(1, close - open));
    course.steps.push({
      day,
      kind: 'expense',
      amount: loss.expense,
      reason: loss.uncertainty > 0.5 ? 'legal' : 'appraisal',
    });
  }
  if (loss.recovery !== null && loss.payable > 0) {
    const { reason, amount } = loss.recovery;
    course.steps.push({
      day: last + 20 + stream.below(160),
      kind: 'recovery',
      amount: -amount,
      reason,
    });
  }
  for (const step of course.steps) step.day = business(step.day);
  return { ...course, steps: course.steps.sort((a, b) => a.day - b.day) };
}
