import { Transform } from 'node:stream';

/** Passes bytes on and fails with `exceeded()` beyond `most`: declared sizes may be wrong. */
export function limitBytes(most: number, exceeded: () => Error): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(exceeded());
      else done(null, chunk);
    },
  });
}
