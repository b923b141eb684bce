import { readFileSync } from 'node:fs';
import {
  books,
  configurationSchema,
  type PresetName,
  presets,
  type SimulationRequest,
  SimulationRequestError,
} from '../../engines/simulate/index.ts';
import { seedFrom } from '../terminal/arguments.ts';

export const requestOptions = {
  customers: { type: 'string' },
  accounts: { type: 'string' },
  transactions: { type: 'string' },
  seed: { type: 'string' },
  preset: { type: 'string' },
  configuration: { type: 'string' },
  country: { type: 'string' },
  'aml-rate': { type: 'string' },
  'start-date': { type: 'string' },
  'end-date': { type: 'string' },
} as const;

type Values = { [K in keyof typeof requestOptions]?: string };

export function wholeFrom(text = '0', name: string): number {
  if (!/^\d{1,10}$/.test(text))
    throw new SimulationRequestError(`--${name}: expected a whole number.`);
  return Number(text);
}

export function requestFrom(values: Values): SimulationRequest {
  const preset = values.preset ?? 'us-community-bank';
  if (!(preset in presets)) {
    const names = [...new Set([...Object.keys(presets), ...Object.keys(books)])].join(', ');
    throw new SimulationRequestError(`--preset: expected one of ${names}.`);
  }
  const own = values.configuration;
  const rate = values['aml-rate'];
  const whole = (name: 'customers' | 'accounts' | 'transactions') => wholeFrom(values[name], name);
  return {
    seed: seedFrom(values.seed ?? ''),
    customers: whole('customers'),
    accounts: whole('accounts'),
    transactions: whole('transactions'),
    preset: preset as PresetName,
    ...(own && { configuration: configurationSchema.parse(JSON.parse(readFileSync(own, 'utf8'))) }),
    ...(values.country !== undefined && { country: values.country }),
    ...(rate !== undefined && { amlRate: Number(rate) }),
    ...(values['start-date'] !== undefined && { startDate: values['start-date'] }),
    ...(values['end-date'] !== undefined && { endDate: values['end-date'] }),
  };
}
