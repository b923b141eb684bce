/** Rows of entities, one entry per row in each list. */
export type DrawnHistories = {
  entity: number[];
  day: number[];
  /** Milliseconds since midnight, if time has a time of day. */
  clock: number[];
  /** Codes by index of the model's fields; empty lists for static fields. */
  codes: number[][];
  amount: number[];
  balance: number[];
  level: number[];
  /** Kind of each row, as an index into the core's. */
  kind: number[];
  /** First row of the same recurring payment; the row itself for others. */
  origin: number[];
  parent: Uint8Array[];
};

/** Appends the rows of each entity. */
export function joinHistories(
  out: DrawnHistories,
  drawn: readonly DrawnHistories[],
): DrawnHistories {
  for (const own of drawn) {
    const first = out.entity.length;
    for (const key of ['entity', 'day', 'clock', 'amount', 'balance', 'level', 'kind'] as const)
      for (const value of own[key]) out[key].push(value);
    for (const row of own.origin) out.origin.push(first + row);
    own.codes.forEach((codes, f) => {
      for (const code of codes) out.codes[f].push(code);
    });
  }
  return out;
}
