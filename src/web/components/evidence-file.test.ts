import { describe, expect, it } from 'vitest';
import { checkEvidence } from './evidence-file.ts';

const TEN_MEGABYTES = 10 * 1024 * 1024;

const pdf = (size: number, name = 'a.pdf') => {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode('%PDF-1.7'));
  return new File([bytes], name);
};

describe('an evidence document (specification, section 5)', () => {
  it('takes PDF and DOCX and refuses the rest by name', async () => {
    expect(await checkEvidence(pdf(100))).toMatchObject({ kind: 'fine', type: 'application/pdf' });
    expect(await checkEvidence(new File(['PK\u0003\u0004…'], 'Memo.DOCX'))).toMatchObject({
      kind: 'fine',
      extension: 'docx',
    });
    expect(await checkEvidence(pdf(100, 'a.txt'))).toMatchObject({
      title: 'Invalid file type',
      message: 'Only PDF and DOCX files are allowed',
    });
  });

  it('takes a document of the largest size and refuses one byte more', async () => {
    expect(await checkEvidence(pdf(TEN_MEGABYTES))).toMatchObject({ kind: 'fine' });
    expect(await checkEvidence(pdf(TEN_MEGABYTES + 1))).toMatchObject({
      title: 'File too large',
      message: 'Maximum file size is 10MB',
    });
  });

  it('checks name, then size, then content', async () => {
    expect(await checkEvidence(pdf(TEN_MEGABYTES + 1, 'a.exe'))).toMatchObject({
      title: 'Invalid file type',
    });
    expect(await checkEvidence(new File(['MZ program'], 'a.pdf'))).toMatchObject({
      message: 'Only PDF and DOCX files are allowed',
    });
  });
});
