import { caseNetwork } from '../../engines/detect/cases/case-network.ts';
import { caseRows } from '../../engines/detect/cases/case-rows.ts';
import { narrative } from '../../engines/detect/cases/narrative.ts';
import { nextChecks } from '../../engines/detect/cases/next-checks.ts';
import { usualFacts } from '../../engines/detect/cases/usual.ts';
import { isOutcome } from '../../engines/meaning/events/roles.ts';
import type { OpenCaseAnswer } from '../../shared/contracts/cases.ts';
import { drawAccount, tableOf } from '../batches/account/draw-account.ts';
import type { CaseRecord, EarlierCase } from './case-record.ts';
import type { readSourceRows } from './case-source.ts';

type SourceRows = Awaited<ReturnType<typeof readSourceRows>>;

/** Rows of the timeline: all flagged ones, and the others nearest before the last of them. */
const MAX_TIMELINE = 900;

function timelineRows(source: SourceRows, record: CaseRecord): SourceRows {
  const at = source.columns.indexOf(record.subject_column);
  const flagged = new Set(record.rows);
  const own = [...source.rows.keys()].filter((row) => source.rows[row]![at] === record.subject);
  const isFlagged = (row: number) => flagged.has(source.numbers[row]!);
  const last = own.findLastIndex(isFlagged);
  const near = new Set(
    own.slice(Math.max(0, last + 1 - MAX_TIMELINE), last + 1 + MAX_TIMELINE / 9),
  );
  const kept = own.filter((row) => isFlagged(row) || near.has(row));
  return {
    ...source,
    rows: kept.map((row) => source.rows[row]!),
    numbers: kept.map((row) => source.numbers[row]!),
  };
}

/** Leaves out columns that hold an outcome: reviewers decide without it. */
function withoutOutcomes({ columns, rows, ...source }: SourceRows, label: string | undefined) {
  const places = [...columns.keys()].filter(
    (at) => columns[at] !== label && !isOutcome(columns[at]!),
  );
  return {
    ...source,
    columns: places.map((at) => columns[at]!),
    rows: rows.map((row) => places.map((at) => row[at]!)),
  };
}

/** Accounts whose rows show what a case is about: the subject and those of its patterns. */
export const accountsOf = ({ subject, patterns }: CaseRecord): string[] => [
  ...new Set([subject, ...patterns.flatMap(({ accounts }) => accounts)]),
];

/** Computes all that the page of a case shows from its rows. */
export async function caseFacts(
  record: CaseRecord,
  read: SourceRows,
  earlierOf: (accounts: readonly string[]) => Promise<EarlierCase[]>,
): Promise<OpenCaseAnswer> {
  const source = withoutOutcomes(read, record.roles.label);
  const { columns, numbers, layouts, isCut } = source;
  const { roles, subject, filename, reasons, patterns, kind } = record;
  const all = caseRows(tableOf(columns, source.rows, layouts), { roles, numbers });
  const flagged = new Set(record.rows);
  const central = new Set([...record.rows, ...patterns.flatMap(({ rows }) => rows)]);
  const network = caseNetwork(all, { subject, flagged, central });
  const rows = all.filter(({ owner }) => owner === subject);
  const earlier = await earlierOf(network.accounts);
  return {
    case_id: record.id,
    subject_column: record.subject_column,
    subject,
    filename,
    kind,
    rows: record.rows,
    reasons,
    rows_read: source.rows.length,
    is_cut: isCut,
    drawn: drawAccount({ ...timelineRows(source, record), roles }, subject),
    network: {
      ...network,
      transfers: network.transfers.map((transfer) => ({
        ...transfer,
        at: transfer.at === null ? null : new Date(transfer.at).toISOString(),
      })),
    },
    usual: usualFacts(rows, flagged),
    narrative: narrative({
      filename,
      subjectColumn: record.subject_column,
      subject,
      rows,
      flagged,
      reasons,
      patterns,
      network,
    }),
    checks: nextChecks({
      features: reasons.map(({ feature }) => feature),
      patterns: patterns.map((pattern) => pattern.kind),
      earlier: earlier.length,
    }),
    earlier: earlier.map((each) => ({
      ...each,
      created_at: new Date(each.created_at).toISOString(),
    })),
  };
}
