import type { LogStatus } from '../../shared/contracts/proof.ts';

const DAY = 86_400_000;

type OutsideState = { tone: 'plain' | 'danger'; note: string | null };

/** What the age of the last signature from outside means: red where one was to be expected within 24 hours. */
export function outsideState(
  { outside, outside_asked: asked }: Pick<LogStatus, 'outside' | 'outside_asked'>,
  now: number,
): OutsideState {
  if (!asked) {
    const note =
      'No witness and no time-stamping authority is set up: proof rests on the operator.';
    return { tone: 'plain', note };
  }
  if (outside === null) return { tone: 'danger', note: 'Nobody outside has signed the log yet.' };
  if (now - Date.parse(outside.at) > DAY) {
    return { tone: 'danger', note: 'Older than 24 hours: ask the operator to look at the worker.' };
  }
  return { tone: 'plain', note: null };
}
