export const DISCLOSURE_RISK =
  'disclosure risk, 0 to 4: (100 - privacy score) / 25; none where privacy was not scored';

/** Converts a privacy score (0..100) to a disclosure risk (0..4); null without a score. */
export const disclosureRisk = (privacyScore: number | null): number | null =>
  privacyScore === null ? null : (100 - privacyScore) / 25;
