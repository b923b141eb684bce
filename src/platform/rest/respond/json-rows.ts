import type pg from 'pg';
import type { RawRow } from '../../database/raw-rows.ts';
import { AnswerQuery } from './answer-query.ts';
import { giveBuffer, takeBuffer, withRoom } from './growing-buffer.ts';

type Kind = 'verbatim' | 'quoted' | 'number' | 'boolean' | 'timestamp' | 'timestamptz';

const withKind = (kind: Kind, ...oids: number[]) => oids.map((oid) => [oid, kind] as const);
/** Types whose text determines their JSON, by OID, which never changes for built-in types. */
const KINDS = new Map<number, Kind>([
  ...withKind('number', 20, 21, 23, 700, 701, 1700),
  // json, jsonb
  ...withKind('verbatim', 114, 3802),
  // bytea, name, text, inet, cidr, bpchar, varchar, date, time, interval, timetz, uuid
  ...withKind('quoted', 17, 19, 25, 869, 650, 1042, 1043, 1082, 1083, 1186, 1266, 2950),
  ...withKind('boolean', 16),
  ...withKind('timestamp', 1114),
  ...withKind('timestamptz', 1184),
]);

const [QUOTE, BACKSLASH, SPACE, NINE, T, LOWER_T, OPEN, CLOSE] = Buffer.from(
  '"\\ 9Tt{}',
) as never as [number, number, number, number, number, number, number, number];
const DAY = 'YYYY-MM-DD'.length;
const UTC = Buffer.from('+00').readUIntBE(0, 3);
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');
/** Text between rows in `json_agg`. */
const SEPARATOR = ', \n ';
/** Longest value that a loop copies faster than a call of `Buffer.copy`. */
const SHORT = 48;
/** Largest answer as text, which a scavenge frees; buffers make V8 mark its whole heap. */
const MAX_TEXT_BYTES = 100_000;
/** JSON of one byte is at most `\u0000`. */
const MAX_GROWTH = 6;

/** PostgreSQL writes times in JSON as XML Schema does. */
function timeText(text: string, kind: Kind): string {
  const withZone = kind === 'timestamptz' ? text.replace(/([+-]\d\d)(?=$| BC$)/, '$1:00') : text;
  return withZone.replace(/^(\S+) (?=\d)/, '$1T');
}

/**
 * Rows as JSON, equal to `row_to_json` of PostgreSQL, which needs twice the processor time of
 * sending the values. Bytes are copied from the driver's memory into the answer's. `isKnown` is
 * false after a row with a type that only PostgreSQL can write.
 */
export class JsonRows extends AnswerQuery {
  isKnown = true;
  /** Places after each row in the buffer. */
  readonly ends: number[] = [];
  private readonly between: Buffer;
  private columns: { name: Buffer; kind: Kind }[] = [];
  private buffer = takeBuffer();
  private at = 0;
  private nameBytes = 2;

  constructor(
    config: pg.QueryConfig,
    { maxBytes, between = SEPARATOR }: { maxBytes: number; between?: string },
  ) {
    super(config, maxBytes);
    this.between = Buffer.from(between);
  }

  /** Returns rows between two texts, once; without the last ones beyond `count`. */
  take(start: string, end: string, count = this.ends.length): string | Buffer {
    const rows = this.buffer.subarray(0, count === 0 ? 0 : this.ends[count - 1]);
    const body =
      rows.length <= MAX_TEXT_BYTES
        ? `${start}${rows.toString('utf8')}${end}`
        : Buffer.concat([Buffer.from(start), rows, Buffer.from(end)]);
    giveBuffer(this.buffer);
    return body;
  }

  /** Reads a row back, by its place. */
  row(at: number): Record<string, unknown> {
    const begin = at === 0 ? 0 : this.ends[at - 1]! + this.between.length;
    return JSON.parse(this.buffer.toString('utf8', begin, this.ends[at]));
  }

  override handleRowDescription({ fields }: Parameters<AnswerQuery['handleRowDescription']>[0]) {
    this.columns = fields.map(({ name, dataTypeID }, at) => {
      const kind = KINDS.get(dataTypeID);
      if (kind === undefined) this.isKnown = false;
      const text = `${at === 0 ? '' : ','}${JSON.stringify(name)}:`;
      return { name: Buffer.from(text), kind: kind ?? 'quoted' };
    });
    for (const { name } of this.columns) this.nameBytes += name.length;
  }

  override handleDataRow(row: RawRow) {
    if (!this.isKnown || !this.count(row.length + this.nameBytes)) return;
    const room = this.between.length + this.nameBytes + 8 * row.count + MAX_GROWTH * row.length;
    this.buffer = withRoom(this.buffer, this.at, room);
    if (this.ends.length > 0) this.copy(this.between, 0, this.between.length);
    this.buffer[this.at++] = OPEN;
    let from = row.start;
    for (const { name, kind } of this.columns) {
      this.copy(name, 0, name.length);
      const length = row.bytes.readInt32BE(from);
      from += 4;
      if (length < 0) this.copy(NULL, 0, 4);
      else {
        this.write(row.bytes, from, from + length, kind);
        from += length;
      }
    }
    this.buffer[this.at++] = CLOSE;
    this.ends.push(this.at);
  }

  private write(bytes: Buffer, from: number, to: number, kind: Kind) {
    if (kind === 'verbatim') this.copy(bytes, from, to);
    else if (kind === 'boolean') {
      const word = bytes[from] === LOWER_T ? TRUE : FALSE;
      this.copy(word, 0, word.length);
    } else if (kind === 'number') {
      // NaN and the infinities
      if (bytes[to - 1]! > NINE) this.quote(bytes, from, to);
      else this.copy(bytes, from, to);
    } else if (kind === 'quoted') this.quote(bytes, from, to);
    else this.writeTime(bytes, from, to, kind);
  }

  private writeTime(bytes: Buffer, from: number, to: number, kind: Kind) {
    const isUtc = kind === 'timestamptz' && bytes.readUIntBE(to - 3, 3) === UTC;
    if (isUtc && bytes[from + DAY] === SPACE) {
      const day = this.at + 1 + DAY;
      this.buffer[this.at++] = QUOTE;
      this.copy(bytes, from, to);
      this.buffer[day] = T;
      this.at += this.buffer.write(':00"', this.at, 'latin1');
      return;
    }
    const text = timeText(bytes.toString('latin1', from, to), kind);
    this.at += this.buffer.write(`"${text}"`, this.at, 'latin1');
  }

  /** Writes a string; one with characters to escape is rewritten. */
  private quote(bytes: Buffer, from: number, to: number) {
    const { buffer } = this;
    const begun = this.at;
    let at = begun;
    buffer[at++] = QUOTE;
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
        this.at = begun + buffer.write(JSON.stringify(bytes.toString('utf8', from, to)), begun);
        return;
      }
      buffer[at++] = byte;
    }
    buffer[at++] = QUOTE;
    this.at = at;
  }

  private copy(bytes: Buffer, from: number, to: number) {
    const { buffer } = this;
    let { at } = this;
    if (to - from > SHORT) at += bytes.copy(buffer, at, from, to);
    else for (let i = from; i < to; i++) buffer[at++] = bytes[i]!;
    this.at = at;
  }
}
