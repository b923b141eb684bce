import type { LedgerWithHistory } from './ledger.ts';

/** Calls `visit` with each owner's first position in the history and the one after its last. */
export function eachOwner(
  { history, owner }: LedgerWithHistory,
  visit: (from: number, to: number) => void,
): void {
  for (let from = 0; from < history.length; ) {
    const code = owner.codes[history[from]];
    let to = from + 1;
    while (to < history.length && owner.codes[history[to]] === code) to++;
    visit(from, to);
    from = to;
  }
}

export const missing = (rows: number): Float32Array => new Float32Array(rows).fill(Number.NaN);
