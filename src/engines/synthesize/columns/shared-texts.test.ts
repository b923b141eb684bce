import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';

const STATES = ['TX', 'CA', 'NY'];
const ENDS = ['ville', 'field', 'ton', 'burg', 'wood', 'dale', 'port', 'mont', 'ford', 'brook'];
const STARTS = [
  'Han',
  'Mar',
  'Wil',
  'Cla',
  'Bren',
  'Hol',
  'Sun',
  'Green',
  'Ash',
  'Oak',
  'Elm',
  'Fair',
];
const KINDS = ['', 'North ', 'South ', 'New ', 'West ', 'Lake ', 'Fort ', 'Mount '];
const CARS = ['car', 'van', 'truck', 'bus', 'bike'];
const PARTS = ['door', 'bumper', 'hood', 'mirror', 'wheel'];
const PLACES = ['junction', 'bridge', 'crossing', 'depot', 'motorway'];

/** Claims with a city of one state each, most of them once, and a narrative. */
function claims(rows: number): Table {
  const stream = streamFor(6n, 0, 0);
  const pick = (list: readonly string[]) => list[stream.below(list.length)]!;
  const cells = Array.from({ length: rows }, () => {
    const [kind, start, end] = [stream.below(KINDS.length), pick(STARTS), pick(ENDS)];
    const city = `${KINDS[kind]}${start}${end}`;
    const story = `Insured hit the ${pick(CARS)} ahead at the ${pick(PLACES)} on day ${stream.below(900)}, damaging the ${pick(PARTS)} and the ${pick(PARTS)}.`;
    return [STATES[kind % 3]!, city, story, String(stream.below(5000))];
  });
  const names = ['state', 'city', 'narrative', 'amount'];
  return parseColumns(
    names,
    names.map((_, c) => cells.map((row) => row[c]!)),
  );
}

const textsIn = ({ rows, columns }: Table, place: number) =>
  Array.from({ length: rows }, (_, row) => formatCell(columns[place]!, row));

describe('texts of shared parts', () => {
  const real = claims(2000);
  const roles = { city: 'text', narrative: 'text' } as const;
  const model = modelFromBytes(modelToBytes(fit(real, { mode: 'balanced', seed: 1n, roles })));
  const drawn = sample(model, { rows: 2000, seed: 2n });

  test('as many cities as in the file, none of those of few rows', () => {
    const cities = textsIn(drawn, 1);
    const own = new Set(textsIn(real, 1));
    const distinct = new Set(cities).size / own.size;
    expect(distinct).toBeGreaterThan(0.8);
    expect(distinct).toBeLessThan(1.2);
    const rare = [...own].filter(
      (city) => textsIn(real, 1).filter((other) => other === city).length < 5,
    );
    expect(cities.filter((city) => rare.includes(city))).toEqual([]);
  });

  test('narratives repeat the words of the file as often, and none of its narratives', () => {
    const [a, b] = [textsIn(real, 2), textsIn(drawn, 2)];
    expect(b.filter((text) => a.includes(text))).toEqual([]);
    expect(new Set(b).size).toBeGreaterThan(0.8 * new Set(a).size);
    for (const word of [...CARS, ...PARTS, 'bridge', 'Insured']) {
      const [real, drawn] = [a, b].map(
        (own) => own.filter((text) => text.includes(` ${word}`)).length,
      );
      expect(Math.abs(drawn! - real!)).toBeLessThan(120);
    }
    expect(b.every((text) => text.startsWith('Insured hit the '))).toBe(true);
  });

  test('texts with many rare words keep their lengths', () => {
    const stream = streamFor(8n, 0, 0);
    const pick = (list: readonly string[]) => list[stream.below(list.length)]!;
    const word = () =>
      stream.below(3) === 0
        ? `#${stream.below(1e9).toString(36).replaceAll(/\d/g, 'q')}`
        : pick(STARTS) + pick(ENDS);
    const note = Array.from({ length: 1000 }, () =>
      Array.from({ length: 20 + stream.below(20) }, word).join(' '),
    );
    const notes = parseColumns(['note'], [note]);
    const own = fit(notes, { mode: 'balanced', seed: 1n, roles: { note: 'text' } });
    const lengths = (texts: readonly string[]) =>
      texts.map((text) => text.split(' ').length).sort((a, b) => a - b);
    const [a, b] = [note, textsIn(sample(own, { rows: 1000, seed: 2n }), 0)].map(lengths);
    for (const place of [100, 500, 900])
      expect(Math.abs(b![place]! / a![place]! - 1)).toBeLessThan(0.2);
  });

  test('a model whose texts have no rows to draw is refused', () => {
    const broken = structuredClone(model);
    const { made } = broken.columns[1]!;
    if (made?.kind !== 'text' || made.shared === undefined) throw new TypeError('Expected texts.');
    made.shared.rows[0] = 0;
    expect(() => modelFromBytes(modelToBytes(broken))).toThrow('texts');
  });
});
