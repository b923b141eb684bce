import pg from 'pg';
import type { RawRow } from '../../database/raw-rows.ts';

type Connection = { stream: { destroy: () => void } };
type Description = { fields: { name: string; dataTypeID: number }[] };

/** Handlers of pg's Query that the driver calls with the messages of PostgreSQL. */
type Handlers = {
  handleRowDescription(message: Description): void;
  handleDataRow(row: RawRow): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleError(error: Error, connection: Connection): void;
  callback: ((error: Error | null) => void) | null;
};
const DriverQuery = pg.Query as unknown as new (config: pg.QueryConfig) => Handlers;

/** Equals the error of `private.refuse_large_answer`. */
function tooLarge(maxBytes: number): Error {
  const megabytes = Number((maxBytes / 1024 ** 2).toFixed(1));
  const message = `The answer is larger than ${megabytes} MB`;
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    code: 'PT413',
    hint: 'Select fewer columns, or read in pages with limit and offset.',
  });
}

/**
 * Query whose rows or copied data are converted as they arrive, so that an answer is in memory
 * once. Above `maxBytes` it ends its connection: PostgreSQL would send the rest.
 */
export abstract class AnswerQuery extends DriverQuery {
  private readonly maxBytes: number;
  private refused: Error | null = null;
  protected bytes = 0;

  constructor(config: pg.QueryConfig, maxBytes: number) {
    super(config);
    this.maxBytes = maxBytes;
  }

  /** Sends the query; resolves once all rows have arrived. */
  run(client: pg.ClientBase): Promise<this> {
    return new Promise((resolve, reject) => {
      this.callback = (error) => {
        const reason = this.refused ?? error;
        if (reason) reject(reason);
        else resolve(this);
      };
      this.connection = (client as unknown as { connection: Connection }).connection;
      client.query(this as unknown as pg.Submittable);
    });
  }
  private connection: Connection | null = null;

  protected count(bytes: number): boolean {
    this.bytes += bytes;
    if (this.bytes <= this.maxBytes) return true;
    this.refused ??= tooLarge(this.maxBytes);
    this.connection?.stream.destroy();
    return false;
  }

  override handleError(error: Error, connection: Connection): void {
    super.handleError(this.refused ?? error, connection);
  }
}
