import type { Ledger } from './ledger.ts';

/** Calls `visit` with the place of the first row of each owner in the history, and of the one after the last. */
export function eachOwner(ledger: Ledger, visit: (from: number, to: number) => void): void {
  const { history, owner } = ledger;
  if (history === null || owner === null) return;
  for (let from = 0; from < history.length; ) {
    const code = owner.codes[history[from]];
    let to = from + 1;
    while (to < history.length && owner.codes[history[to]] === code) to++;
    visit(from, to);
    from = to;
  }
}

/** A feature's column with nothing said yet. */
export const unsaid = (rows: number): Float32Array => new Float32Array(rows).fill(Number.NaN);
