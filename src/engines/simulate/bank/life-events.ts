import { streamFor } from '../../random/stream.ts';
import type { Bank } from './bank.ts';
import { between, chance, purposes } from './draws.ts';

export type LifeEventKind = 'move' | 'birth' | 'jobLoss' | 'retirement' | 'divorce' | 'death';

/** Event that changes what follows; `day` counts from 1970. */
export type LifeEvent = { kind: LifeEventKind; day: number };

type Person = { employment: string; age: number; shared: boolean };

/** Yearly rates apply to whole populations; returns their factor for a person, 0 if impossible. */
function factorOf(kind: LifeEventKind, { employment, age, shared }: Person): number {
  switch (kind) {
    case 'birth':
      return age >= 20 && age <= 42 ? 2.5 : 0;
    case 'jobLoss':
      return employment === 'salaried' ? 1 : 0;
    case 'retirement':
      return employment === 'salaried' && age >= 60 ? 8 : 0;
    case 'divorce':
      return shared ? 2 : 0;
    case 'death':
      return age >= 75 ? 5 : age >= 60 ? 1.5 : 0.3;
    default:
      return age < 35 ? 1.8 : 0.7;
  }
}

const ORDER = ['death', 'retirement', 'jobLoss', 'birth', 'divorce', 'move'] as const;

/** Returns the life event of a person in the window, at most one; a pure function of its number. */
export function lifeEventOf(
  { seed, configuration, window: { start, end } }: Bank,
  { index, person }: { index: number; person: Person },
): LifeEvent | null {
  if (person.employment === 'business') return null;
  const stream = streamFor(seed, index, purposes.life);
  const years = (end - start + 1) / 365;
  for (const kind of ORDER) {
    const rate = configuration.behavior.life[kind] * factorOf(kind, person);
    if (rate > 0 && chance(stream, Math.min(1, rate * years)))
      return { kind, day: between(stream, start, end) };
  }
  return null;
}
