import { type ColumnKind, type DeclaredColumns, kindOf } from '../../shared/column-kinds.ts';
import { countDistinct } from '../table/count-distinct.ts';
import { sampleTexts } from '../table/sample-texts.ts';
import type { Column, Table } from '../table/table.ts';
import { typeOf } from '../table/type-of.ts';
import { balanceEvidence } from './entity/balance-owner.ts';
import type { PersonalKind } from './kinds/kinds.ts';
import { findPersonals } from './persons/personal-kinds.ts';
import { declaredPersonal, fixedRole } from './roles/column-role.ts';
import { guessRole, type RoleGuess } from './roles/guess-role.ts';
import { namesPayees } from './statement/payee-roles.ts';

/** Meaning of a column, with the reason in a sentence and the next best kind. */
export type Meaning = RoleGuess & {
  name: string;
  kind: ColumnKind;
  personal: PersonalKind | null;
  /** A thousand values or more, spread over the column. */
  samples: readonly string[];
};

const SAMPLES = 1000;

/**
 * Returns the meaning of each column: of layout, header, values and neighbors, or as declared. The
 * synthesizer, the report and the profile read it.
 *
 * @param pause called before each column
 */
export function meaningsOf(
  table: Table,
  declared: DeclaredColumns = {},
  pause: () => void = () => {},
): Meaning[] {
  const found = findPersonals(table);
  return table.columns.map((column, i) => {
    pause();
    return meaningOf(table, column, { found: found[i] ?? null, declared });
  });
}

function meaningOf(
  table: Table,
  column: Column,
  {
    found,
    declared,
  }: { found: ReturnType<typeof findPersonals>[number]; declared: DeclaredColumns },
): Meaning {
  const { name } = column;
  const samples = sampleTexts(column, SAMPLES);
  const fixed = fixedRole(declared, name);
  const personal =
    declaredPersonal(declared, { name, detected: found?.personal ?? null, samples }) ??
    (fixed === 'personal' && namesPayees(column) ? 'person_name' : null);
  const counts = countDistinct(column);
  const read = guessRole(column, { ...counts, samples, personal });
  const owner = read.role === 'feature' ? balanceEvidence(table, column, samples) : null;
  const guess: RoleGuess =
    owner === null
      ? read
      : { role: 'reference', evidence: owner, confidence: 'high', otherwise: 'category' };
  const shown = guess.role === 'personal' && found !== null ? { ...guess, ...found } : guess;
  const own: RoleGuess =
    fixed === undefined
      ? shown
      : { role: fixed, evidence: 'Declared.', confidence: 'high', otherwise: null };
  const facts = { name, type: typeOf(column), role: own.role, personal, distinct: counts.distinct };
  const kind = kindOf(facts, Object.hasOwn(declared, name) ? declared[name] : undefined);
  return { ...own, name, kind, personal, samples };
}
