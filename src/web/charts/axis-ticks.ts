import { formatterOf } from '../lib/formatter-of.ts';

/** Axis with equally wide bins on its scale; dates are days since 1970. */
export type HistogramAxis = {
  kind: 'number' | 'datetime';
  scale: 'linear' | 'log';
  edges: readonly number[];
};

export type Tick = { at: number; text: string };

const DAY_MS = 86_400_000;
const compact = formatterOf(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }),
);
const plain = formatterOf(() => new Intl.NumberFormat('en', { maximumSignificantDigits: 4 }));
const month = formatterOf(
  () => new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const day = formatterOf(
  () => new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const whole = formatterOf(() => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }));
/** Number of days below which ticks show days instead of months. */
const SHORT_SPAN = 120;

/** Size from which an axis is labelled in thousands or millions. */
const SHORTENED = 10_000;

/** Returns the texts of ticks, all of them shortened or none. */
function textsOf(values: readonly number[]): string[] {
  const isLarge = values.some((value) => Math.abs(value) >= SHORTENED);
  const format = (isLarge ? compact : plain)();
  return values.map((value) => format.format(value).replace('-', '−'));
}

export function positionOn(axis: HistogramAxis, width: number): (value: number) => number {
  const on = axis.scale === 'log' ? Math.log10 : (value: number) => value;
  const from = on(axis.edges[0] ?? 0);
  const span = on(axis.edges.at(-1) ?? 1) - from || 1;
  return (value) => ((on(value) - from) / span) * width;
}

/** Returns about `count` multiples of 1, 2 or 5 times a power of ten. */
function roundTicks(from: number, to: number, count: number): number[] {
  const width = (to - from) / count || 1;
  const power = 10 ** Math.floor(Math.log10(width));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= width) ?? 10);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** Returns about four labelled ticks; powers of ten on a log axis. */
export function ticksOf(axis: HistogramAxis, width: number): Tick[] {
  const position = positionOn(axis, width);
  const first = axis.edges[0] ?? 0;
  const last = axis.edges.at(-1) ?? 1;
  if (axis.kind === 'datetime') {
    const format = last - first < SHORT_SPAN ? day : month;
    return [first, (first + last) / 2, last].map((value) => ({
      at: position(value),
      text: format().format(value * DAY_MS),
    }));
  }
  const inside = (value: number) => value >= first && value <= last;
  if (axis.scale === 'log') {
    const powers = [];
    for (let power = Math.floor(Math.log10(first)); 10 ** power <= last; power++)
      if (inside(10 ** power)) powers.push(10 ** power);
    const shown = powers.length > 1 ? powers : [first, last];
    const every = Math.ceil(shown.length / 5);
    const values = shown.filter((_, i) => i % every === 0);
    const texts = textsOf(values);
    return values.map((value, i) => ({ at: position(value), text: texts[i] ?? '' }));
  }
  const values = roundTicks(first, last, 4);
  const short = textsOf(values);
  const distinct = new Set(short).size === values.length;
  return values.map((value, i) => ({
    at: position(value),
    text: distinct ? (short[i] ?? '') : whole().format(value).replace('-', '−'),
  }));
}
