import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv, withoutFormula } from './csv.ts';
import { readCsvHead, splitHead } from './csv-head.ts';

const SEED = { seed: 20251122, numRuns: 200 };
/** A reader after RFC 4180, section 2, written apart from what it checks. */
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

  it('writes numbers and truth as text, and what is absent as nothing', () => {
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
        // The characters of OWASP's page on CSV injection.
        expect(safe).not.toMatch(/^[=+\-@\t\r]/);
        expect([text, `'${text}`]).toContain(safe);
        expect(withoutFormula(safe)).toBe(safe);
      }),
      SEED,
    );
  });
});

describe('readCsvHead', () => {
  /** Names as files have them: no delimiter of its own that would outnumber the commas. */
  const name = fc.stringMatching(/^[A-Za-z_"\n ]{0,8}[a-z]$/);
  it('finds the header and counts the records of what toCsv wrote', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 0, max: 20 }),
        async (header, rows) => {
          const csv = toCsv(
            header,
            Array.from({ length: rows }, (_, i) => header.map((text) => `${text}${i}`)),
          );
          const head = await readCsvHead(new Blob([csv]));
          expect(head.records).toBe(rows);
          expect(head.headers).toHaveLength(header.length);
        },
      ),
      { ...SEED, numRuns: 60 },
    );
  });

  it('stops where it is told to', async () => {
    const aborted = AbortSignal.abort();
    await expect(readCsvHead(new Blob(['a,b\n1,2\n']), aborted)).rejects.toThrow();
  });

  it('takes the delimiter that stands most often outside of quotes', () => {
    expect(splitHead('"a;b";"c";d')).toEqual(['a;b', 'c', 'd']);
    expect(splitHead('a|b|c')).toEqual(['a', 'b', 'c']);
  });
});
