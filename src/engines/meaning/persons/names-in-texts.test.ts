import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { withoutTextNames } from './names-in-texts.ts';

const TEXTS = [
  'Danke fuers Essen Jana',
  'Danke fuers Essen Peter',
  'Miete Jana',
  'Gehalt Jana Rothbart',
  'REWE SAGT DANKE 4711',
  'Abschlag Strom Vertrag 12',
  'NETFLIX.COM Abo',
];

const textsOf = (header: string, texts: readonly string[]) => {
  const rows = Array.from({ length: 40 * texts.length }, (_, row) => texts[row % texts.length]!);
  const [column] = withoutTextNames(parseColumns([header], [rows]), 7n).columns;
  return column?.kind === 'category' ? column.dictionary : [];
};

test('names of persons in descriptions become others, each the same one everywhere', () => {
  const [jana, peter, rent, salary, ...others] = textsOf('Verwendungszweck', TEXTS);
  const name = jana!.replace('Danke fuers Essen ', '');
  expect(name).toMatch(/^\p{Lu}\p{L}+$/u);
  expect(name).not.toBe('Jana');
  expect(peter).not.toContain('Peter');
  expect(rent).toBe(`Miete ${name}`);
  expect(salary).toMatch(new RegExp(`^Gehalt ${name} \\p{Lu}`, 'u'));
  expect(salary).not.toContain('Rothbart');
  expect(others).toEqual(TEXTS.slice(4));
});

test('places in descriptions and names in other columns stay', () => {
  const places = ['Shell Hamburg', 'Shell Bremen', 'Shell Essen', 'Shell Charlotte'];
  expect(textsOf('Verwendungszweck', places)).toEqual(places);
  expect(textsOf('branch', TEXTS)).toEqual(TEXTS);
});
