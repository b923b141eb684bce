import type { GovernanceRecord } from '../../data/rows.ts';

type Scored = Pick<GovernanceRecord, 'model_type' | 'manifest'>;

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

export function riskBasis({ model_type, manifest }: Scored): [string, string] | null {
  const notes = manifest?.notes as { risk?: unknown } | undefined;
  const full = manifest?.risk ?? notes?.risk;
  if (typeof full !== 'string') return null;
  return [model_type.startsWith('Synthesizer') ? 'disclosure' : 'anomalies', full];
}
