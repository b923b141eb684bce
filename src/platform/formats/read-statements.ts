import { open } from 'node:fs/promises';
import {
  type BankFormat,
  STATEMENT_COLUMNS,
  type StatementFacts,
} from '../../shared/bank-formats.ts';
import type { SniffedFormat } from '../../shared/sniff-bank-format.ts';
import { createPlainRows } from '../tabular/delimited/collect-rows.ts';
import type { Encoding } from '../tabular/encoding/encoding.ts';
import { readUtf8Text } from '../tabular/encoding/read-utf8-text.ts';
import { type NotUtf8, readAsUtf8, type Utf8Source } from '../tabular/encoding/utf8-source.ts';
import { readBai2 } from './bai2/read-bai2.ts';
import { createCollector } from './collector.ts';
import { readCamt } from './iso20022/camt.ts';
import { readPayments } from './iso20022/payments.ts';
import type { Collector, FormatReader } from './model.ts';
import { readMt940 } from './mt940/read-mt940.ts';
import { readNacha } from './nacha/read-nacha.ts';
import { readOfx } from './ofx/read-ofx.ts';
import { readQif } from './qif/read-qif.ts';

const READERS: Record<BankFormat, (collector: Collector) => FormatReader> = {
  'camt.052': readCamt,
  'camt.053': readCamt,
  'camt.054': readCamt,
  mt940: readMt940('mt940'),
  mt942: readMt940('mt942'),
  ofx: readOfx,
  qif: readQif,
  bai2: readBai2,
  nacha: readNacha,
  'pain.001': readPayments,
  'pain.008': readPayments,
  'pacs.008': readPayments,
};

export type StatementRows = {
  kind: 'rows';
  facts: StatementFacts;
  encoding: Encoding;
  rows: number;
  /** Marks columns that contain escaped values. */
  escaped: Uint8Array;
};

type Options = { target: string; sniffed: SniffedFormat; signal?: AbortSignal | undefined };

async function readOnce(
  source: Utf8Source,
  { target, sniffed, signal }: Options,
): Promise<StatementRows | NotUtf8> {
  const file = await open(target, 'w', 0o600);
  try {
    const rows = createPlainRows(STATEMENT_COLUMNS.length);
    const collector = createCollector(rows.add);
    const reader = READERS[sniffed.format](collector);
    const invalid = await readUtf8Text(source, {
      signal,
      take: async (text) => {
        reader.push(text);
        await file.writeFile(rows.take());
        return true;
      },
    });
    if (invalid !== null) return invalid;
    reader.end();
    await file.writeFile(rows.take());
    const { escaped, count } = rows.result();
    const { encoding } = source;
    return { kind: 'rows', facts: collector.facts(sniffed), encoding, rows: count, escaped };
  } finally {
    await file.close();
  }
}

/** Writes a statement file's entries in plain form (delimited/plain-rows.ts). */
export const readStatements = (
  path: string,
  options: Options & { workPath: string },
): Promise<StatementRows> => readAsUtf8(path, options, (source) => readOnce(source, options));
