import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

/** Of when it was made nothing shows: the same files give the same bytes. */
const TIME = new Date('1980-01-01T00:00:00Z');
const MODE = 0o100644;

/** A file for an archive, opened when its turn comes. */
export type ZipPart = { name: string; open: () => Readable | Promise<Readable> };

/** An archive of files, each read to its end before the next is asked for; what fails breaks the stream. */
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
  // It is raised beside the error of the source, which is the one that is passed on.
  zip.on('error', () => {});
  add().catch((error: Error) => out.destroy(error));
  return out;
}
