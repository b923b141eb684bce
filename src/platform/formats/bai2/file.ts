import { dateOfSix } from '../dates.ts';
import type { Collector } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { type Bai2Account, createBai2Account } from './account.ts';
import { type Bai2Record, fieldsOf } from './record.ts';

type Level = { line: number; total: bigint; members: number; records: number };
type Group = Level & {
  date: string | null;
  currency: string;
  bank: string | null;
  fields: string[];
};

const level = (line: number): Level => ({ line, total: 0n, members: 0, records: 0 });

/** Processes records in order and verifies the control totals of each level. */
export function createBai2File(collector: Collector) {
  let file: (Level & { fields: string[] }) | null = null;
  let group: Group | null = null;
  let account: Bai2Account | null = null;
  let ended = false;

  const refuse: (line: number, fault: string) => never = (line, fault) =>
    refuseAt({ line, path: null }, fault);
  const check = (
    record: Bai2Record,
    name: string,
    stated: string | undefined,
    found: bigint | number,
  ) => {
    const text = (stated ?? '').replace('+', '');
    if (!/^-?\d{1,18}$/.test(text)) refuse(record.line, `${name} ${shown(text)} is not a number.`);
    collector.check({
      name,
      stated: `${BigInt(text)}`,
      found: `${found}`,
      place: { line: record.line, path: null },
    });
  };
  const openGroup = (record: Bai2Record, fields: string[]): Group => {
    const date = fields[3] ? dateOfSix(fields[3]) : null;
    if (fields[3] && date === null) refuse(record.line, `${shown(fields[3])} is not a date.`);
    return {
      ...level(record.line),
      date,
      currency: fields[5] || 'USD',
      bank: fields[1] || null,
      fields,
    };
  };
  const closeAccount = (record: Bai2Record, fields: string[]) => {
    if (account === null || group === null)
      refuse(record.line, 'account trailer (49) without an account (03).');
    const records = account.records + record.texts.length;
    check(record, 'control total of an account', fields[0], account.total);
    check(record, 'number of records of an account', fields[1], records);
    account.close();
    group.total += account.total;
    group.members++;
    group.records += records;
    account = null;
  };
  const closeGroup = (record: Bai2Record, fields: string[]) => {
    if (group === null || file === null || account !== null)
      refuse(record.line, 'group trailer (98) without a group (02), or within an account.');
    const records = group.records + record.texts.length;
    check(record, 'control total of a group', fields[0], group.total);
    check(record, 'number of accounts of a group', fields[1], group.members);
    check(record, 'number of records of a group', fields[2], records);
    file.total += group.total;
    file.members++;
    file.records += records;
    group = null;
  };
  const closeFile = (record: Bai2Record, fields: string[]) => {
    if (file === null || group !== null) refuse(record.line, 'file trailer (99) within a group.');
    check(record, 'control total of the file', fields[0], file.total);
    check(record, 'number of groups of the file', fields[1], file.members);
    check(record, 'number of records of the file', fields[2], file.records + record.texts.length);
    ended = true;
  };

  return {
    take: (record: Bai2Record): void => {
      const { code, line } = record;
      if (ended) refuse(line, 'record after the file trailer (99).');
      const fields = fieldsOf(record);
      if (code === '01') {
        if (file !== null) refuse(line, 'second file header (01).');
        file = { ...level(line), fields, records: record.texts.length };
        return;
      }
      if (file === null) refuse(line, `record ${code} before the file header (01).`);
      if (code === '02') {
        if (group !== null) refuse(line, 'group header (02) within a group.');
        group = openGroup(record, fields);
        group.records = record.texts.length;
      } else if (code === '03') {
        if (group === null || account !== null)
          refuse(line, 'account (03) outside a group or within an account.');
        account = createBai2Account({ record, fields, group, header: file.fields, collector });
      } else if (code === '16') {
        if (account === null) refuse(line, 'entry (16) outside an account.');
        account.entry(record);
      } else if (code === '49') closeAccount(record, fields);
      else if (code === '98') closeGroup(record, fields);
      else closeFile(record, fields);
    },
    end: (line: number): void => {
      if (!ended) refuse(line, 'the file is truncated: its trailer (99) is missing.');
    },
  };
}
