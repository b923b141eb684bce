import { formatCount, formatElapsed } from '../lib/format.ts';
import type { Run } from './rows.ts';
import { isOpen } from './runs.ts';

/** Kinds whose progress counts rows; others count the steps of one stage after another. */
const COUNTS_ROWS = new Set(['simulate', 'simulate-shards', 'synthesize']);
const MIN_SECONDS = 5;

function runSeconds(run: Run, now: number): number {
  const from = Date.parse(run.started_at ?? run.created_at);
  const to = run.finished_at ? Date.parse(run.finished_at) : now;
  return (to - from) / 1000;
}

/** Median time of the completed runs of the same kind; null without any. */
function usualSeconds(run: Run, others: readonly Run[]): number | null {
  const seconds = others
    .filter(({ kind, status }) => kind === run.kind && status === 'completed')
    .map((other) => runSeconds(other, 0))
    .toSorted((a, b) => a - b);
  return seconds[seconds.length >> 1] ?? null;
}

/**
 * Describes an open run: done of total, rate, time so far, and the time left. That is estimated
 * from the rows after five seconds, otherwise from earlier runs of its kind.
 */
export function runProgress(run: Run, now: number, others: readonly Run[] = []): string {
  const spent = runSeconds(run, now);
  const parts: string[] = [];
  const { done } = run;
  const total = run.total ?? 0;
  if (total > 1) parts.push(`${formatCount(done)} of ${formatCount(total)}`);
  const isPaced =
    COUNTS_ROWS.has(run.kind) && run.status === 'running' && done > 0 && spent >= MIN_SECONDS;
  if (isPaced) parts.push(`${formatCount(Math.round(done / spent))} a second`);
  parts.push(formatElapsed(spent));
  if (!isOpen(run)) return parts.at(-1)!;
  const usual = usualSeconds(run, others);
  const left = isPaced && total > 0 ? (spent / done) * (total - done) : usual && usual - spent;
  if (left !== null && left >= 1) parts.push(`about ${formatElapsed(left)} left`);
  else if (usual !== null && left !== null && !isPaced)
    parts.push(`usually ${formatElapsed(usual)}`);
  return parts.join(' · ');
}
