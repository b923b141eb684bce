import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

/** Fixed time of all entries: the same files give the same bytes. */
const TIME = new Date('1980-01-01T00:00:00Z');
const MODE = 0o100644;

export type ZipPart = { name: string; open: () => Readable | Promise<Readable> };

/** Streams a ZIP archive, one file at a time; an error breaks the stream. */
export function zipOf(parts: AsyncIterable<ZipPart>): Readable {
  const zip = new yazl.ZipFile();
  const out = zip.outputStream as Readable;
  const add = async () => {
    for await (const { name, open } of parts) {
      const source = await open();
      if (out.destroyed) {
        source.destroy();
        return;
      }
      const stop = () => source.destroy();
      out.once('close', stop);
      zip.addReadStream(source, name, { mtime: TIME, mode: MODE });
      await finished(source, { writable: false });
      out.off('close', stop);
    }
    zip.end();
  };
  // Raised in addition to the source's error, which is the one passed on.
  zip.on('error', () => {});
  add().catch((error: Error) => out.destroy(error));
  return out;
}
