import { MODEL_BINS } from '../../measure/models/model-bins.ts';
import { DAY } from '../../table/datetime-form.ts';
import { sortedRows } from '../arrays/ranked-column.ts';
import type { Codes } from '../features/codes.ts';
import type { Feature } from '../features/feature.ts';
import type { Ledger } from '../features/ledger.ts';

/** Roles whose values carry decisions over to other rows. */
export const CARRIERS = ['account', 'customer', 'merchant', 'counterparty', 'device'] as const;
type Carrier = (typeof CARRIERS)[number];

/** Decision on a row of another file, with the values of its carriers. */
export type CarriedDecision = {
  label: 0 | 1;
  knownAt: number;
  names: Partial<Record<Carrier, string>>;
};

/** Decisions of reviewers: 1 confirmed, 0 cleared, -1 undecided; and when each was known, in ms. */
export type Decisions = {
  labels: Int8Array;
  knownAt: Float64Array;
  elsewhere?: readonly CarriedDecision[];
};

/** Half of a confirmed case's weight is left after two weeks. */
const HALF_LIFE = 14 * DAY;

type Event = { code: number; at: number };

function eventsOf(
  carrier: Codes,
  {
    role,
    label,
    decided,
    decisions: { labels, knownAt, elsewhere = [] },
  }: { role: Carrier; label: number; decided: Uint32Array; decisions: Decisions },
): Event[] {
  const own = decided.filter((row) => labels[row] === label);
  const others = elsewhere.filter((each) => each.label === label && each.names[role] !== undefined);
  const codeOf = new Map<string, number>();
  if (others.length > 0)
    for (let code = 0; code < carrier.count; code++) codeOf.set(carrier.text(code), code);
  return [
    ...Array.from(own, (row) => ({ code: carrier.codes[row], at: knownAt[row] })),
    ...others.map((each) => ({ code: codeOf.get(each.names[role] ?? '') ?? -1, at: each.knownAt })),
  ]
    .filter(({ code, at }) => code >= 0 && !Number.isNaN(at))
    .sort((a, b) => a.at - b.at);
}

/** Returns per row the sum of events of its carrier known before the row, halved every 14 days. */
function decayed(
  events: readonly Event[],
  { carrier, time, byTime }: { carrier: Codes; time: Float64Array; byTime: Uint32Array },
): Float32Array {
  const values = new Float32Array(time.length);
  if (events.length === 0) return values;
  const sums = new Float64Array(carrier.count);
  const since = new Float64Array(carrier.count);
  const left = (code: number, at: number) =>
    sums[code] === 0 ? 0 : sums[code] * 0.5 ** ((at - since[code]) / HALF_LIFE);
  let next = 0;
  for (const row of byTime) {
    for (; next < events.length && events[next].at <= time[row]; next++) {
      const { code, at } = events[next];
      sums[code] = left(code, at) + 1;
      since[code] = at;
    }
    const code = carrier.codes[row];
    if (code >= 0) values[row] = left(code, time[row]);
  }
  return values;
}

/**
 * Carries decisions over to later rows of the same account, customer, merchant, counterparty and
 * device: sums of confirmed and of cleared rows known before the row's time, halved every 14 days.
 * A row's own decision, and any made after it, do not count.
 *
 * @returns two features per role that the file has, cleared ones with a low tail (`lowers`); none
 *   without times
 */
export function carriedRisk(
  ledger: Ledger,
  decisions: Decisions,
): (Feature & { lowers: boolean })[] {
  const { time } = ledger;
  if (time === null) return [];
  const byTime = sortedRows(time);
  const decided = Uint32Array.from(decisions.labels.keys()).filter(
    (row) => decisions.labels[row] >= 0,
  );
  return CARRIERS.flatMap((role) => {
    const carrier = ledger.codes(role);
    if (carrier === undefined || carrier.count < 2) return [];
    return [1, 0].map((label) => {
      const events = eventsOf(carrier, { role, label, decided, decisions });
      const values = decayed(events, { carrier, time, byTime });
      return {
        name: `${label === 1 ? 'confirmed' : 'cleared'}_${role}`,
        values,
        tail: 'high' as const,
        weight: label,
        lowers: label === 0,
        sentence: (row: number) =>
          `${role} ${carrier.text(carrier.codes[row])} had confirmed rows before; their weight is ${values[row].toFixed(1)}, halved every 14 days`,
      };
    });
  });
}

/** Bins carried risk by its size, six bins a doubling, so that bins of any two files compare. */
export function riskBins(values: Float32Array, lowers: boolean): Uint8Array {
  const top = MODEL_BINS - 1;
  const bins = Uint8Array.from(values, (value) =>
    value <= 0 ? 0 : Math.min(top, Math.max(1, Math.round(32 + 6 * Math.log2(value)))),
  );
  return lowers ? bins.map((bin) => top - bin) : bins;
}
