import { amountText, countText, numberText, percentText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import type { Ledger } from './ledger.ts';
import type { CountryList, ReportingThresholds } from './lists.ts';
import { eachOwner } from './owner-spans.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The band below a threshold, as a share of it. */
const JUST_BELOW = 0.9;

export type RuleLists = { thresholds: ReportingThresholds; highRisk: CountryList };

/** What a rule book names: rows that break no rule have 0. */
export function ruleFeatures(ledger: Ledger, lists: RuleLists): Feature[] {
  return [
    structuring(ledger, lists.thresholds),
    duplicates(ledger),
    inAndOut(ledger),
    highRiskCountry(ledger, lists.highRisk),
    roundness(ledger),
  ].filter((feature) => feature?.values.some((value) => value > 0)) as Feature[];
}

/** The threshold a row's amount lies just below, NaN elsewhere. Files without a currency count as dollars. */
function thresholdBelow(ledger: Ledger, thresholds: ReportingThresholds): Float64Array {
  const currency = ledger.codes('currency');
  const limits =
    currency === undefined
      ? null
      : Float64Array.from(
          { length: currency.count },
          (_, code) => thresholds[currency.text(code).toUpperCase()] ?? Number.NaN,
        );
  return Float64Array.from(ledger.amounts!, (amount, row) => {
    const limit =
      limits === null
        ? (thresholds.USD ?? Number.NaN)
        : (limits[currency!.codes[row]] ?? Number.NaN);
    const size = Math.abs(amount);
    return size >= JUST_BELOW * limit && size < limit ? limit : Number.NaN;
  });
}

function structuring(ledger: Ledger, thresholds: ReportingThresholds): Feature | null {
  if (ledger.amounts === null) return null;
  const limits = thresholdBelow(ledger, thresholds);
  const values = new Float32Array(ledger.rows);
  const sums = new Float32Array(ledger.rows);
  const { history, time, amounts } = ledger;
  if (history === null) for (let i = 0; i < values.length; i++) values[i] = limits[i] > 0 ? 1 : 0;
  eachOwner(ledger, (from, to) => {
    const near: number[] = [];
    for (let place = from; place < to; place++) {
      const row = history![place];
      if (!(limits[row] > 0)) continue;
      near.push(row);
      while (time![row] - time![near[0]] > 7 * DAY) near.shift();
      values[row] = near.length;
      sums[row] = near.reduce((sum, each) => sum + Math.abs(amounts![each]), 0);
    }
  });
  return {
    name: 'structuring',
    values,
    tail: 'high',
    weight: 0.6,
    tag: 'structuring',
    sentence: (row) => {
      const limit = numberText(limits[row]);
      const below = `${amountText(ledger, row)} is just below the reporting threshold of ${limit}`;
      return values[row] < 2
        ? below
        : `${below}; ${countText(values[row], 'such row')} within 7 days, together ${numberText(sums[row])}`;
    },
  };
}

/** Same owner, amount and counterpart again within ten minutes (where the file knows no hours: that day). */
function duplicates(ledger: Ledger): Feature | null {
  const { history, time, amounts } = ledger;
  if (history === null || amounts === null) return null;
  const others = ['counterparty', 'merchant', 'category', 'channel', 'direction'] as const;
  const codes = others.flatMap((role) => ledger.codes(role) ?? []);
  const within = ledger.hasHours ? 10 * MINUTE : 0;
  const values = new Float32Array(ledger.rows);
  eachOwner(ledger, (from, to) => {
    for (let place = from; place < to; place++) {
      const row = history[place];
      for (let at = place - 1; at >= from; at--) {
        const other = history[at];
        if (time![row] - time![other] > within) break;
        if (amounts[other] !== amounts[row]) continue;
        if (codes.every((each) => each.codes[row] === each.codes[other])) values[row]++;
      }
    }
  });
  return {
    name: 'duplicate',
    values,
    tail: 'high',
    weight: 0.4,
    tag: 'duplicate',
    sentence: (row) =>
      `the same ${ledger.ownerNoun}, amount and counterpart ${countText(values[row], 'time')} before ${ledger.hasHours ? 'within ten minutes' : 'on that day'}`,
  };
}

/** An outflow of at least 80 % of an inflow that came within 48 hours before. Needs amounts with signs. */
function inAndOut(ledger: Ledger): Feature | null {
  const { history, time, amounts } = ledger;
  if (history === null || amounts === null || !amounts.some((amount) => amount < 0)) return null;
  const values = new Float32Array(ledger.rows);
  const inflows = new Float64Array(ledger.rows);
  eachOwner(ledger, (from, to) => {
    for (let place = from; place < to; place++) {
      const row = history[place];
      const out = -amounts[row];
      if (!(out > 0)) continue;
      for (let at = place - 1; at >= from; at--) {
        const other = history[at];
        if (time![row] - time![other] > 2 * DAY) break;
        const inflow = amounts[other];
        if (inflow > 0 && out >= 0.8 * inflow && out <= 1.02 * inflow) {
          values[row] = Math.max(values[row], ledger.sizes![other] + 3);
          inflows[row] = Math.max(inflows[row], inflow);
        }
      }
    }
  });
  return {
    name: 'in_and_out',
    values,
    tail: 'high',
    weight: 0.6,
    tag: 'rapid in and out',
    sentence: (row) =>
      `${amountText(ledger, row)} leaves within 48 hours of ${numberText(inflows[row])} coming in (${percentText(-amounts[row] / inflows[row])} of it)`,
  };
}

function highRiskCountry(ledger: Ledger, list: CountryList): Feature | null {
  const wanted = new Set(list.countries);
  const found = (['country', 'merchantCountry'] as const).flatMap(
    (role) => ledger.codes(role) ?? [],
  );
  if (found.length === 0) return null;
  const values = new Float32Array(ledger.rows);
  const names = new Map<number, string>();
  for (const { codes, count, text } of found) {
    const listed = Uint8Array.from({ length: count }, (_, code) =>
      wanted.has(text(code).trim().toUpperCase()) ? 1 : 0,
    );
    for (let i = 0; i < values.length; i++) {
      if (codes[i] < 0 || listed[codes[i]] === 0) continue;
      values[i] = 1;
      names.set(i, text(codes[i]));
    }
  }
  return {
    name: 'high_risk_country',
    values,
    tail: 'high',
    weight: 0.8,
    tag: 'high-risk country',
    sentence: (row) => `${names.get(row)} is on the list "${list.name}" of ${list.date}`,
  };
}

/** Large round amounts where the channel's are seldom round: -ln of the share as round or rounder. */
function roundness(ledger: Ledger): Feature | null {
  const { amounts } = ledger;
  if (amounts === null) return null;
  const channel = ledger.codes('channel') ?? { codes: new Int32Array(ledger.rows), count: 1 };
  const zeros = Uint8Array.from(amounts, (amount) => {
    let left = Math.abs(amount);
    let count = 0;
    while (left >= 10 && left % 10 === 0) {
      left /= 10;
      count++;
    }
    return count;
  });
  const counts = new Float64Array(channel.count * 16);
  zeros.forEach((count, i) => {
    const code = channel.codes[i];
    if (code >= 0)
      for (let level = 0; level <= Math.min(15, count); level++) counts[code * 16 + level]++;
  });
  const values = new Float32Array(ledger.rows);
  for (let i = 0; i < values.length; i++) {
    const code = channel.codes[i];
    const level = Math.min(15, zeros[i]);
    if (code >= 0 && level >= 3)
      values[i] = -Math.log(counts[code * 16 + level] / counts[code * 16]);
  }
  return {
    name: 'round_amount',
    values,
    tail: 'high',
    weight: 0.3,
    sentence: (row) =>
      `${amountText(ledger, row)} is as round as ${percentText(Math.exp(-values[row]))} of ${ledger.roles.channel === undefined ? 'all rows' : "its channel's rows"}`,
  };
}
