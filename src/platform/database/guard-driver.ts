import type { Duplex } from 'node:stream';
import pg from 'pg';
import { MessageLimit } from './message-limit.ts';
import { passRawRows } from './raw-rows.ts';

/** Limit of one message of PostgreSQL; a longer one would not fit into a string of Node.js. */
const MAX_MESSAGE_BYTES = 256 * 1024 ** 2;

type Listener = (chunk: Buffer) => void;
type Internals = { attachListeners: (stream: Duplex) => void };

/** Passes data to the driver; an error in its parser or a listener ends the connection only. */
function guarded(stream: Duplex): Duplex {
  const limit = new MessageLimit(MAX_MESSAGE_BYTES);
  const on = (event: string, listener: Listener) =>
    stream.on(
      event,
      event !== 'data'
        ? listener
        : (chunk: Buffer) => {
            if (stream.destroyed) return;
            try {
              limit.check(chunk);
              listener(chunk);
            } catch (error) {
              stream.destroy(error as Error);
            }
          },
    );
  return { on } as unknown as Duplex;
}

/**
 * Prevents lost connections and oversized messages from ending the process. pg parses messages in
 * the socket's handler, and a client without a listener throws the loss of its connection. Failed
 * queries are still rejected, and pools replace the connection.
 */
export function guardDriver(): void {
  passRawRows();
  const connection = pg.Connection.prototype as unknown as Internals;
  const { attachListeners } = connection;
  connection.attachListeners = function (stream) {
    attachListeners.call(this, guarded(stream));
  };
  const client = pg.Client.prototype as unknown as { connect: (...args: unknown[]) => unknown };
  const { connect } = client;
  client.connect = function (this: pg.Client, ...args) {
    this.on('error', () => {});
    return connect.apply(this, args);
  };
}
