import { type Config, logSignersOf } from './config.ts';
import { isDemo } from './demo-folder.ts';

/** Returns lines on how two sandboxes witness each other; none if somebody signs the log already. */
export function witnessAdvice(config: Config, url = config.publicUrl): string[] {
  const { witness, timestamp } = logSignersOf(config);
  if (witness || timestamp || isDemo(config.dataDir)) return [];
  return [
    'No witness: evidence packs are proven by the operator alone. Two sandboxes can witness each other:',
    '  this one starts with       WITNESS_URLS=https://OTHER-SANDBOX/witness',
    `  the other one starts with  WITNESS_URLS=${url}/witness`,
  ];
}
