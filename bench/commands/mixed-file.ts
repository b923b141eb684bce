import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type RandomStream, streamFor } from '../../src/engines/random/stream.ts';

const CITIES = ['Berlin', 'Paris', 'London', 'Madrid', 'Rome', 'Vienna', 'Oslo', 'Lisbon'];
const SEGMENTS = ['retail', 'premium', 'business', 'private'];
const KINDS = ['card', 'transfer', 'fee', 'salary', 'cash', 'rent'];
const ROWS_OF_ACCOUNT = 50;

const normal = (stream: RandomStream) =>
  Math.sqrt(-2 * Math.log(1 - stream.float())) * Math.cos(2 * Math.PI * stream.float());

const isoDay = (day: number) => new Date((18_262 + day) * 86_400_000).toISOString().slice(0, 10);

/** Columns after the first ones: groups and measures of a hidden number. */
function more(stream: RandomStream, { from, to, z }: { from: number; to: number; z: number }) {
  return Array.from({ length: to - from }, (_, i) =>
    (from + i) % 3 === 0
      ? `g${Math.floor(8 * stream.float() * stream.float()) + (z > 0 ? 1 : 0)}`
      : (10 * normal(stream) + 5 * z * (i % 4) + 100).toFixed(1),
  );
}

const moreNames = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) =>
    (from + i) % 3 === 0 ? `group_${from + i}` : `measure_${from + i}`,
  );

const PLAIN = ['amount', 'balance', 'opened', 'city', 'segment', 'income', 'age', 'status'];

function plainRow(stream: RandomStream, columns: number): string {
  const z = normal(stream);
  const segment = stream.below(SEGMENTS.length);
  const income = Math.exp(10 + 0.5 * z + 0.2 * segment);
  return [
    Math.exp(3 + normal(stream) + 0.3 * z).toFixed(2),
    (income * (0.2 + stream.float())).toFixed(2),
    isoDay(stream.below(1800)),
    CITIES[stream.below(CITIES.length)],
    SEGMENTS[segment],
    stream.float() < 0.03 ? '' : income.toFixed(0),
    Math.round(20 + 50 * stream.float() + 3 * z),
    stream.float() < 0.1 - 0.05 * z ? 'late' : 'current',
    ...more(stream, { from: PLAIN.length, to: columns, z }),
  ].join(',');
}

const HISTORIES = ['account_id', 'booking_date', 'amount', 'balance', 'kind', 'city'];

function* historyRows(stream: RandomStream, rows: number, columns: number): Generator<string> {
  for (let account = 0, made = 0; made < rows; account++) {
    const own = Math.min(rows - made, Math.round(ROWS_OF_ACCOUNT * (0.4 + 1.2 * stream.float())));
    let day = stream.below(100);
    let balance = 1000 + 3000 * stream.float();
    const z = normal(stream);
    for (let i = 0; i < own; i++, made++) {
      day += Math.floor(-7 * Math.log(1 - stream.float()));
      const kind = stream.below(KINDS.length);
      const size = Math.exp(2.5 + 0.4 * z + 0.3 * kind + 0.7 * normal(stream));
      const amount = kind === 3 ? 1500 + 400 * z : -size;
      balance += Number(amount.toFixed(2));
      yield [
        `A${100_000 + account}`,
        isoDay(day),
        amount.toFixed(2),
        balance.toFixed(2),
        KINDS[kind],
        CITIES[account % CITIES.length],
        ...more(stream, { from: HISTORIES.length, to: columns, z }),
      ].join(',');
    }
  }
}

/** Writes a CSV of numbers, dates and words, of independent rows or of accounts over time. */
export async function writeMixedFile(
  path: string,
  { rows, columns, kind }: { rows: number; columns: number; kind: 'plain' | 'histories' },
): Promise<void> {
  const stream = streamFor(7n, rows, 0);
  const file = createWriteStream(path, { highWaterMark: 1 << 22 });
  const names = kind === 'plain' ? PLAIN : HISTORIES;
  let text = `${[...names, ...moreNames(names.length, columns)].join(',')}\n`;
  const histories = historyRows(stream, rows, columns);
  for (let row = 0; row < rows; row++) {
    text += `${kind === 'plain' ? plainRow(stream, columns) : histories.next().value}\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
}
