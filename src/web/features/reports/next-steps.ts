import {
  COLUMN_KINDS,
  type ColumnKind,
  kindOfPersonal,
  roleOf,
} from '../../../shared/column-kinds.ts';
import type { GenerateFromIngestionBody } from '../../../shared/contracts/generation.ts';
import type { GenerateFromTablesBody } from '../../../shared/contracts/table-sets.ts';
import { MAX_PROPOSED_ROWS } from '../../../shared/limits.ts';
import { MIN_SCORED_ROWS } from '../../../shared/scored-rows.ts';
import { manifestOf } from '../../data/batch-facts.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import type { PrivacyReport, QualityReport, ReportDocument } from '../../data/report-document.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { attackVerdict, percentToTenths, sentenceOf } from './verdicts.ts';

type Shared = 'mode' | 'epsilon';
/** Request of a batch, to be changed and sent again with a new seed. */
export type Again =
  | { kind: 'dataset'; request: Omit<GenerateFromIngestionBody, 'manifest_id'> }
  | { kind: 'tables'; table: string; request: Omit<GenerateFromTablesBody, 'table_set_id'> };
/** Change that may cure a finding of the report. */
export type Fix =
  | { kind: 'role'; column: string; role: ColumnKind }
  | { kind: 'mode'; mode: keyof typeof MODE_LABELS }
  | { kind: 'private' | 'budget' }
  | { kind: 'rows'; count: number }
  | { kind: 'form' | 'reading'; column: string };
export type NextStep = { why: string; fix: Fix };

const MODE_LABELS = {
  fidelity: 'Use My team',
  balanced: 'Use Balanced',
  cautious: 'Use Cautious',
} as const;
/** Next protection with more detail. */
const MORE_DETAIL: Record<string, keyof typeof MODE_LABELS> = {
  cautious: 'balanced',
  balanced: 'fidelity',
};

const FIX_LABELS: { [K in Fix['kind']]: (fix: Extract<Fix, { kind: K }>) => string } = {
  role: ({ role }) => (role === 'leave-out' ? 'Leave it out' : `Make it ${COLUMN_KINDS[role]}`),
  mode: ({ mode }) => MODE_LABELS[mode],
  private: () => 'Use differential privacy',
  budget: () => 'Change epsilon',
  rows: ({ count }) => `Generate ${formatCount(count)} rows`,
  form: () => 'Choose another form',
  reading: () => 'Check how it is read',
};

export const fixLabel = <K extends Fix['kind']>(fix: Extract<Fix, { kind: K }>): string =>
  FIX_LABELS[fix.kind as K](fix);

type Dataset = Pick<DatasetPreview, 'roles' | 'profile' | 'record_count' | 'schema'>;
const MAX_STEPS = 5;
/** p-value below which the values found exceed chance. */
const BEYOND_CHANCE = 0.001;
const CLEAN_SHARE = 0.995;

const tableIn = (batch: Pick<GenerationLog, 'manifest'>): string =>
  String(manifestOf(batch).request?.table);

/** Returns the settings of a request that its model has in common with those of linked tables. */
const sharedIn = ({ mode, epsilon }: Pick<Again['request'], Shared>) => ({
  ...(mode && { mode }),
  ...(epsilon !== undefined && { epsilon }),
});

export function requestOf(
  batch: Pick<GenerationLog, 'manifest' | 'record_count' | 'entity_type'>,
): Again {
  const { request = {} }: { request?: object } = manifestOf(batch);
  if (batch.entity_type === 'table') {
    const {
      scale = 1,
      public_tables,
      given,
      rebalance,
    } = request as Partial<Extract<Again, { kind: 'tables' }>['request']>;
    return {
      kind: 'tables',
      table: tableIn(batch),
      request: {
        scale,
        ...sharedIn(request as Pick<Again['request'], Shared>),
        ...(public_tables && { public_tables }),
        ...(given && { given }),
        ...(rebalance && { rebalance }),
      },
    };
  }
  const { count, mechanism, given, rebalance } = request as Partial<
    Extract<Again, { kind: 'dataset' }>['request']
  >;
  return {
    kind: 'dataset',
    request: {
      count: count ?? Number(batch.record_count),
      ...sharedIn(request as Pick<Again['request'], Shared>),
      ...(mechanism && { mechanism }),
      ...(given && { given }),
      ...(rebalance && { rebalance }),
    },
  };
}

