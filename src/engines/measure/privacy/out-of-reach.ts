import type { NotMeasured } from '../report/not-measured.ts';
import type { AttackRun } from './attacks/run-attacks.ts';
import type { PrivacyTables } from './privacy-tables.ts';

/** Lists what no report measures, and what this one leaves out. */
export function outOfReach(
  tables: PrivacyTables,
  { secrets, knownColumns }: AttackRun,
  {
    hasEntity: entity,
    isGuaranteed: guaranteed,
    isFolded,
  }: { hasEntity: boolean; isGuaranteed: boolean; isFolded: boolean },
): NotMeasured[] {
  const never = (metric: string, reason: string): NotMeasured => ({
    metric,
    reason,
    n: 0,
    needed: null,
  });
  const skipped = tables.roles.filter(({ role }) => role !== 'feature').map(({ name }) => name);
  const open = tables.columns
    .map(({ name }) => name)
    .filter((name) => !secrets.includes(name) && !knownColumns.includes(name));
  const list = [
    never('linkage with external data', 'only these tables are compared'),
    never('several batches together', 'each batch is measured alone'),
    never('attacks on the stored model', 'only its rows are attacked'),
  ];
  if (guaranteed) {
    const reason =
      'its figures are computed from the real rows and rounded; the guarantee covers the synthetic rows';
    list.push(never('disclosure by this report', reason));
  }
  if (isFolded) list.push(never('membership', 'too few people; record linkage covers it in folds'));
  if (!entity) list.push(never('customers with several rows', 'each row counts as one person'));
  if (skipped.length > 0) {
    list.push(
      never(`columns ${skipped.join(', ')}`, 'generated, not learned: no attack uses them'),
    );
  }
  if (knownColumns.length > 0) {
    const reason = 'other columns predict it in over 80% of rows, so inference is not informative';
    list.push(never(`inference of ${knownColumns.join(', ')}`, reason));
  }
  if (open.length > 0)
    list.push(never(`inference of ${open.join(', ')}`, 'not among the columns attacked'));
  return list;
}
