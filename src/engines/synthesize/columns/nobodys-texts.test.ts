import { expect, test } from 'vitest';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit } from '../fit/fit.ts';
import { sample } from '../sample/sample.ts';

const PEOPLE = ['Julia Hallmann', 'Peter Ostermeyer', 'Maria Lindqvist', 'Thomas Borowski'];
const EVENTS = ['hit a parked car', 'slid on ice', 'backed into a gate', 'scraped the garage door'];
const PLACES = ['near the station', 'on the highway', 'at the market', 'in front of the school'];

/** Notes on claims of four people, who recur in 150 rows each, without a column that names them. */
function notes(header: string) {
  const texts = Array.from({ length: 600 }, (_, i) => {
    const [person, number] = [PEOPLE[i % 4]!, 88_410_230 + (i % 4)];
    const event = EVENTS[(i * 7) % 4]!;
    const place = PLACES[Math.floor(i / 4) % 4]!;
    return `${person} ${event} ${place} at ${10 + (i % 9)}:${10 + (i % 50)}, policy ${number}, will call on ${1 + (i % 28)}.03.`;
  });
  return parseColumns(
    ['opened', 'paid', header],
    [
      texts.map((_, i) => `2024-03-${String(1 + (i % 28)).padStart(2, '0')}`),
      texts.map((_, i) => String(100 + ((i * 7919) % 997))),
      texts,
    ],
  );
}

const drawn = (header: string): string[] => {
  const model = fit(notes(header), { mode: 'balanced', seed: 1n });
  return formatTable(sample(model, { rows: 400, seed: 2n })).textColumns[2] as string[];
};

test('writes texts of shared parts, without the names and numbers of people who recur', () => {
  const texts = drawn('story');
  expect(
    texts.filter((text) => EVENTS.some((event) => text.includes(event))).length,
  ).toBeGreaterThan(300);
  expect(texts.join()).not.toMatch(/Hallmann|Ostermeyer|Lindqvist|Borowski|8841023\d/);
  for (const [hours, minutes] of texts.join().matchAll(/(\d\d):(\d\d)/g)) {
    expect(Number(hours!.slice(0, 2))).toBeLessThan(24);
    expect(Number(minutes)).toBeLessThan(60);
  }
});

test('keeps neutral words for descriptions of payments whose accounts are unknown', () => {
  expect(drawn('Verwendungszweck').filter((text) => /station|policy/.test(text))).toEqual([]);
});
