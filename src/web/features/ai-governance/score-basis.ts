import type { GovernanceRecord } from '../../data/rows.ts';

type Scored = Pick<GovernanceRecord, 'model_type' | 'manifest'>;

/** What a record's accuracy is, in a word and in full: only some of them were held against labels. */
export function accuracyBasis({ model_type, manifest }: Scored): [string, string] | null {
  const accuracy = manifest?.accuracy;
  if (typeof accuracy === 'string') {
    return [
      /^AUC/.test(accuracy) ? 'AUC' : /agreement/.test(accuracy) ? 'agreement' : '',
      accuracy,
    ];
  }
  if (!model_type.startsWith('Synthesizer')) return null;
  return ['quality', 'the quality score of its report, divided by 100'];
}

export function riskBasis({ manifest }: Scored): string | null {
  return typeof manifest?.risk === 'string' ? manifest.risk : null;
}
