import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { makePersonal } from './make-personal.ts';
import { personalForm } from './personal-form.ts';
import { splitTitles } from './titles.ts';

const TITLES = ['Mr', 'Mrs', 'Ms', 'Dr'];
const texts = Array.from(
  { length: 200 },
  (_, i) =>
    `${TITLES[i % 4]} ${'ABCDEFGH'[i % 8]} ${['Smith', 'Jones', 'Taylor', 'Brown', 'Wilson'][i % 5]}${'abcdef'[i % 6]}`,
);

test('names keep their titles, initials and order', () => {
  const form = personalForm({ personal: 'person_name', texts }, { language: 'en', threshold: 5 });
  const { style } = form;
  expect(style).toMatchObject({ familyFirst: false, short: 'J' });
  expect(style?.titles).toEqual(TITLES.map((text) => ({ text, share: 0.25 })));
  const stream = streamFor(1n, 0, 0);
  const drawn = Array.from({ length: 400 }, () => makePersonal(form, stream));
  expect(drawn.every((name) => /^(Mr|Mrs|Ms|Dr) \p{Lu} \p{L}/u.test(name))).toBe(true);
  for (const title of TITLES)
    expect(drawn.filter((name) => name.startsWith(`${title} `)).length).toBeGreaterThan(40);
});

test('titles of few, or of less than half of the names, are none', () => {
  expect(splitTitles(['Mr A Smith', 'B Jones', 'C Brown'], 1).titles).toEqual([]);
  const rare = [...texts, 'Prof J Adams'];
  expect(splitTitles(rare, 5).titles.map(({ text }) => text)).toEqual(TITLES);
  expect(splitTitles(rare, 5).names.at(-1)).toBe('J Adams');
});
