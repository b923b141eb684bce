import { DAY } from '../../table/datetime-form.ts';
import type { Alerts } from './alerts.ts';
import { proportion, type Share } from './share.ts';
import type { Truth } from './truth.ts';

export type SchemeFigures = {
  scheme: string;
  typology: string;
  rows: number;
  found: number;
  money: number;
  moneyFound: number;
  /** Days from the scheme's first positive row to the first alert on one; null if none. */
  days: number | null;
};

export type GroupFigures = {
  name: string;
  recall: Share;
  schemes: Share;
  accounts: Share;
  money: number;
  moneyFound: number;
  /** Share of all alerts that are on the group's rows. */
  shareOfAlerts: number;
  /** Median over the schemes found; null without one. */
  medianDays: number | null;
};

export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const { length } = sorted;
  if (length === 0) return null;
  return (sorted[(length - 1) >> 1] + sorted[length >> 1]) / 2;
}

/** Maps each positive row to the moment of its alert, in ms; undefined without one. */
export function alertTimes({ rows, times }: Alerts, { ledger, positive }: Truth) {
  const found = new Map<number, number>();
  rows.forEach((row, at) => {
    if (row >= 0 && positive[row] === 1) found.set(row, times?.[at] ?? ledger.time?.[row] ?? 0);
  });
  return found;
}

export function schemeFigures(truth: Truth, found: ReadonlyMap<number, number>): SchemeFigures[] {
  const { positive, money } = truth;
  const time = truth.ledger.time as Float64Array;
  const figures = new Map<string, SchemeFigures & { first: number; alerted: number }>();
  positive.forEach((label, row) => {
    const scheme = truth.scheme(row);
    if (label === 0 || scheme === null) return;
    const of = figures.get(scheme) ?? {
      ...{ scheme, typology: truth.typology(row) ?? '', rows: 0, found: 0, money: 0 },
      ...{ moneyFound: 0, days: null, first: Infinity, alerted: Infinity },
    };
    figures.set(scheme, of);
    const alerted = found.get(row);
    of.rows++;
    of.money += money[row];
    of.first = Math.min(of.first, time[row]);
    if (alerted === undefined) return;
    of.found++;
    of.moneyFound += money[row];
    of.alerted = Math.min(of.alerted, alerted);
  });
  return Array.from(figures.values(), ({ first, alerted, ...rest }) => ({
    ...rest,
    days: alerted === Infinity ? null : (alerted - first) / DAY,
  }));
}

/** Figures of positive rows by a name (typology, hop), largest group first. */
export function groupFigures(
  truth: Truth,
  {
    found,
    schemes,
    alerts,
    nameOf,
  }: {
    found: ReadonlyMap<number, number>;
    schemes: readonly SchemeFigures[];
    alerts: number;
    nameOf: (row: number) => string | null;
  },
): GroupFigures[] {
  const rowsByName = Map.groupBy(
    Array.from(truth.positive.keys()).filter((row) => truth.positive[row] === 1),
    (row) => nameOf(row) ?? 'none',
  );
  const daysOf = new Map(schemes.map(({ scheme, days }) => [scheme, days]));
  const distinct = (rows: readonly number[], text: Truth['scheme']) =>
    new Set(rows.map(text).filter((name) => name !== null));
  return Array.from(rowsByName, ([name, rows]) => {
    const hits = rows.filter((row) => found.has(row));
    const sum = (of: readonly number[]) => of.reduce((total, row) => total + truth.money[row], 0);
    const share = (text: Truth['scheme']) =>
      proportion(distinct(hits, text).size, distinct(rows, text).size);
    const days = [...distinct(hits, truth.scheme)].flatMap((scheme) => daysOf.get(scheme) ?? []);
    return {
      name,
      recall: proportion(hits.length, rows.length),
      schemes: share(truth.scheme),
      accounts: share(truth.account),
      money: sum(rows),
      moneyFound: sum(hits),
      shareOfAlerts: alerts === 0 ? 0 : hits.length / alerts,
      medianDays: median(days),
    };
  }).sort((a, b) => b.recall.of - a.recall.of || (a.name < b.name ? -1 : 1));
}
