import { expect, test } from 'vitest';
import { cleanFilename, formatOf } from './receive-file.ts';

test.each([
  ['../../etc/passwd.csv', 'passwd.csv'],
  ['C:\\temp\\data.CSV', 'data.CSV'],
  ['a\u0000b\u0007\r\n.csv', 'ab.csv'],
  ['pay\u202evsc.exe.csv', 'payvsc.exe.csv'],
  ['\u2067x\u2069\u200f.parquet', 'x.parquet'],
  ['x\ud800.csv', 'x\ufffd.csv'],
  [`${'n'.repeat(300)}.parquet`, `${'n'.repeat(247)}.parquet`],
  [`${'n'.repeat(250)}😀😀.csv`, `${'n'.repeat(250)}.csv`],
])('%j is kept as %j', (sent, kept) => {
  expect(cleanFilename(sent)).toBe(kept);
  expect(() => formatOf(kept)).not.toThrow();
});
