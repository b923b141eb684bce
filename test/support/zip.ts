import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../src/platform/files/write-zip.ts';

export const zipOfTexts = (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  buffer(
    zipOf(
      (async function* () {
        for (const [name, text] of Object.entries(files)) {
          yield { name, open: () => Readable.from([Buffer.from(text)]) };
        }
      })(),
    ),
  );
