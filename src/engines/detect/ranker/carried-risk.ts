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

/** Share of unusual rows at which a confirmed row explains itself by half. */
const UNUSUAL = 0.01;

/** Columns of a carrier: all confirmed rows, those that looked usual, and cleared rows. */
const KINDS = ['confirmed', 'confirmed_usual', 'cleared'] as const;
type Kind = (typeof KINDS)[number];

type Event = { code: number; at: number; weight: number };

/** Returns 1 for a row that looked usual, near 0 for one whose score explains the decision. */
const usualness = (score: number) => (1 - score) / (1 - score + UNUSUAL);

function eventsOf(
  carrier: Codes,
  {
    role,
    kind,
    decided,
    scores,
    decisions,
  }: {
    role: Carrier;
    kind: Kind;
    decided: Uint32Array;
    scores: Float64Array;
    decisions: Decisions;
  },
): Event[] {
  const { labels, knownAt, elsewhere = [] } = decisions;
  const label = kind === 'cleared' ? 0 : 1;
  const isUsual = kind === 'confirmed_usual';
  const own = decided.filter((row) => labels[row] === label);
  // Scores of rows of other files are unknown.
  const others = isUsual
    ? []
    : elsewhere.filter((each) => each.label === label && each.names[role] !== undefined);
  const codeOf = new Map<string, number>();
  if (others.length > 0)
    for (let code = 0; code < carrier.count; code++) codeOf.set(carrier.text(code), code);
  return [
    ...Array.from(own, (row) => ({
      code: carrier.codes[row],
      at: knownAt[row],
      weight: isUsual ? usualness(scores[row]) : 1,
    })),
    ...others.map((each) => ({
      code: codeOf.get(each.names[role] ?? '') ?? -1,
      at: each.knownAt,
      weight: 1,
    })),
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
      const { code, at, weight } = events[next];
      sums[code] = left(code, at) + weight;
      since[code] = at;
    }
    const code = carrier.codes[row];
    if (code >= 0) values[row] = left(code, time[row]);
  }
  return values;
}

export type CarriedRisk = Feature & { role: Carrier; kind: Kind; carrier: Codes };

const SENTENCES: Record<Kind, string> = {
  confirmed: 'had confirmed rows before',
  confirmed_usual: 'had confirmed rows before that looked usual',
  cleared: 'had cleared rows before',
};

/**
 * Carries decisions over to later rows of the same account, customer, merchant, counterparty and
 * device: sums of confirmed and of cleared rows known before the row's time, halved every 14 days.
 * Confirmed rows count again by how usual they looked: what is not in the row itself is more
 * likely in what it shares with others. A row's own decision, and any made after it, do not count.
 *
 * @param scores shares of rows that score lower, without labels
 * @returns three features per role that the file has; none without times
 */
export function carriedRisk(
  ledger: Ledger,
  decisions: Decisions,
  scores: Float64Array,
): CarriedRisk[] {
  const { time } = ledger;
  if (time === null) return [];
  const byTime = sortedRows(time);
  const decided = Uint32Array.from(decisions.labels.keys()).filter(
    (row) => decisions.labels[row] >= 0,
  );
  return CARRIERS.flatMap((role) => {
    const carrier = ledger.codes(role);
    if (carrier === undefined || carrier.count < 2) return [];
    return KINDS.map((kind) => {
      const events = eventsOf(carrier, { role, kind, decided, scores, decisions });
      const values = decayed(events, { carrier, time, byTime });
      return {
        name: `${kind}_${role}`,
        role,
        kind,
        carrier,
        fact: `${role}_risk`,
        values,
        tail: 'high' as const,
        weight: kind === 'cleared' ? 0 : 1,
        sentence: (row: number) =>
          `${role} ${carrier.text(carrier.codes[row])} ${SENTENCES[kind]}; their weight is ${values[row].toFixed(1)}, halved every 14 days`,
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
