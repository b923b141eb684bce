import { Parser } from 'pg-protocol/dist/parser.js';

const DATA_ROW = 'D'.charCodeAt(0);

/**
 * Row in the driver's memory, valid during `handleDataRow` only. The driver's own queries read
 * `fields`, which are made at their first use.
 */
export class RawRow {
  readonly name = 'dataRow';
  readonly bytes: Buffer;
  /** Place of the first field's length. */
  readonly start: number;
  readonly count: number;
  length = 0;
  private made: (string | null)[] | undefined;

  constructor(bytes: Buffer, offset: number) {
    this.bytes = bytes;
    this.count = bytes.readInt16BE(offset);
    this.start = offset + 2;
  }

  get fields(): (string | null)[] {
    this.made ??= this.read();
    return this.made;
  }

  private read(): (string | null)[] {
    const fields: (string | null)[] = [];
    let at = this.start;
    for (let field = 0; field < this.count; field++) {
      const length = this.bytes.readInt32BE(at);
      at += 4;
      fields.push(length < 0 ? null : this.bytes.toString('utf8', at, at + length));
      if (length > 0) at += length;
    }
    return fields;
  }
}

type Handle = (offset: number, code: number, length: number, bytes: Buffer) => { length: number };

/** Has the driver pass rows on as they are in memory, so that answers need no string per value. */
export function passRawRows(): void {
  const parser = Parser.prototype as unknown as { handlePacket: Handle };
  const { handlePacket } = parser;
  parser.handlePacket = function (offset, code, length, bytes) {
    if (code !== DATA_ROW) return handlePacket.call(this, offset, code, length, bytes);
    const row = new RawRow(bytes, offset);
    row.length = length;
    return row;
  };
}
