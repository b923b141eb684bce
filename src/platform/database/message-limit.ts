/** Bytes before a message's content: its type and its length, which counts itself. */
const HEADER_BYTES = 5;

/** Follows the messages of a PostgreSQL connection and refuses one above a limit by its header. */
export class MessageLimit {
  readonly #maxBytes: number;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #contentBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  check(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#contentBytes > 0) {
        const skipped = Math.min(this.#contentBytes, chunk.length - at);
        this.#contentBytes -= skipped;
        at += skipped;
        continue;
      }
      const copied = chunk.copy(
        this.#header,
        this.#headerBytes,
        at,
        at + HEADER_BYTES - this.#headerBytes,
      );
      this.#headerBytes += copied;
      at += copied;
      if (this.#headerBytes < HEADER_BYTES) return;
      this.#headerBytes = 0;
      this.#contentBytes = this.#header.readUInt32BE(1) - 4;
      if (this.#contentBytes > this.#maxBytes) {
        throw new Error(
          `PostgreSQL sent a message of ${this.#contentBytes} bytes; at most ${this.#maxBytes} are read.`,
        );
      }
    }
  }
}
