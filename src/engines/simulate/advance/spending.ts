import { exponential } from '../../random/exponential.ts';
import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { textNumber } from '../../random/text-number.ts';
import { type LiveState, type Movement, SECONDS_OF_DAY } from './state.ts';

/** Whole amounts, as of cash machines, are repeated as they are. */
const WHOLE_CENTS = 500n;
const MIN_PERCENT = 80n;
const PERCENT_RANGE = 41;

/** Draws a Poisson number by products of uniforms (Knuth, TAOCP 3.4.1). */
function poisson(mean: number, stream: RandomStream): number {
  const limit = exponential(-mean);
  let n = 0;
  for (let product = stream.float(); product > limit; product *= stream.float()) n++;
  return n;
}

export type Wanted = { state: LiveState; template: Movement; cents: bigint; time: number };

/** Draws an account's irregular movements of a day from its templates. */
export function drawSpending(state: LiveState, day: number, seed: Seed): Wanted[] {
  const { account, templates, perDay } = state;
  if (templates.length === 0) return [];
  const stream = streamFor(seed, textNumber(account.id), day);
  return Array.from({ length: poisson(perDay, stream) }, () => {
    const template = templates[stream.below(templates.length)]!;
    const percent = MIN_PERCENT + BigInt(stream.below(PERCENT_RANGE));
    const isWhole = template.cents % WHOLE_CENTS === 0n;
    const cents = isWhole ? template.cents : (template.cents * percent) / 100n || template.cents;
    const ofDay = (template.time % SECONDS_OF_DAY) - (template.time % 3600) + stream.below(3600);
    return { state, template, cents, time: day * SECONDS_OF_DAY + ofDay };
  });
}
