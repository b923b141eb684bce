import type { BankFormat } from '../../shared/bank-formats.ts';
import { camtMessage } from './iso20022/camt.fixture.ts';

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
const record = (text: string) => text.padEnd(94, ' ');

const payment = (parts: {
  schema: string;
  message: string;
  transaction: string;
  own: string;
  other: string;
}) => {
  const { schema, message, transaction, own, other } = parts;
  const one = (id: string, amount: string) =>
    `<${transaction}><PmtId><EndToEndId>${id}</EndToEndId></PmtId>${transaction === 'DrctDbtTxInf' ? `<InstdAmt Ccy="EUR">${amount}</InstdAmt>` : `<Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt>`}<${other}><Nm>Other</Nm></${other}><${other}Acct><Id><IBAN>XX00TEST0002</IBAN></Id></${other}Acct><RmtInf><Ustrd>Rent</Ustrd></RmtInf></${transaction}>`;
  return `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${schema}"><${message}>
<GrpHdr><MsgId>M1</MsgId><NbOfTxs>2</NbOfTxs><CtrlSum>30.50</CtrlSum></GrpHdr>
<PmtInf><PmtInfId>P1</PmtInfId><NbOfTxs>2</NbOfTxs><CtrlSum>30.50</CtrlSum><Reqd${own === 'Cdtr' ? 'Colltn' : 'Exctn'}Dt>2026-03-02</Reqd${own === 'Cdtr' ? 'Colltn' : 'Exctn'}Dt>
<${own}Acct><Id><IBAN>XX00TEST0001</IBAN></Id></${own}Acct>
${one('E1', '10.25')}
${one('E2', '20.25')}
</PmtInf></${message}></Document>`;
};

