import { FitRefused, type SynthesisMode } from '../model/model.ts';
import type { Relation } from '../relations/relation.ts';

/**
 * Rejects a mode that linked tables do not support.
 *
 * @throws FitRefused
 */
export function checkMode(mode: SynthesisMode, relations: readonly Relation[]): void {
  if (mode === 'private' && relations.length > 0)
    throw new FitRefused(
      'Mode private supports one table: a person’s rows in several linked tables have no common bound, so no guarantee would hold. Choose another mode, or generate from each table separately.',
    );
}
