import { USEFULNESS_WORDS } from '../../../shared/report-sentences/usefulness-words.ts';
import type {
  Attack,
  NotMeasured,
  PrivacyReport,
  ReportDocument,
} from '../../data/report-document.ts';

/** Formats a share with two decimals; never 1.00 or 0.00 for values near but not equal to them. */
export function formatShare(value: number): string {
  const text = value.toFixed(2);
  if (text === '1.00' && value < 1) return '> 0.99';
  if (text === '0.00' && value > 0) return '< 0.01';
  return text;
}

/** Formats a share, or a dash for one that was not measured. */
export const shareOrDash = (share: number | null): string =>
  share === null ? '–' : formatShare(share);

export { percent as percentToTenths } from '../../../shared/report-sentences/percent.ts';

/** Excess risk above which a batch fails: groups of fewer than eleven could be disclosed. */
export const PASS_LINE = 0.09;

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

const TONES = {
  useful: 'good',
  limited: 'warning',
  unfit: 'danger',
  withheld: 'secondary',
} as const;

/** Capitalizes the reason of a verdict. */
export const sentenceOf = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;

/** Returns the word and tone of a verdict on usefulness. */
export const usefulnessWord = (verdict: keyof typeof TONES) => ({
  word: USEFULNESS_WORDS[verdict],
  tone: TONES[verdict],
});

export function headline(report: ReportDocument | null): string {
  if (report?.privacy) return VERDICTS[report.privacy.verdict];
  if (report?.from_scratch) {
    return report.from_scratch.lawsHold
      ? 'By construction: the ledger adds up'
      : 'The ledger does not add up';
  }
  return report?.quality ? 'Quality measured, privacy not' : 'Not measured yet';
}

const FEW_LEFT = 5;

export function capWarning({
  ordinal,
  cap,
}: Pick<ReportDocument, 'ordinal' | 'cap'>): string | null {
  if (ordinal === null || cap === null || cap - ordinal >= FEW_LEFT) return null;
  return `Report ${ordinal} of ${cap}: repeated reports on one dataset increase disclosure risk. An administrator can raise the number.`;
}

export function openPoints(report: ReportDocument): NotMeasured[] {
  return [report.quality, report.privacy, report.from_scratch].flatMap(
    (part) => part?.notMeasured ?? [],
  );
}

/** Serializes the reports as hashed in the manifest: keys stay in the server's sorted order. */
export const reportJson = ({ from_scratch, privacy, quality }: ReportDocument): string =>
  JSON.stringify({ from_scratch, privacy, quality });
