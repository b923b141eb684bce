import { describe, expect, it } from 'vitest';
import { BASIC_HEADERS } from '../../../shared/ingestion-headers.ts';
import { checkFile, refuseFile } from './check-file.ts';

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

  it('says what the headers are good for', async () => {
    const file = (text: string, name = 'a.csv') => new File([text], name);
    const header = BASIC_HEADERS.join(',');
    expect(await checkFile(file(`${header}\n${'x,'.repeat(8)}x\n`))).toEqual({
      kind: 'ready',
      message: 'Headers validated — 1 records detected (Basic template)',
    });
    expect(await checkFile(file('amount,currency\n1,USD\n'))).toMatchObject({
      kind: 'missing',
      message: 'Some required headers are missing. Download the correct template to proceed.',
    });
    expect(await checkFile(file('PAR1', 'a.parquet'))).toMatchObject({ kind: 'ready' });
  });
});
