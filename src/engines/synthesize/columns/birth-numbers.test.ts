import { expect, test } from 'vitest';
import { isBornOn, readBirth, writeBirth } from '../../meaning/persons/birth-numbers.ts';
import { streamFor } from '../../random/stream.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';

const GIVEN = 'Camille Julien Sophie Antoine Claire Mathieu Nathalie Olivier'.split(' ');
const FAMILY = 'Bernard Dubois Moreau Girard Fontaine Rousseau Chevalier Barbier'.split(' ');

/** Number with its header, form and a number of the form to start from. */
const FORMS = [
  { form: 'nir', header: 'NIR', start: '1 85 05 78 006 084 91' },
  { form: 'personnummer', header: 'Personnummer', start: '850501-2384' },
  { form: 'rijksregisternummer', header: 'Rijksregisternummer', start: '85.05.01-233.61' },
  { form: 'codice fiscale', header: 'Codice fiscale', start: 'RSSMRA85E01H501A' },
] as const;

test.each(FORMS)('$form carries the birth date and sex of its row', ({ form, header, start }) => {
  const stream = streamFor(8n, 0, 0);
  const digits = (text: string) =>
    text.replaceAll(/\d(?=\D*$)|(?<=[- ])\d{3}/g, (run) =>
      run.replaceAll(/\d/g, () => String(1 + stream.below(9))),
    );
  const rows = Array.from({ length: 400 }, () => {
    const day = stream.below(15_000);
    const date = new Date(86_400_000 * day);
    const sex = stream.below(2) === 0 ? 'female' : 'male';
    const birth = {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      sex,
    } as const;
    const letters = Array.from({ length: 6 }, () => String.fromCharCode(65 + stream.below(26)));
    const base = form === 'codice fiscale' ? letters.join('') + start.slice(6) : digits(start);
    const name = `${GIVEN[stream.below(8)]} ${FAMILY[stream.below(8)]}`;
    const born = date.toISOString().slice(0, 10);
    return [name, sex === 'male' ? 'M' : 'F', born, writeBirth(form, base, birth)];
  });
  const names = ['Nom', 'Sexe', 'Date de naissance', header];
  const table = parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
  const options = { mode: 'balanced', seed: 1n } as const;
  const model = modelFromBytes(modelToBytes(fit(table, options)));
  const drawn = sample(model, { rows: 400, seed: 2n });
  const real = new Set(rows.map((row) => row[3]));
  const [, sexes, dates, numbers] = drawn.columns.map((column) =>
    Array.from({ length: 400 }, (_, row) => formatCell(column, row) ?? ''),
  );
  numbers!.forEach((number, row) => {
    const birth = readBirth(form, number)!;
    expect([number, birth.sex]).toEqual([number, sexes![row] === 'M' ? 'male' : 'female']);
    expect([number, isBornOn(birth, Date.parse(dates![row]!))]).toEqual([number, true]);
    expect(
      writeBirth(form, number, {
        ...birth,
        day: birth.day,
        year: Number(dates![row]!.slice(0, 4)),
      }),
    ).toBe(number);
  });
  expect(numbers!.filter((number) => real.has(number)).length).toBeLessThanOrEqual(1);
  expect(new Set(numbers).size).toBeGreaterThan(390);
});

test('check digits are those of published examples', () => {
  const birth = { year: 1985, month: 5, day: 1, sex: 'male' } as const;
  // INSEE: key = 97 - (number modulo 97).
  expect(97 - (1_850_599_906_084 % 97)).toBe(
    Number(writeBirth('nir', '185057800608491', birth).slice(-2)),
  );
  // Skatteverket: 811218-9876.
  const lisa = { year: 1981, month: 12, day: 18, sex: 'male' } as const;
  expect(writeBirth('personnummer', '000000-9870', lisa)).toBe('811218-9876');
  // IBZ: 85.07.30-033.28.
  const born = { year: 1985, month: 7, day: 30, sex: 'male' } as const;
  expect(writeBirth('rijksregisternummer', '00.00.00-033.00', born)).toBe('85.07.30-033.28');
});
