import { expect, it } from 'vitest';
import { fileStem } from './file-stem.ts';

it('drops endings and characters that file systems refuse', () => {
  expect(
    ['loans 2024.csv', 'Schäden.v2.jsonl.gz', 'rates', '.csv', 'x'.repeat(90)].map(fileStem),
  ).toEqual(['loans_2024', 'Sch_den_v2', 'rates', 'rows', 'x'.repeat(60)]);
});
