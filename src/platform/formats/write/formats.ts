import type { WrittenBankFormat } from '../../../shared/bank-formats.ts';
import { writeBai2 } from '../bai2/write-bai2.ts';
import { writeCamt052, writeCamt053, writeCamt054 } from '../iso20022/write-camt.ts';
import { writePain001 } from '../iso20022/write-pain001.ts';
import { writeMt940 } from '../mt940/write-mt940.ts';
import { writeNacha } from '../nacha/write-nacha.ts';
import { writeOfx } from '../ofx/write-ofx.ts';
import type { WrittenFormat } from './statement.ts';

export const WRITTEN: Record<WrittenBankFormat, WrittenFormat> = {
  'camt.053': writeCamt053,
  'camt.052': writeCamt052,
  'camt.054': writeCamt054,
  mt940: writeMt940,
  ofx: writeOfx,
  bai2: writeBai2,
  nacha: writeNacha,
  'pain.001': writePain001,
};
