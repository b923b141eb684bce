import { useQuery } from '@tanstack/react-query';
import { kindOf } from '../../data/batch-facts.ts';
import { isStatement, previewQuery } from '../../data/dataset-preview.ts';
import type { GenerationLog } from '../../data/rows.ts';

/** Returns true for batches of account movements: statements can be written and accounts drawn. */
export function useHasLedger(batch: GenerationLog): boolean {
  const isLearned = kindOf(batch) === 'learned';
  const source = useQuery(previewQuery(isLearned ? (batch.manifest_id ?? undefined) : undefined));
  if (!isLearned) return batch.entity_type === 'transactions';
  return source.data != null && (source.data.template !== null || isStatement(source.data));
}