/** Returns true for a column whose values a condition of the request sets. */
function isBoundIn(again: Again): (column: string) => boolean {
  const { given, rebalance } =
    again.kind === 'dataset'
      ? again.request
      : {
          given: again.request.given?.[again.table],
          rebalance:
            again.request.rebalance?.table === again.table ? again.request.rebalance : undefined,
        };
  return (column) => Object.hasOwn(given ?? {}, column) || rebalance?.column === column;
}

/** Returns the scale that draws a number of rows of the batch's table, to two places. */
export const scaleFor = (
  { record_count }: Pick<GenerationLog, 'record_count'>,
  scale: number,
  count: number,
): number => Math.ceil((100 * scale * count) / Math.max(1, Number(record_count))) / 100;

function columnIn({ roles, profile }: Dataset, name: string) {
  const column = profile?.columns.find((each) => each.name === name);
  const declared = Object.hasOwn(roles, name) ? roles[name] : column?.role;
  return {
    role: declared && roleOf(declared),
    /** Kind of the personal data that its values show. */
    personal: column?.personal ? kindOfPersonal(column.personal) : null,
  };
}

/** Returns the kind that keeps a column's values from being learned: personal, else left out. */
function curedKind(dataset: Dataset, name: string, found: ColumnKind | null = null): ColumnKind {
  const { role, personal } = columnIn(dataset, name);
  return role === 'personal' ? 'leave-out' : (found ?? personal ?? 'leave-out');
}

/** Returns true if a column looks like personal data but is modeled. */
function isModeledPerson(dataset: Dataset, name: string): boolean {
  const { role, personal } = columnIn(dataset, name);
  return role === 'feature' && personal !== null;
}

/** Returns the step that keeps a column's values from being repeated. */
function stepForColumn(
  dataset: Dataset,
  column: string,
  { why, found = null }: { why: string; found?: ColumnKind | null },
): NextStep[] {
  if (!Object.hasOwn(dataset.schema, column)) return [];
  if (columnIn(dataset, column).role === 'ignored') return [];
  return [{ why, fix: { kind: 'role', column, role: curedKind(dataset, column, found) } }];
}

function privacySteps(privacy: PrivacyReport, dataset: Dataset, mode: string): NextStep[] {
  const persons = (privacy.persons?.columns ?? [])
    .filter(({ found, pValue = 1 }) => found > 0 && pValue < BEYOND_CHANCE)
    .flatMap(({ column, kind, found, values }) =>
      stepForColumn(dataset, column, {
        why: `${column}: ${formatCount(found)} of ${formatCount(values)} values are real.`,
        found: kindOfPersonal(kind),
      }),
    );
  const failed = privacy.attacks.filter((attack) => attackVerdict(attack).tone === 'bad');
  const inferred = failed.flatMap(({ column, low }) => {
    if (column === undefined || columnIn(dataset, column).role !== 'feature') return [];
    return stepForColumn(dataset, column, {
      why: `${column} can be inferred of at least ${percentToTenths(low)} more people than by chance.`,
    });
  });
  const gates = privacy.gates.filter(({ name }) => name !== 'persons');
  const reason = gates[0]?.reason ?? (failed[0] && `${failed[0].name} exceeds its limit`);
  const stronger: Fix =
    mode === 'cautious' ? { kind: 'private' } : { kind: 'mode', mode: 'cautious' };
  const cautious: NextStep[] =
    reason !== undefined && mode !== 'private'
      ? [{ why: `${sentenceOf(reason)}.`, fix: stronger }]
      : [];
  return [...persons, ...cautious, ...inferred];
}

