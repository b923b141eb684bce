import { shuffle } from '../../../random/shuffle.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { pick } from '../../bank/draws.ts';
import type { Loss } from '../claim-course.ts';
import type { PartyPool } from '../party-pool.ts';
import type { Motor } from './chains.ts';
import type { PerilName } from './configuration.ts';
import { covered, drawLoss, type Given, type Term } from './losses.ts';
import { trendAt } from './policy-terms.ts';

/** Scheme of a claim, and the role whose party the label names. */
export type Label = { scheme: string; typology: string; fraud: boolean; party: string };
export type Planned = { term: Term; loss: Loss; label: Label | null };

export type Scene = {
  motor: Motor;
  stream: RandomStream;
  terms: readonly Term[];
  planned: Planned[];
  /** Number of the next scheme of the cell. */
  next: () => string;
};

export const SOFT_TISSUE = 6_200_00;

/** Adds a claim of a term, if it has the cover on the day; returns true if it was added. */
export function addClaim(
  { motor, stream, planned }: Scene,
  {
    term,
    peril,
    day,
    given,
    label,
  }: { term: Term; peril: PerilName; day: number; given: Given; label: Label },
): boolean {
  const cover = term.covers.find((candidate) => candidate.peril === peril);
  if (cover === undefined || !covered(term, day) || day > motor.book.end - 30) return false;
  const { cfg, pool } = motor;
  planned.push({
    term,
    loss: drawLoss(stream, { term, cover, day, cfg, pool, given: { withPayment: true, ...given } }),
    label,
  });
  return true;
}

export const sized = ({ motor, stream }: Scene, median: number, day: number): number =>
  Math.round(median * trendAt(motor.cfg, day) * (0.7 + 0.6 * stream.float()));

/** Raises what the insurer pays, within limit and deductible. */
export function inflate({ term, loss }: Planned, factor: number): void {
  const cover = term.covers.find(({ coverageId }) => coverageId === loss.coverageId)!;
  loss.payable = Math.min(Math.round(loss.payable * factor), cover.limit - cover.deductible);
}

export const youngTerms = ({ terms, stream, motor }: Scene, count: number): Term[] => {
  const young = terms.filter(
    ({ isFirst, inception, coverEnd }) =>
      isFirst && inception < motor.book.end - 150 && coverEnd - inception > 120,
  );
  return shuffle(young, stream).slice(0, count);
};

/** Returns a claim of an ordinary customer. */
export function unlabelled(
  { planned, stream, motor }: Scene,
  perils: readonly string[],
): Planned | undefined {
  const some = planned.filter(
    ({ label, loss }) =>
      label === null &&
      perils.includes(loss.peril) &&
      loss.payable > 60_000 &&
      loss.lossDate < motor.book.end - 60,
  );
  return some.length === 0 ? undefined : pick(stream, some);
}

export function replaceRole(loss: Loss, role: string, party: string): void {
  const before = loss.roles.find(([name]) => name === role)?.[1];
  loss.roles = loss.roles.map((entry) => (entry[0] === role ? [role, party] : entry));
  if (loss.payee === before) loss.payee = party;
  if (loss.expensePayee === before) loss.expensePayee = party;
}

export const officeOf = ({ businesses }: PartyPool, stream: RandomStream) => ({
  repairer: pick(stream, businesses.repairer),
  doctor: pick(stream, businesses.doctor),
  attorney: pick(stream, businesses.attorney),
});
