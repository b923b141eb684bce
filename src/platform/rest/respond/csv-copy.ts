import pg from 'pg';
import { joined, name, type Sql, sql, trusted } from '../sql/sql.ts';
import { AnswerQuery } from './answer-query.ts';
import { giveBuffer, takeBuffer, withRoom } from './growing-buffer.ts';

/** Writes an untyped value into the statement, since COPY takes no parameters. */
const asLiteral = (value: string | null): string =>
  value === null ? 'NULL' : pg.escapeLiteral(value);

/** Types whose output by COPY is that of a cast to text, which costs another copy of each value. */
const OWN_OUTPUT = new Set([
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'real',
  'double precision',
  'text',
  'character varying',
  'uuid',
  'date',
  'timestamp without time zone',
  'timestamp with time zone',
  'json',
  'jsonb',
]);

const hasOwnOutput = (type: string | null): boolean =>
  type !== null && OWN_OUTPUT.has(type.replace(/\(\d+(,\d+)?\)/, ''));

/**
 * Returns the COPY of outputs of some types as CSV, or null if a value contains a zero character,
 * which would end the statement.
 */
function copyText(rows: Sql, types: readonly (string | null)[]): string | null {
  const places = types.map((_, at) => name(String(at)));
  // Others as text: the type's own output is `t` for true and pads `char(n)`.
  const values = joined(
    places.map((place, at) =>
      hasOwnOutput(types[at]!) ? sql`pgrst_row.${place}` : sql`pgrst_row.${place}::text`,
    ),
    ', ',
  );
  const query = sql`SELECT ${values} FROM (${rows}) AS pgrst_row(${joined(places, ', ')})`;
  const copy = sql`COPY (${query}) TO STDOUT ${trusted('(FORMAT csv)')}`;
  if (copy.chunks.some((chunk) => typeof chunk !== 'string' && chunk.bound?.includes('\0')))
    return null;
  return copy.chunks
    .map((chunk) => (typeof chunk === 'string' ? chunk : asLiteral(chunk.bound)))
    .join('');
}

/** Rows as CSV by COPY, in one growing buffer. */
export class CsvCopy extends AnswerQuery {
  copied = 0;
  private buffer = takeBuffer();

  /** Prepares the query; null if COPY can't take its values. */
  static of(rows: Sql, types: readonly (string | null)[], maxBytes: number): CsvCopy | null {
    const text = copyText(rows, types);
    return text === null ? null : new CsvCopy({ text }, maxBytes);
  }

  /** Returns the header and the lines, without the last line's end, once. */
  take(header: string): Buffer {
    const lines = this.buffer.subarray(0, Math.max(0, this.bytes - 1));
    const body = Buffer.concat([Buffer.from(this.copied === 0 ? header : `${header}\n`), lines]);
    giveBuffer(this.buffer);
    return body;
  }

  override handleCopyData({ chunk }: { chunk: Buffer }) {
    const at = this.bytes;
    if (!this.count(chunk.length)) return;
    this.buffer = withRoom(this.buffer, at, chunk.length);
    // The driver reuses the memory of the chunk.
    chunk.copy(this.buffer, at);
    this.copied += 1;
  }
}
