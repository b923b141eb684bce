export const LINKAGE_GATE = 0.001;
/** Upper limit of the band in which linkage lowers the score without failing the batch. */
export const WEAK_LINKAGE = 0.05;

export const isWeakLinkage = (pValue: number): boolean =>
  pValue > LINKAGE_GATE && pValue < WEAK_LINKAGE;

export type LinkageFigures = {
  pValue: number;
  head: number;
  headTraining: number;
  trainingShare: number;
};

function verdictOf(pValue: number): string {
  if (pValue <= LINKAGE_GATE) return 'Leakage detected';
  return isWeakLinkage(pValue) ? 'Weak sign of leakage' : 'No sign of leakage';
}

export function linkageSentence({ pValue, head, headTraining, trainingShare }: LinkageFigures) {
  const chance = Math.round(head * trainingShare);
  return (
    `${verdictOf(pValue)}: ${headTraining} of the ${head} surest links from synthetic rows to real people lead to ` +
    `training data; ${chance} expected by chance (p = ${pValue.toPrecision(2)})`
  );
}
