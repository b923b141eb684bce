import type { NotMeasured } from './not-measured.ts';
import type { PrivacyReport } from './privacy-schema.ts';
import type { QualityReport } from './quality-schema.ts';

/** What does not come from the real rows, or comes from them with noise that was paid for. */
const COVERED: readonly string[] = ['schema', 'engine', 'seed', 'salt', 'passLine', 'guarantee'];

type CopyTest = PrivacyReport['copies'];

const uncounted = (notMeasured: readonly NotMeasured[]): NotMeasured[] =>
  notMeasured.map((open) => ({ ...open, n: 0, needed: null }));

const withoutRows = (test: CopyTest): CopyTest => ({
  ...test,
  trainRows: null,
  holdoutRows: null,
});

function qualityWithoutCounts(quality: QualityReport): QualityReport {
  const { rows, sequences, holdout, tstr, fairness } = quality;
  const unknown = { real: null, holdout: null };
  const ofHistories = (found: typeof sequences) =>
    found && { ...found, sequences: { real: null, synthetic: null } };
  const model = <Model extends { rows: number | null } | null>(found: Model) =>
    found && { ...found, rows: null };
  return {
    ...quality,
    rows: { synthetic: rows.synthetic, ...unknown, baseline: null },
    tstr: tstr && { ...tstr, rows: null },
    ...(fairness && {
      fairness: {
        ...fairness,
        groupings: fairness.groupings.map((grouping) => ({
          ...grouping,
          groups: grouping.groups.map((group) => ({
            ...group,
            rows: { synthetic: group.rows.synthetic, ...unknown },
            models: group.models && {
              real: model(group.models.real),
              synthetic: model(group.models.synthetic),
            },
          })),
        })),
      },
    }),
    sequences: ofHistories(sequences),
    holdout: holdout && { ...holdout, sequences: ofHistories(holdout.sequences) },
    notMeasured: uncounted(quality.notMeasured),
  };
}

/**
 * The reports of a private batch as they are kept: they name the figures that its guarantee does not cover, and hold
 * no count of real rows or people, since the exact number tells whether one more was there. A random salt makes
 * their hash, which stands in the manifest and on the log, a commitment: nobody can try rows against it.
 *
 * @param salt 32 random bytes in hexadecimal
 */
export function reportsOfPrivateBatch(
  { quality, privacy }: { quality: QualityReport; privacy: PrivacyReport },
  salt: string,
): { quality: QualityReport; privacy: PrivacyReport } {
  const { rows, linkage, distances, attacks, reason } = privacy;
  const found: PrivacyReport = {
    ...privacy,
    salt,
    rows: { synthetic: rows.synthetic, train: null, holdout: null },
    reason: reason.replace(/; there are \d+$/, ''),
    copies: withoutRows(privacy.copies),
    nearCopies: withoutRows(privacy.nearCopies),
    rareValues: withoutRows(privacy.rareValues),
    linkage: linkage && { ...linkage, tested: null },
    distances: distances && { ...distances, reference: null },
    attacks: attacks.map(({ people, controlPeople, ...attack }) => ({
      ...attack,
      attempts: null,
      controlAttempts: null,
    })),
    notMeasured: uncounted(privacy.notMeasured),
  };
  const outside = Object.keys(found).filter((name) => !COVERED.includes(name));
  return {
    quality: qualityWithoutCounts(quality),
    privacy: {
      ...found,
      outsideGuarantee: ['quality', ...outside.map((name) => `privacy.${name}`)],
    },
  };
}
