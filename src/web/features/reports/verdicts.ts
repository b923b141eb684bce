import type {
  Attack,
  NotMeasured,
  PrivacyReport,
  ReportDocument,
} from '../../data/report-document.ts';

/** Two decimals; never 1.00 or 0.00 for what is not quite that. */
export function formatShare(value: number): string {
  const text = value.toFixed(2);
  if (text === '1.00' && value < 1) return '> 0.99';
  if (text === '0.00' && value > 0) return '< 0.01';
  return text;
}

/** Excess risk above which a batch does not pass: groups of fewer than eleven could be disclosed. */
export const PASS_LINE = 0.09;

/** An attack in words, by where its interval stands. */
export function attackVerdict(attack: Attack): { word: string; tone: 'good' | 'open' | 'bad' } {
  if (!attack.stronger) {
    return { word: 'Inconclusive (below baseline)', tone: 'open' };
  }
  if (attack.low > PASS_LINE) {
    return { word: 'Fail', tone: 'bad' };
  }
  if (attack.upper <= PASS_LINE) {
    return { word: 'Pass', tone: 'good' };
  }
  return { word: 'Inconclusive', tone: 'open' };
}

const VERDICTS: Record<PrivacyReport['verdict'], string> = {
  pass: 'Passed the privacy tests',
  fail: 'Did not pass the privacy tests',
  withheld: 'Privacy not scored',
};

/** The report's headline. */
export function headline(report: ReportDocument | null): string {
  if (report?.privacy) return VERDICTS[report.privacy.verdict];
  if (report?.from_scratch) {
    return report.from_scratch.lawsHold
      ? 'By construction: the ledger adds up'
      : 'The ledger does not add up';
  }
  return report?.quality ? 'Quality measured, privacy not' : 'Not measured yet';
}

/** From here on a report says how many are left. */
const FEW_LEFT = 5;

/** A word on how many reports of the dataset were made, once few are left. */
export function capWarning({
  ordinal,
  cap,
}: Pick<ReportDocument, 'ordinal' | 'cap'>): string | null {
  if (ordinal === null || cap === null || cap - ordinal >= FEW_LEFT) return null;
  return `Report ${ordinal} of ${cap}: repeated reports on one dataset increase disclosure risk. An administrator can raise the number.`;
}

/** Everything the parts of a report leave open. */
export function openPoints(report: ReportDocument): NotMeasured[] {
  return [report.quality, report.privacy, report.from_scratch].flatMap(
    (part) => part?.notMeasured ?? [],
  );
}

/**
 * The reports in the one spelling whose SHA-256 the batch's manifest names: their keys come sorted from the
 * server, and numbers are written as they are hashed.
 */
export const reportJson = ({ from_scratch, privacy, quality }: ReportDocument): string =>
  JSON.stringify({ from_scratch, privacy, quality });
