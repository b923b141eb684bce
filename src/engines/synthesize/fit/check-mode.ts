import { PRIVATE_ONE_TABLE } from '../../../shared/report-sentences/private-one-table.ts';
import { FitRefused, type SynthesisMode } from '../model/model.ts';
import type { Relation } from '../relations/relation.ts';

/**
 * Rejects a mode that linked tables do not support.
 *
 * @throws FitRefused
 */
export function checkMode(mode: SynthesisMode, relations: readonly Relation[]): void {
  if (mode === 'private' && relations.length > 0) throw new FitRefused(PRIVATE_ONE_TABLE);
}
