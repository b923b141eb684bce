import { refused } from '../terminal/arguments.ts';

/** Options of a simulation on a server, as in the function's body. */
export const simulationOptions = {
  seed: { type: 'string' },
  preset: { type: 'string' },
  country: { type: 'string' },
  'start-date': { type: 'string' },
  'end-date': { type: 'string' },
  'aml-rate': { type: 'string' },
} as const;

type Given = { [Name in keyof typeof simulationOptions]?: string | undefined };

export function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw refused(`--${name}: expected a whole number from 1.`);
  return Number(text);
}

export function simulationOf(given: Given) {
  const rate = given['aml-rate'];
  if (rate !== undefined && !/^0?\.\d+$|^0$/.test(rate)) {
    throw refused('--aml-rate: expected a share such as 0.02.');
  }
  return {
    ...(given.seed && { seed: given.seed }),
    ...(given.preset && { preset: given.preset }),
    ...(given.country && { country: given.country }),
    ...(given['start-date'] && { start_date: given['start-date'] }),
    ...(given['end-date'] && { end_date: given['end-date'] }),
    ...(rate && { aml_rate: Number(rate) }),
  };
}
