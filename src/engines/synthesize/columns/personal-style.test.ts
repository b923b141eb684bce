import { expect, test } from 'vitest';
import { makePersonal } from '../../meaning/persons/make-personal.ts';
import { personalLanguage } from '../../meaning/persons/personal-style.ts';
import { streamFor } from '../../random/stream.ts';
import { passesIban } from '../../table/check-digits.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';
import { planColumns } from './plan-columns.ts';

const times = (count: number, ...texts: string[]) =>
  Array.from({ length: count }, (_, i) => texts[i % texts.length]!);

test.each([
  ['de', ['Jürgen Müller', 'Schmidt, Heike', 'Uwe Schulze']],
  ['fr', ['Moreau, Thierry', 'Chevalier Françoise', 'Aurélie Gauthier']],
  ['es', ['Jorge Gutiérrez', 'Concepción Ibarra', 'Ramón Zúñiga']],
  ['it', ['Gianluca Lombardi', 'Ginevra Fiorentini', 'Ugo Ricci']],
  ['nl', ['Pieter Dijkstra', 'Femke Mulder', 'Gerrit Bakker']],
  ['pt', ['Gonçalo Magalhães', 'Sousa, Beatriz', 'Duarte Oliveira']],
] as const)('names in %s', (language, texts) => {
  expect(personalLanguage([{ personal: 'person_name', texts: times(30, ...texts) }], 5)).toBe(
    language,
  );
});

test('IBANs, phones and addresses speak too, and against each other nothing is known', () => {
  const of = (personal: 'iban' | 'phone' | 'address', ...texts: string[]) =>
    personalLanguage([{ personal, texts: times(20, ...texts) }], 5);
  expect(of('iban', 'AT61 1904 3002 3457 3201')).toBe('de');
  expect(of('iban', 'BE68539007547034')).toBe(null);
  expect(of('phone', '+351 210 000 000', '00351 210000001')).toBe('pt');
  expect(of('phone', '030 1234567')).toBe(null);
  expect(of('address', '12 rue Pasteur', '3 place de la Mairie')).toBe('fr');
  expect(of('address', 'Via Roma 3', 'Kerkstraat 4')).toBe(null);
});

const german = () => {
  const stream = streamFor(5n, 0, 0);
  const account = () => Array.from({ length: 10 }, () => stream.below(10)).join('');
  const rows = Array.from({ length: 200 }, (_, i) => [
    ['MÜLLER, HEIKE', 'SCHULZE, UWE', 'KRÜGER, JÜRGEN', 'VOGEL, GÜNTER'][i % 4]!,
    `+43 1 ${1_000_000 + i}`,
    `Hauptstraße ${i}`,
    makePersonal({ personal: 'iban' }, streamFor(BigInt(i), 1, 1)).replaceAll(
      /(.{4})(?=.)/g,
      '$1 ',
    ),
    `kunde${account()}@bank.example`,
    String(stream.below(5000) / 100),
  ]);
  const names = ['Kontoinhaber', 'Telefon', 'Anschrift', 'Empfänger IBAN', 'E-Mail', 'Betrag'];
  return parseColumns(
    names,
    names.map((_, i) => rows.map((row) => row[i]!)),
  );
};

test('personal data are made in the language and form of their file', () => {
  const model = modelFromBytes(modelToBytes(fit(german(), { mode: 'balanced', seed: 1n })));
  const [holders, phones, addresses, ibans, mails] = formatTable(
    sample(model, { rows: 100, seed: 2n }),
  ).textColumns as string[][];
  for (const holder of holders!)
    expect(holder).toMatch(/^\p{Lu}[\p{Lu}' -]*, \p{Lu}[\p{Lu}' -]*$/u);
  for (const phone of phones!) expect(phone).toMatch(/^\+43 000 \d{7}$/);
  for (const address of addresses!) expect(address).toMatch(/(straße|weg|platz) \d+$/);
  for (const iban of ibans!) {
    expect(iban).toMatch(/^DE\d\d 0000 0000 /);
    expect(passesIban(iban)).toBe(true);
  }
  for (const mail of mails!) expect(mail).toMatch(/^[a-z-]+\.[a-z-]+\d{3}@example\.com$/);
});

test('a name beside a family name is a given name', () => {
  const columns = ['Ugo', 'Ada', 'Elia', 'Rea'].map((name, i) => [name, ['Riva', 'Moro'][i % 2]!]);
  const rows = times(80, ...columns.map((row) => row.join(';'))).map((row) => row.split(';'));
  const table = parseColumns(
    ['Nome', 'Cognome', 'Saldo'],
    [...[0, 1].map((i) => rows.map((row) => row[i]!)), rows.map((_, i) => String(i % 9))],
  );
  expect(planColumns(table, { threshold: 5 }).map(({ made }) => made)).toMatchObject([
    { personal: 'first_name' },
    { personal: 'last_name' },
    {},
  ]);
});
