type EntryParts = {
  amount: string;
  side?: 'CRDT' | 'DBIT';
  currency?: string;
  status?: string;
  name?: string;
};

const entryOf = ({
  amount,
  side = 'CRDT',
  currency = 'EUR',
  status = 'BOOK',
  name,
}: EntryParts) => `
<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
<BookgDt><Dt>2026-03-02</Dt></BookgDt><ValDt><DtTm>2026-03-03T08:00:00+01:00</DtTm></ValDt>
<AcctSvcrRef>0071</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs>
<RltdPties><Dbtr><Pty><Nm>${name ?? 'A &amp; Co'}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>XX00TEST0001</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>Invoice</Ustrd><Ustrd>4711</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

const balanceOf = (code: string, amount: string, currency: string) => `
<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>
<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal>`;

export function camtMessage(parts: {
  entries: EntryParts[];
  opening?: string;
  closing?: string;
  currency?: string;
  summary?: string;
  before?: string;
}): string {
  const { entries, opening, closing, currency = 'EUR', summary = '', before = '' } = parts;
  return `<?xml version="1.0" encoding="UTF-8"?>
${before}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-31T08:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><Acct><Id><IBAN>XX00TEST0009</IBAN></Id><Svcr><FinInstnId><BICFI>TESTXX22</BICFI></FinInstnId></Svcr></Acct>
${opening === undefined ? '' : balanceOf('OPBD', opening, currency)}
${closing === undefined ? '' : balanceOf('CLBD', closing, currency)}
${summary}
${entries.map(entryOf).join('')}
</Stmt></BkToCstmrStmt></Document>`;
}