export const EXAMPLES: Record<BankFormat, string> = {
  'camt.052': camtMessage({ entries: [{ amount: '1.00' }] })
    .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
    .replaceAll('Stmt>', 'Rpt>')
    .replace('camt.053', 'camt.052'),
  'camt.053': camtMessage({
    opening: '-10.00',
    closing: '12.34',
    entries: [{ amount: '25.34' }, { amount: '3.00', side: 'DBIT' }],
  }),
  'camt.054': camtMessage({ entries: [{ amount: '1.00' }] })
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>')
    .replace('camt.053', 'camt.054'),
  mt940: lines(
    '{1:F01TESTXX22AXXX0000000000}{2:I940TESTXX22XXXXN}{4:',
    ':20:REF1',
    ':25:99999999/0001234567',
    ':28C:00004/00001',
    ':60F:C251231EUR100,00',
    ':61:2512310102CR25,50NTRFE2E-1//BANK-7',
    'supplement',
    ':86:166?00GUTSCHRIFT?20EREF+E2E-1?21SVWZ+Invoice 47?2211 of March?30TESTXX22?31XX00T',
    'EST0002?32Anna?33 Muster',
    ':61:2601030103RC5,N051NONREF',
    ':86:free text of the bank',
    ':62M:C260103EUR120,5',
    '-}',
    ':20:REF2',
    ':25:99999999/0001234567',
    ':28C:00004/00002',
    ':60M:C260103EUR120,5',
    ':61:260104RD0,5NCHGNONREF',
    ':62F:C260104EUR121,',
    ':64:C260104EUR121,',
    ':86:of the whole statement',
    '-',
  ),
  mt942: lines(
    ':20:REF',
    ':25:0001234567',
    ':28C:1/1',
    ':34F:EURD0,',
    ':13D:2603021200+0100',
    ':61:2603020302D10,50NTRFNONREF//B1',
    ':86:/EREF/E1//NAME/Anna/REMI/Rent March/IBAN/XX00TEST0002/',
    ':61:2603020302EC1,NTRFNONREF',
    ':90D:1EUR10,50',
    ':90C:1EUR1,',
    '-',
  ),
  ofx: lines(
    'OFXHEADER:100',
    'DATA:OFXSGML',
    'VERSION:102',
    'ENCODING:USASCII',
    '',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS>',
    '<CURDEF>USD<BANKACCTFROM><BANKID>990000000<ACCTID>0123<ACCTTYPE>CHECKING</BANKACCTFROM>',
    '<BANKTRANLIST><DTSTART>20260101<DTEND>20260131',
    '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105120000[-5:EST]<TRNAMT>-10.50<FITID>1<NAME>A &amp; B<MEMO></STMTTRN>',
    '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260106<TRNAMT>+100<FITID>2<NAME>Pay</NAME></STMTTRN>',
    '</BANKTRANLIST><LEDGERBAL><BALAMT>99.5<DTASOF>20260131</LEDGERBAL>',
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ),
  qif: lines(
    '!Account',
    'NMy account',
    'TBank',
    '^',
    '!Type:Bank',
    "D12/31'25",
    'T-1,234.50',
    'PShop',
    'MBicycle',
    'N1001',
    'LLeisure',
    '^',
    "D1/ 5'26",
    'T1,000.00',
    'PWork',
    'SPay',
    '$400.00',
    'SBonus',
    '$600.00',
    '^',
  ),
  bai2: lines(
    '01,TESTBANK,CLIENT,260302,0800,1,,,2/',
    '02,CLIENT,TESTBANK,1,260301,2400,JPY,2/',
    '03,0001234567,,010,+1000,,,100,250,1,S,100,100,50,400,50,1,/',
    '88,015,1200,,/',
    '16,195,250,V,260302,1200,BREF,CREF,wire, of March/',
    '88,second line/',
    '16,475,50,,,17,check/',
    '49,2800,6/',
    '98,2800,1,8/',
    '99,2800,1,10/',
  ),
  nacha: lines(
    record('101 990000013 9900000002603021200A094101TEST BANK              TEST ORIGIN'),
    record(
      '5200TEST COMPANY                        1234567890PPDPAYROLL         260303   1990000000000001',
    ),
    record(
      '622990000013000123456789     0000010025ID-1           ANNA MUSTER             1990000000000001',
    ),
    record(`705${'INVOICE 4711'.padEnd(80)}00010000001`),
    record(
      '627990000013000123456789     0000000525ID-2           ANNA MUSTER             0990000000000002',
    ),
    record(
      '820000000301980000020000000005250000000100251234567890                         990000000000001',
    ),
    record('9000001000001000000030198000002000000000525000000010025'),
    ...Array.from({ length: 3 }, () => '9'.repeat(94)),
  ),
  'pain.001': payment({
    schema: 'pain.001.001.09',
    message: 'CstmrCdtTrfInitn',
    transaction: 'CdtTrfTxInf',
    own: 'Dbtr',
    other: 'Cdtr',
  }),
  'pain.008': payment({
    schema: 'pain.008.001.02',
    message: 'CstmrDrctDbtInitn',
    transaction: 'DrctDbtTxInf',
    own: 'Cdtr',
    other: 'Dbtr',
  }),
  'pacs.008': `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf>
<GrpHdr><MsgId>M1</MsgId><NbOfTxs>1</NbOfTxs><TtlIntrBkSttlmAmt Ccy="EUR">7.5</TtlIntrBkSttlmAmt><IntrBkSttlmDt>2026-03-02</IntrBkSttlmDt></GrpHdr>
<CdtTrfTxInf><PmtId><EndToEndId>E1</EndToEndId><TxId>T1</TxId></PmtId><IntrBkSttlmAmt Ccy="EUR">7.50</IntrBkSttlmAmt>
<Dbtr><Nm>Payer</Nm></Dbtr><DbtrAcct><Id><IBAN>XX00TEST0001</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>TESTXX22</BICFI></FinInstnId></DbtrAgt>
<Cdtr><Nm>Payee</Nm></Cdtr><CdtrAcct><Id><IBAN>XX00TEST0002</IBAN></Id></CdtrAcct></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>`,
};
