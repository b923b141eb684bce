import { expect, it } from 'vitest';
import { splitCsvUrl } from './batches.ts';

it('takes an export address apart at its first slash', () => {
  expect(splitCsvUrl('generated_data/tenant/batch/customers.csv')).toEqual({
    bucket: 'generated_data',
    path: 'tenant/batch/customers.csv',
  });
});
