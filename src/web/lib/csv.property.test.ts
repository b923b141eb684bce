import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv, withoutFormula } from './csv.ts';

const SEED = { seed: 20251122, numRuns: 200 };
/** Independent reader for RFC 4180, section 2. */
function parse(csv: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < csv.length; i++) {
    const letter = csv[i]!;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (csv[i + 1] === '"') {
        field += '"';
        i++;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',') {
      fields.push(field);
      field = '';
    } else if (letter === '\r' && csv[i + 1] === '\n') {
      records.push([...fields, field]);
      fields = [];
      field = '';
      i++;
    } else field += letter;
  }
  return records;
}

const cell = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[",\r\n a]{0,6}$/),
  fc.constantFrom('=1+1', '-5', '"', '\r\n'),
);
const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 8,
  }),
);

describe('toCsv', () => {
  it('is read back as it was, whatever the cells hold', () => {
    fc.assert(
      fc.property(table, ([header, ...rows]) => {
        expect(parse(toCsv(header!, rows))).toEqual([header, ...rows]);
      }),
      SEED,
    );
  });

  it('writes numbers and booleans as text, and missing values as empty fields', () => {
    expect(toCsv(['a', 'b', 'c', 'd'], [[1.5, true, null, undefined]])).toBe(
      'a,b,c,d\r\n1.5,true,,\r\n',
    );
  });
});

describe('withoutFormula', () => {
  it('leaves nothing that a spreadsheet would run, and takes nothing away', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const safe = withoutFormula(text);
        // Characters listed on OWASP's page on CSV injection.
        expect(safe).not.toMatch(/^[=+\-@\t\r]/);
        expect([text, `'${text}`]).toContain(safe);
        expect(withoutFormula(safe)).toBe(safe);
      }),
      SEED,
    );
  });
});
