/** At this p, or below, the links of synthetic rows to people learned from are no chance, and the batch fails. */
export const LINKAGE_GATE = 0.001;
const WEAK = 0.05;

export type LinkageFigures = {
  pValue: number;
  head: number;
  headTraining: number;
  trainingShare: number;
};

function verdictOf(pValue: number): string {
  if (pValue <= LINKAGE_GATE) return 'Leakage detected';
  return pValue < WEAK ? 'Weak sign of leakage' : 'No sign of leakage';
}

/** What the record linkage test found, in the words of page, PDF and command line. */
export function linkageSentence({ pValue, head, headTraining, trainingShare }: LinkageFigures) {
  const chance = Math.round(head * trainingShare);
  return (
    `${verdictOf(pValue)}: ${headTraining} of the ${head} surest links from synthetic rows to real people lead to ` +
    `training data; ${chance} expected by chance (p = ${pValue.toPrecision(2)})`
  );
}
