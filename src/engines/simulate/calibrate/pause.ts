import { MIN_ABOVE } from '../bank/profiles.ts';
import { type Profile, QUANTILE_SHARES } from '../configuration/profiles.ts';
import { quantile } from './account-aggregates.ts';
import { MIN_SHARING } from './fee-figures.ts';
import { endsPause, type Gap, gapsOf } from './gaps.ts';
import type { History } from './histories.ts';
import { sharesOf } from './profile-figures.ts';

/** Range of days between withdrawals in which a fixed pause is looked for. */
const MIN_DAYS = 7;
const MAX_DAYS = 100;
/** Share of the gaps that are as long as the pause, and largest share of longer ones. */
const MIN_SHARE = 0.08;
const MAX_LONGER = 0.1;
/** Share of the withdrawals after a pause that have less above what is kept. */
const FEW = 0.05;
const DIGITS = 3;

const rounded = (value: number) => Number(value.toPrecision(DIGITS));

/** Returns the gap at which many accounts withdraw and that few exceed; null if there is none. */
function daysOf(gaps: readonly Gap[]): number | null {
  const later = gaps.filter(({ isFirst }) => !isFirst);
  if (later.length < MIN_SHARING) return null;
  const counts = new Array<number>(MAX_DAYS + 1).fill(0);
  for (const { days } of later) if (days <= MAX_DAYS) counts[days]++;
  const most = counts.slice(MIN_DAYS).reduce((best, count) => Math.max(best, count), 0);
  const days = counts.lastIndexOf(most);
  const longer = later.filter((gap) => gap.days > days).length;
  const isPause = most >= MIN_SHARING && most >= MIN_SHARE * later.length;
  return isPause && longer <= MAX_LONGER * later.length ? days : null;
}

/** Returns the pause after which accounts of a profile withdraw, if they share one. */
export function pauseOf(histories: readonly History[]): Profile['pause'] {
  const gaps = histories.map(gapsOf);
  const days = daysOf(gaps.flat());
  if (days === null) return null;
  const [sizes, above]: [number[], number[]] = [[], []];
  histories.forEach((history, i) => {
    const shares = sharesOf(history);
    if (shares === null) return;
    const ends = new Set(gaps[i].filter((gap) => endsPause(gap.days, days)).map(({ row }) => row));
    const own = shares.filter(({ row }) => ends.has(row));
    const usual = quantile(
      shares.map(({ share }) => share),
      0.5,
    );
    const balance = quantile(
      shares.map((one) => one.above),
      0.5,
    );
    sizes.push(...own.map(({ share }) => share / usual));
    above.push(...own.map((one) => one.above / balance));
  });
  if (sizes.length < MIN_SHARING) return null;
  const first = gaps.flatMap((own) => own.filter(({ isFirst }) => isFirst));
  const atEnd = first.filter((gap) => endsPause(gap.days, days)).length;
  return {
    days,
    above: rounded(Math.max(0, quantile(above, FEW))),
    level: rounded(Math.max(MIN_ABOVE, quantile(above, 0.5))),
    first: first.length >= MIN_SHARING && 2 * atEnd > first.length,
    sizes: QUANTILE_SHARES.map((p) => rounded(quantile(sizes, p))),
  };
}
