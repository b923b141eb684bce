import pg from 'pg';
import { joined, name, type Sql, sql, trusted } from '../sql/sql.ts';
import { AnswerQuery } from './answer-query.ts';
import { giveBuffer, takeBuffer, withRoom } from './growing-buffer.ts';

/** Writes an untyped value into the statement, since COPY takes no parameters. */
const asLiteral = (value: string | null): string =>
  value === null ? 'NULL' : pg.escapeLiteral(value);

/**
 * Returns the COPY of `columns` outputs as CSV, or null if a value contains a zero character,
 * which would end the statement.
 */
function copyText(rows: Sql, columns: number): string | null {
  const places = Array.from({ length: columns }, (_, at) => name(String(at)));
  // As text: the type's own output is `t` for true and pads `char(n)`.
  const values = joined(
    places.map((place) => sql`pgrst_row.${place}::text`),
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
  static of(rows: Sql, columns: number, maxBytes: number): CsvCopy | null {
    const text = copyText(rows, columns);
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
