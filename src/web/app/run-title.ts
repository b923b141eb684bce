import type { Run } from '../data/rows.ts';

const KINDS: Record<string, string> = {
  simulate: 'Generate',
  'simulate-shards': 'Generate',
  synthesize: 'Generate from upload',
  'synthesize-tables': 'Generate linked tables',
  profile: 'Profile dataset',
  analyze: 'Analyze',
  preview: 'Count exceptions of',
  'train-ranker': 'Train ranker',
  blend: 'Blend',
  calibrate: 'Calibrate simulator to',
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
