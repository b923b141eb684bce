/** Formats a share as a percentage with at most one decimal; never 0 or 100 for values near them. */
export function percent(share: number): string {
  const figure = Number((share * 100).toFixed(1));
  if (figure === 100 && share < 1) return '> 99.9%';
  return figure === 0 && share > 0 ? '< 0.1%' : `${figure}%`;
}
