import { describe, expect, test } from 'vitest';
import { sniffBankFormat } from './sniff-bank-format.ts';

const iso = (message: string) =>
  `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">`;
const ofx1 = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><SIGNONMSGSRSV1>';
const mt = (fields: string) => `:20:REF\n:25:DE89370400440532013000\n:28C:1/1\n${fields}`;

test.each([
  ['camt.053', '08', iso('camt.053.001.08')],
  ['camt.052', '02', iso('camt.052.001.02')],
  ['camt.054', '04', iso('camt.054.001.04')],
  ['pain.001', '09', iso('pain.001.001.09')],
  ['pain.008', '02', iso('pain.008.001.02')],
  ['pacs.008', '08', iso('pacs.008.001.08')],
  ['ofx', '102', ofx1],
  ['ofx', null, ofx1.replace('VERSION:102\n', '')],
  ['ofx', '211', '<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX>'],
  ['ofx', null, '<OFX><SIGNONMSGSRSV1>'],
  ['qif', null, '!Type:Bank\nD11/22/2026\nT-5.00\n^'],
  ['qif', null, '!Account\nNChecking\n^'],
  ['mt940', null, mt(':60F:C261120EUR100,00\n:61:2611201120D5,00NTRF\n:62F:C261121EUR95,00')],
  ['mt940', null, `{1:F01BANKDEFFXXXX0000000000}{4:\n${mt(':60F:C261120EUR1,00')}`],
  ['mt940', null, `Statement of our bank\n${mt(':60M:C261120EUR1,00')}`],
  ['mt942', null, mt(':34F:EUR0,\n:13D:2611221030+0100\n:90D:0EUR0,')],
  // An interim report after a statement does not make it a statement file.
  ['mt940', null, mt(':60F:C261120EUR1,00\n:62F:C261120EUR1,00\n-\n:20:B\n:34F:EUR0,')],
  ['bai2', null, '01,0004,12345,060321,0829,001,80,1,2/\n02,12345,0004,1,060317,,CAD,/'],
  ['bai2', null, '01,103100195,103100195,220919,2112,4,,,2/   02,103100195,1'],
  ['nacha', null, '101 091000019 0910000192611221030A094101BANK'],
])('%s, version %s', (format, version, beginning) => {
  expect(sniffBankFormat(beginning)).toEqual({ format, version });
  expect(sniffBankFormat(`\ufeff\n ${beginning}`)).toEqual({ format, version });
});

describe('files of rows are none', () => {
  test.each([
    ['a header', 'date,amount\n2026-11-22,5.00\n'],
    ['codes at the beginning', '01,Prague,5.00\n02,Brno,7.00\n'],
    ['codes, and a slash at an end', '00,Prague,n/\n01,Brno,7.00\n'],
    ['a row that begins as a header of Nacha', `101 091000019,${'5'.repeat(40)}\n`],
    ['words of the formats', 'note\nOFXHEADER:100 was asked for\n'],
    ['other documents', '<html><body>camt.053</body></html>'],
    ['fields with colons', 'time,note\n:20:x\n'],
    ['nothing', ''],
  ])('%s', (_, beginning) => {
    expect(sniffBankFormat(beginning)).toBeNull();
  });
});
