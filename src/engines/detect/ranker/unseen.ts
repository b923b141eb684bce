import type { Codes } from '../features/codes.ts';
import type { CarriedRisk } from './carried-risk.ts';

/** Decay of what is unknown about a value with the weight of the decisions on it. */
const PER_DECISION = 2;

/** Returns 1 for values with rows of two owners or more, which later rows may share. */
function shared({ codes, count }: Codes, owner: Codes | null): Uint8Array {
  const first = new Int32Array(count).fill(-1);
  const isShared = new Uint8Array(count);
  codes.forEach((code, row) => {
    const own = owner?.codes[row] ?? row;
    if (code < 0 || own < 0) return;
    if (first[code] < 0) first[code] = own;
    else if (first[code] !== own) isShared[code] = 1;
  });
  return isShared;
}

/**
 * Measures how much a decision on a row would tell about its merchant, counterparty and device:
 * 1 for each that other owners use and no decision is known of, less by what is known.
 *
 * @returns null if the file has none of them
 */
export function unseenValues(
  risks: readonly CarriedRisk[],
  owner: Codes | null,
): { values: Float64Array; carriers: Codes[] } | null {
  const cleared = risks.filter(
    ({ kind, role }) => kind === 'cleared' && role !== 'account' && role !== 'customer',
  );
  if (cleared.length === 0) return null;
  const values = new Float64Array(cleared[0].values.length);
  for (const { role, carrier, values: known } of cleared) {
    const confirmed = risks.find((each) => each.kind === 'confirmed' && each.role === role)?.values;
    const isShared = shared(carrier, owner);
    carrier.codes.forEach((code, row) => {
      if (code < 0 || isShared[code] === 0) return;
      values[row] += Math.exp(-PER_DECISION * (known[row] + (confirmed?.[row] ?? 0)));
    });
  }
  return values.some((value) => value > 0)
    ? { values, carriers: cleared.map(({ carrier }) => carrier) }
    : null;
}

/**
 * Chooses rows about whose merchant, counterparty or device least is known, each value once.
 *
 * @param order rows, highest rank first; it decides between equals
 */
export function chooseUnseen(
  order: Uint32Array,
  { values, carriers }: { values: Float64Array; carriers: readonly Codes[] },
  count: number,
): number[] {
  const byValue = order.slice().sort((a, b) => values[b] - values[a]);
  const taken = carriers.map(() => new Set<number>());
  const chosen: number[] = [];
  for (const row of byValue) {
    if (chosen.length === count || values[row] === 0) break;
    const isNew = carriers.some(({ codes }, i) => codes[row] >= 0 && !taken[i].has(codes[row]));
    if (!isNew) continue;
    carriers.forEach(({ codes }, i) => {
      taken[i].add(codes[row]);
    });
    chosen.push(row);
  }
  return chosen;
}
