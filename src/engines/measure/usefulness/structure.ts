import type { Table } from '../../table/table.ts';
import type { FormCheck } from '../quality/forms.ts';
import type { QualityReport } from '../report/quality-schema.ts';
import { percent, type Rated, type UsefulnessCheck, verdictOn, worstOf } from './check.ts';

const FORM_LIMITS = { limited: 0.01, unfit: 0.3 };

/** Names columns of the file that the synthetic table lacks. */
export function missingColumns(real: Table, synthetic: Table): UsefulnessCheck[] {
  const names = new Set(synthetic.columns.map(({ name }) => name));
  const missing = real.columns.map(({ name }) => name).filter((name) => !names.has(name));
  return [
    {
      name: 'columns',
      ...(missing[0] !== undefined && { column: missing[0] }),
      synthetic: 1 - missing.length / Math.max(1, real.columns.length),
      holdout: null,
      verdict: missing.length === 0 ? 'useful' : 'unfit',
      reason: `the synthetic table lacks ${missing.length === 0 ? 'no column' : missing.join(', ')}`,
    },
  ];
}

const shareOf = ({ parse, mask }: FormCheck) =>
  parse === null || mask === null ? null : Math.min(parse, mask);

/** Judges the share of each column's values in the file's form, compared with held-out rows. */
export function valueForms(
  synthetic: readonly FormCheck[],
  holdout: readonly FormCheck[] | null,
  error: number,
): UsefulnessCheck[] {
  return worstOf(
    synthetic.flatMap((form): Rated[] => {
      const share = shareOf(form);
      if (share === null) return [];
      const kept = holdout?.find(({ column }) => column === form.column);
      const usual = kept === undefined ? null : shareOf(kept);
      const loss = (usual ?? 1) - share;
      // Values of a known form have no sampling error; new words of long lists do.
      const slack = (usual ?? 1) < 1 ? error : 0;
      return [
        {
          name: 'forms',
          column: form.column,
          synthetic: share,
          holdout: usual,
          loss,
          verdict: verdictOn(loss, FORM_LIMITS, slack),
          reason: `${percent(share)} of ${form.column} matches the form of the file's values`,
        },
      ];
    }),
  );
}

/** Judges the uniqueness of keys. */
export function uniqueKeys({ diagnostic }: Pick<QualityReport, 'diagnostic'>): UsefulnessCheck[] {
  return worstOf(
    diagnostic.validity.flatMap(({ column, metric, score }): Rated[] =>
      metric !== 'KeyUniqueness' || score === null
        ? []
        : [
            {
              name: 'unique keys',
              column,
              synthetic: score,
              holdout: null,
              loss: 1 - score,
              verdict: verdictOn(1 - score, { limited: 0.001, unfit: 0.5 }),
              reason: `${percent(1 - score)} of the keys in ${column} are repeated or missing`,
            },
          ],
    ),
  );
}
