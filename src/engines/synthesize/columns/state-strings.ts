import type { RandomStream } from '../../random/stream.ts';
import type { CategoryColumn } from '../../table/table.ts';
import type { Field } from '../codec/field.ts';

/**
 * Strings of states over time as a Markov chain that runs back from the last place: of a payment
 * history 000012300000, the last state is today's.
 */
export type StateStrings = {
  states: string;
  /** Probabilities of the last state, for each code of `field`; one row without a field. */
  last: Float64Array;
  /** Modeled field that predicts the last state; -1 for none. */
  field: number;
  /** Probabilities of each state given the next one, for each place but the last, from the left. */
  back: Float64Array;
};

/** Minimum share of the last state's uncertainty that a field must explain. */
const MIN_TOLD = 0.5;

/** Turns counts into probabilities; those below `threshold` count as none. */
function probabilities(counts: ArrayLike<number>, threshold: number, otherwise: ArrayLike<number>) {
  const shown = Array.from(counts, (count) => (count < threshold ? 0 : count));
  const total = shown.reduce((sum, count) => sum + count, 0);
  return total === 0 ? Array.from(otherwise) : shown.map((count) => count / total);
}

function entropyOf(counts: ArrayLike<number>): number {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  return Array.from(counts).reduce(
    (sum, count) => (count === 0 ? sum : sum - count * Math.log(count / total)),
    0,
  );
}

/** Counts last states by the codes of a field. */
function countsByCode(codes: Uint8Array, size: number, last: Int8Array, states: number) {
  const counts = Array.from({ length: size }, () => new Float64Array(states));
  codes.forEach((code, row) => {
    if (last[row]! >= 0) counts[code]![last[row]!]++;
  });
  return counts;
}

/**
 * Fits strings of states. States and steps from one to another of fewer than `threshold` rows are
 * not drawn.
 */
export function fitStateStrings(
  column: CategoryColumn,
  {
    fields,
    codes,
    threshold,
  }: { fields: readonly Field[]; codes: readonly Uint8Array[]; threshold: number },
): StateStrings {
  const length = column.dictionary[0]!.length;
  const all = new Map<string, number>();
  const rows = column.codes.length;
  const textOf = (row: number) => column.dictionary[column.codes[row]!] ?? '';
  for (let row = 0; row < rows; row++)
    for (const state of textOf(row)) all.set(state, (all.get(state) ?? 0) + 1);
  const states = [...all]
    .filter(([, count]) => count >= threshold * length)
    .map(([state]) => state)
    .sort()
    .join('');
  const n = states.length;
  const marginal = probabilities(
    [...states].map((state) => all.get(state)!),
    0,
    [],
  );
  const at = (row: number, place: number) => states.indexOf(textOf(row)[place] ?? ' ');
  const back: number[] = [];
  for (let place = 0; place < length - 1; place++) {
    const counts = Array.from({ length: n }, () => new Float64Array(n));
    for (let row = 0; row < rows; row++) {
      const own = at(row, place);
      const next = at(row, place + 1);
      if (own >= 0 && next >= 0) counts[next]![own]++;
    }
    for (const given of counts) back.push(...probabilities(given, threshold, marginal));
  }
  const last = Int8Array.from({ length: rows }, (_, row) => at(row, length - 1));
  const total = new Float64Array(n);
  for (const state of last) if (state >= 0) total[state]++;
  const usual = probabilities(total, threshold, marginal);
  let least = (1 - MIN_TOLD) * entropyOf(total);
  let best: { field: number; counts: Float64Array[] } | null = null;
  fields.forEach(({ codec }, field) => {
    const counts = countsByCode(codes[field]!, codec.size, last, n);
    const open =
      counts.reduce((sum, own) => sum + entropyOf(own), 0) + (codec.size / 2) * Math.log(rows);
    if (open < least) {
      least = open;
      best = { field, counts };
    }
  });
  const found = best as { field: number; counts: Float64Array[] } | null;
  return {
    states,
    field: found?.field ?? -1,
    last: Float64Array.from(
      found?.counts.flatMap((own) => probabilities(own, threshold, usual)) ?? usual,
    ),
    back: Float64Array.from(back),
  };
}

function drawFrom(shares: Float64Array, from: number, n: number, stream: RandomStream): number {
  let left = stream.float();
  for (let i = 0; i < n; i++) {
    left -= shares[from + i]!;
    if (left < 0) return i;
  }
  return n - 1;
}

/**
 * Draws a string of states.
 *
 * @param code of the field that predicts the last state
 */
export function drawStates(
  { states, last, back, field }: StateStrings,
  code: number,
  stream: RandomStream,
): string {
  const n = states.length;
  let state = drawFrom(last, field < 0 ? 0 : code * n, n, stream);
  let text = states[state]!;
  for (let place = back.length / (n * n) - 1; place >= 0; place--) {
    state = drawFrom(back, (place * n + state) * n, n, stream);
    text = states[state]! + text;
  }
  return text;
}
