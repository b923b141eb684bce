import type { FastifyRequest } from 'fastify';
import { invalidBody } from '../errors/request-errors.ts';

/** Returns true for a CSV body. Only tables accept CSV; functions take named arguments. */
export const isCsv = ({ headers }: FastifyRequest): boolean =>
  /^text\/csv\b/i.test(headers['content-type'] ?? '');

/** Quoted value, or one up to the next comma or line end, with its terminator. */
const VALUE = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function readRecords(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  VALUE.lastIndex = 0;
  while (VALUE.lastIndex < text.length || record.length > 0) {
    const match = VALUE.exec(text);
    if (match === null) {
      throw invalidBody(`The CSV body can't be read in record ${records.length + 1}`);
    }
    const [, quoted, plain, end] = match;
    record.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/**
 * Converts a CSV body (RFC 4180) to JSON. As in PostgREST, the first record names the columns,
 * every value is text parsed by the column's type, and NULL is null.
 */
export function csvBodyToJson(body: unknown): string {
  const text = typeof body === 'string' ? body.replace(/^\ufeff/, '') : '';
  const [names = [], ...records] = readRecords(text);
  if (names.length === 0) throw invalidBody('The CSV body has no header');
  if (new Set(names).size < names.length) {
    throw invalidBody('The header of the CSV body contains a duplicate column');
  }
  const rows = records.map((record, at) => {
    if (record.length !== names.length) {
      throw invalidBody(
        `All lines must have same number of fields: record ${at + 2} has ${record.length}, the header ${names.length}`,
      );
    }
    return Object.fromEntries(
      names.map((name, i) => [name, record[i] === 'NULL' ? null : record[i]]),
    );
  });
  return JSON.stringify(rows);
}
