import type { LogStatus } from '../../shared/contracts/proof.ts';

const DAY = 86_400_000;

type OutsideState = { tone: 'plain' | 'danger'; note: string | null };

/** Describes the age of the last external signature; red if none in the expected 24 hours. */
export function outsideState(
  { outside, outside_asked: asked }: Pick<LogStatus, 'outside' | 'outside_asked'>,
  now: number,
): OutsideState {
  if (!asked) {
    const note =
      'No witness or time-stamping authority is configured: proof rests on the operator.';
    return { tone: 'plain', note };
  }
  if (outside === null) return { tone: 'danger', note: 'No external signature of the log yet.' };
  if (now - Date.parse(outside.at) > DAY) {
    return { tone: 'danger', note: 'Older than 24 hours: ask the operator to check the worker.' };
  }
  return { tone: 'plain', note: null };
}
