/** How the risk of a synthesizer's record is computed, as its manifest says it. */
export const DISCLOSURE_RISK =
  'disclosure risk, 0 to 4: (100 - privacy score) / 25; none where privacy was not scored';

/** The risk of a synthesizer from the privacy score of its report (0 to 100); null where there is none. */
export const disclosureRisk = (privacyScore: number | null): number | null =>
  privacyScore === null ? null : (100 - privacyScore) / 25;
