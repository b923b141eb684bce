import type { Run } from '../data/rows.ts';

const KINDS: Record<string, string> = {
  simulate: 'Generate',
  'simulate-shards': 'Generate',
  synthesize: 'Generate from upload',
  'synthesize-tables': 'Generate linked tables',
  profile: 'Profile dataset',
  analyze: 'Analyze',
  preview: 'Count exceptions of',
  blend: 'Blend',
  measure: 'Measure quality and privacy',
  seed: 'Seed demo data',
};

const ENTITIES: Record<string, string> = {
  customers: 'customers',
  accounts: 'accounts',
  transactions: 'transactions',
  full: 'full batch',
};

export function runTitle(run: Pick<Run, 'kind' | 'subject'>): string {
  const base = KINDS[run.kind] ?? run.kind.replaceAll('-', ' ').replaceAll('_', ' ');
  const { entity, filename, count } = run.subject;
  const what =
    typeof filename === 'string'
      ? filename
      : typeof entity === 'string'
        ? (ENTITIES[entity] ?? entity)
        : '';
  const many = typeof count === 'number' && what !== 'full batch' ? `${count} ` : '';
  return what === '' ? base : `${base} ${many}${what}`;
}

export function runSeconds(run: Run, now: number): number {
  const from = Date.parse(run.started_at ?? run.created_at);
  const to = run.finished_at ? Date.parse(run.finished_at) : now;
  return (to - from) / 1000;
}

/** Estimates the seconds left after 5 seconds; null if the total is unknown. */
export function runSecondsLeft(run: Run, now: number): number | null {
  const spent = runSeconds(run, now);
  if (run.status !== 'running' || !run.total || run.done <= 0 || spent < 5) return null;
  return (spent / run.done) * (run.total - run.done);
}
