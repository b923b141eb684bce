import type { NotMeasured } from './not-measured.ts';
import type { PrivacyReport } from './privacy-schema.ts';
import type { QualityReport } from './quality-schema.ts';

/** Fields that do not derive from the real rows, or only with noise covered by the budget. */
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
  // Rules state values of real rows, and pictures leave cells out by exact counts.
  const {
    rows,
    sequences,
    holdout,
    tstr,
    fairness,
    relations,
    rules: _,
    pictures: __,
    ...rest
  } = quality;
  const unknown = { real: null, holdout: null };
  const ofHistories = (scores: typeof sequences) =>
    scores && {
      ...scores,
      sequences: { real: null, synthetic: null },
      ...(scores.histories && {
        histories: scores.histories.map((score) => ({ ...score, real: null })),
      }),
    };
  const model = <Model extends { rows: number | null } | null>(score: Model) =>
    score && { ...score, rows: null };
  return {
    ...rest,
    rows: { synthetic: rows.synthetic, ...unknown, baseline: null },
    tstr: tstr && { ...tstr, rows: null },
    ...(relations && {
      relations: relations.map((relation) => ({
        ...relation,
        orphans: { ...relation.orphans, real: null },
        mean: { ...relation.mean, real: null },
      })),
    }),
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
 * Converts reports of a private batch to their stored form: lists the figures not covered by the
 * guarantee and removes counts of real rows and people, since an exact count reveals one more row.
 * A random salt turns their hash, which is in the manifest and on the log, into a commitment that
 * can't be tested against guessed rows.
 *
 * @param salt 32 random bytes in hexadecimal
 */
export function reportsOfPrivateBatch(
  { quality, privacy }: { quality: QualityReport; privacy: PrivacyReport },
  salt: string,
): { quality: QualityReport; privacy: PrivacyReport } {
  const { persons: _counted, ...uncountedPrivacy } = privacy;
  const { rows, linkage, distances, attacks, reason } = privacy;
  const privacyReport: PrivacyReport = {
    ...uncountedPrivacy,
    salt,
    rows: { synthetic: rows.synthetic, train: null, holdout: null },
    reason: reason.replace(/; there are \d+$/, ''),
    copies: withoutRows(privacy.copies),
    nearCopies: withoutRows(privacy.nearCopies),
    rareValues: withoutRows(privacy.rareValues),
    ...(privacy.folds && { folds: { ...privacy.folds, people: null } }),
    linkage: linkage && { ...linkage, tested: null },
    distances: distances && { ...distances, reference: null },
    attacks: attacks.map(({ people, controlPeople, ...attack }) => ({
      ...attack,
      attempts: null,
      controlAttempts: null,
    })),
    notMeasured: uncounted(privacy.notMeasured),
  };
  const outside = Object.keys(privacyReport).filter((name) => !COVERED.includes(name));
  return {
    quality: qualityWithoutCounts(quality),
    privacy: {
      ...privacyReport,
      outsideGuarantee: ['quality', ...outside.map((name) => `privacy.${name}`)],
    },
  };
}