function qualitySteps(quality: QualityReport, dataset: Dataset, mode: string): NextStep[] {
  const forms: NextStep[] = (quality.forms ?? [])
    .filter(({ parse, mask }) => Math.min(parse ?? 1, mask ?? 1) < CLEAN_SHARE)
    .map(({ column, parse, mask }) => ({
      why: `Only ${percentToTenths(Math.min(parse ?? 1, mask ?? 1))} of ${column} has the form of the file's values.`,
      fix: isModeledPerson(dataset, column)
        ? { kind: 'role', column, role: curedKind(dataset, column) }
        : { kind: 'form', column },
    }));
  const { usefulness } = quality;
  const ofColumns: NextStep[] = (usefulness?.checks ?? []).flatMap(
    ({ column, verdict, reason }): NextStep[] => {
      if (verdict === 'useful' || column === undefined || !Object.hasOwn(dataset.schema, column))
        return [];
      const why = `${sentenceOf(reason)}.`;
      if (verdict === 'limited') return [{ why, fix: { kind: 'reading', column } }];
      const role = isModeledPerson(dataset, column) ? curedKind(dataset, column) : 'leave-out';
      return [{ why, fix: { kind: 'role', column, role } }];
    },
  );
  const steps = [...forms, ...ofColumns];
  const more = MORE_DETAIL[mode];
  const isLost = usefulness?.verdict === 'unfit' || usefulness?.verdict === 'limited';
  if (!isLost || mode === 'fidelity' || (mode === 'balanced' && steps.length > 0)) return steps;
  const why = `${sentenceOf(usefulness.reason)}.`;
  if (more === undefined) return [...steps, { why, fix: { kind: 'budget' } }];
  const cost = more === 'fidelity' ? ' My team keeps more detail and protects less.' : '';
  return [...steps, { why: `${why}${cost}`, fix: { kind: 'mode', mode: more } }];
}

/** Returns a step to more rows where the batch is too small for scores, or smaller than the file. */
function rowSteps(report: ReportDocument | null, rows: number, dataset: Dataset): NextStep[] {
  const most = Math.min(MAX_PROPOSED_ROWS, Number(dataset.record_count));
  const count = Math.max(most, 10 * MIN_SCORED_ROWS);
  if (rows > count / 2) return [];
  if (rows < MIN_SCORED_ROWS)
    return [
      {
        why: `Scores need at least ${MIN_SCORED_ROWS} rows; this batch has ${formatCount(rows)}.`,
        fix: { kind: 'rows', count },
      },
    ];
  const open = (report?.privacy?.attacks ?? []).filter(
    (attack) => attackVerdict(attack).tone === 'open',
  ).length;
  if (open === 0) return [];
  const why = `${open} of ${report?.privacy?.attacks.length} attacks are inconclusive at ${formatCount(rows)} rows.`;
  return [{ why, fix: { kind: 'rows', count } }];
}

/** Returns what to do about the findings of a learned table, the worst first. */
export function nextSteps(
  batch: Pick<GenerationLog, 'manifest' | 'record_count' | 'entity_type'>,
  report: ReportDocument | null,
  dataset: Dataset,
): NextStep[] {
  const again = requestOf(batch);
  const { mode = 'balanced' } = again.request;
  const isBound = isBoundIn(again);
  const steps = [
    ...(report?.privacy ? privacySteps(report.privacy, dataset, mode) : []),
    ...(report?.quality ? qualitySteps(report.quality, dataset, mode) : []),
    ...rowSteps(report, Number(batch.record_count), dataset),
  ];
  const seen = new Set<string>();
  return steps
    .filter(({ fix }) => {
      const column = 'column' in fix ? fix.column : '';
      const key = column === '' ? fix.kind : column;
      if (seen.has(key) || (fix.kind === 'role' && isBound(column))) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MAX_STEPS);
}
