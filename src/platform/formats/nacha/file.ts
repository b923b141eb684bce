import type { Collector } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { digitsAt } from '../text/fields.ts';
import { createNachaBatch } from './batch.ts';
import { FILE_HEADER, fieldAt, fieldsOf } from './layout.ts';
import { addTotals, checkTotals, noTotals } from './totals.ts';

const PADDING = '9'.repeat(94);
const BLOCK = 10;

export function createNachaFile(collector: Collector) {
  const totals = noTotals();
  let file: Record<string, string> | null = null;
  let batch: ReturnType<typeof createNachaBatch> | null = null;
  let batches = 0;
  let records = 0;
  let advice = false;
  let control: { record: string; line: number } | null = null;
  const refuse: (line: number, fault: string) => never = (line, fault) =>
    refuseAt({ line, path: null }, fault);

  const checkFile = ({ record, line }: { record: string; line: number }) => {
    const place = { line, path: null };
    const stated = (at: readonly [number, number], name: string) =>
      `${digitsAt(fieldAt(record, at), line, name)}`;
    collector.check({
      name: 'number of batches',
      stated: stated([2, 7], 'batches'),
      found: `${batches}`,
      place,
    });
    const blocks = Math.ceil(records / BLOCK);
    collector.check({
      name: 'number of blocks',
      stated: stated([8, 13], 'blocks'),
      found: `${blocks}`,
      place,
    });
    checkTotals(
      { record, line, of: 'the file', isAdvice: advice },
      { count: [14, 21], hash: [22, 31], sums: 32 },
      totals,
      collector,
    );
  };
  const takers: Record<string, (record: string, line: number) => void> = {
    '1': (record, line) => {
      if (file !== null) refuse(line, 'second file header (1).');
      file = fieldsOf(record, FILE_HEADER);
    },
    '5': (record, line) => {
      if (batch !== null) refuse(line, 'batch header (5) within a batch.');
      batch = createNachaBatch({ record, line, file: file!, collector });
      advice ||= batch.isAdvice;
      batches++;
    },
    '6': (record, line) =>
      batch === null ? refuse(line, 'entry (6) outside a batch.') : batch.entry(record, line),
    '7': (record, line) =>
      batch === null
        ? refuse(line, 'addenda record (7) outside a batch.')
        : batch.addenda(record, line),
    '8': (record, line) => {
      if (batch === null) refuse(line, 'batch control (8) without a batch header (5).');
      addTotals(totals, batch.end(record, line));
      batch = null;
    },
    '9': (record, line) => {
      if (batch !== null) refuse(line, 'file control (9) within a batch.');
      control = { record, line };
    },
  };
  return {
    take: (record: string, line: number): void => {
      records++;
      if (control !== null) {
        if (record !== PADDING) refuse(line, 'record after the file control (9).');
        return;
      }
      const type = record[0]!;
      const taker = takers[type];
      if (taker === undefined) refuse(line, `${shown(type)} is not a record type.`);
      if (file === null && type !== '1') refuse(line, 'the file header (1) is missing.');
      taker(record, line);
    },
    end: (): void => {
      if (control === null)
        refuse(Math.max(records, 1), 'the file is truncated: its file control (9) is missing.');
      checkFile(control);
    },
  };
}
