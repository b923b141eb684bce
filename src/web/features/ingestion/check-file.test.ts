import { describe, expect, it } from 'vitest';
import { refuseFile } from './check-file.ts';

describe('a file for ingestion (specification, section 5)', () => {
  it('takes a file of the largest size and refuses one byte more', () => {
    expect(refuseFile({ name: 'a.csv', size: 500 * 1024 * 1024 })).toBeNull();
    expect(refuseFile({ name: 'a.csv', size: 500 * 1024 * 1024 + 1 })).toMatchObject({
      message: 'File too large. Maximum file size is 500MB.',
    });
  });

  it('takes .csv and .parquet in any case', () => {
    expect(refuseFile({ name: 'A.CSV', size: 1 })).toBeNull();
    expect(refuseFile({ name: 'a.Parquet', size: 1 })).toBeNull();
    expect(refuseFile({ name: 'a.csv.zip', size: 1 })).toMatchObject({
      message: 'Invalid file type. Only .csv and .parquet files are supported.',
    });
  });
});
