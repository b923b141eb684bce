import { describe, expect, it } from 'vitest';
import { readCsvHead, splitHead } from './csv-head.ts';

const head = (...parts: BlobPart[]) => readCsvHead(new Blob(parts));

describe('readCsvHead', () => {
  it('reads the names and counts the records', async () => {
    expect(await head('a,b\r\n1,2\r\n3,4\r\n')).toEqual({ headers: ['a', 'b'], records: 2 });
    expect(await head('a,b\n1,2\n3,4')).toEqual({ headers: ['a', 'b'], records: 2 });
    expect(await head('a,b\r1,2\r')).toEqual({ headers: ['a', 'b'], records: 1 });
  });

  it('takes a quoted line break as part of its record, and blank lines for nothing', async () => {
    expect(await head('a,b\n"1\n2",x\n\n\n3,"say ""no"""\n')).toMatchObject({ records: 2 });
  });

  it('finds nothing in an empty file and no records below a lone header', async () => {
    expect(await head('')).toEqual({ headers: [], records: 0 });
    expect(await head('a,b')).toEqual({ headers: ['a', 'b'], records: 0 });
  });

  it('reads UTF-8 with a mark and UTF-16', async () => {
    expect(await head('\ufeffä,b\n1,2')).toEqual({ headers: ['ä', 'b'], records: 1 });
    const text = 'a;ü\n1;2\n';
    const wide = new Uint16Array([0xfeff, ...[...text].map((letter) => letter.charCodeAt(0))]);
    expect(await head(wide)).toEqual({ headers: ['a', 'ü'], records: 1 });
  });

  it('finds the delimiter', () => {
    expect(splitHead('a;b;c,d')).toEqual(['a', 'b', 'c,d']);
    expect(splitHead('a\tb')).toEqual(['a', 'b']);
    expect(splitHead('"x,y",z')).toEqual(['x,y', 'z']);
  });
});
