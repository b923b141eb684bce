import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { processorClock } from '../processor-clock.ts';
import { openPublicSet } from './public-sets.ts';

/** Fits and samples a public set three times by the engine of a checkout: ROOT SET. */
const [root = '', name = ''] = process.argv.slice(2);
const path = join(root, 'src/engines/synthesize/index.ts');
const { fit, sample } = await import(pathToFileURL(path).href);
const { train } = openPublicSet(name)!;
const seconds = Array.from({ length: 3 }, () => {
  const began = processorClock();
  sample(fit(train, { mode: 'fidelity', seed: 1n }), { rows: train.rows, seed: 2n });
  return (processorClock() - began) / 1000;
});
console.log(JSON.stringify({ first: seconds[0], best: Math.min(...seconds) }));
