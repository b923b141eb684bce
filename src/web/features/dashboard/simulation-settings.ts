import { BOOKS, isBookPreset } from '../../../shared/institutions.ts';
import { MAX_GENERATED_ROWS, TRANSACTIONS_PER_ACCOUNT } from '../../../shared/limits.ts';
import { isSeed, SEED_RANGE } from '../../../shared/seed.ts';

/** Institutions of a full batch; the first is the default of a bank. */
export const PRESETS: readonly { value: string; label: string }[] = [
  { value: 'us-community-bank', label: 'US community bank' },
  { value: 'eu-retail-bank', label: 'EU retail bank' },
  ...Object.entries(BOOKS).map(([value, { label }]) => ({ value, label })),
];

/** Form values as typed; an empty field uses the host's default. */
export type TypedSettings = {
  preset: string;
  count: string;
  seed: string;
  start: string;
  end: string;
  laundering: string;
  executor: 'workers' | 'external';
};

export const NOTHING_TYPED: TypedSettings = {
  preset: '',
  count: '',
  seed: '',
  start: '',
  end: '',
  laundering: '',
  executor: 'workers',
};

type SimulationSettings = {
  preset?: string;
  count?: number;
  seed?: string;
  start_date?: string;
  end_date?: string;
  aml_rate?: number;
  executor?: 'external';
};

export type SettingIssue = { field: keyof TypedSettings; message: string };

type Read =
  | { kind: 'settings'; settings: SimulationSettings }
  | { kind: 'issue'; issue: SettingIssue };

const MAX_LAUNDERING = 20;

/** Returns true if a full batch with this many customers is generated in shards. */
export const canBeSharded = ({ preset, count }: TypedSettings): boolean =>
  !isBookPreset(preset) && Number(count) * (2 + TRANSACTIONS_PER_ACCOUNT) > MAX_GENERATED_ROWS;

export function readSettings(typed: TypedSettings): Read {
  const [count, seed, laundering] = [typed.count, typed.seed, typed.laundering].map((text) =>
    text.trim(),
  ) as [string, string, string];
  const issue = (field: keyof TypedSettings, message: string): Read => ({
    kind: 'issue',
    issue: { field, message },
  });
  if (
    count !== '' &&
    (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > 1_000_000_000)
  ) {
    return issue('count', 'Rows must be a whole number from 1 to 1000000000');
  }
  if (seed !== '' && !isSeed(seed)) return issue('seed', `Seed must be ${SEED_RANGE}`);
  const share = Number(laundering);
  if (laundering !== '' && !(share >= 0 && share <= MAX_LAUNDERING)) {
    return issue('laundering', 'The money-laundering share must be from 0 to 20 percent');
  }
  if (typed.start !== '' && typed.end !== '' && typed.start > typed.end) {
    return issue('end', 'The end date must not be before the start date');
  }
  return {
    kind: 'settings',
    settings: {
      ...(typed.preset === '' ? {} : { preset: typed.preset }),
      ...(count === '' ? {} : { count: Number(count) }),
      ...(seed === '' ? {} : { seed }),
      ...(typed.start === '' ? {} : { start_date: typed.start }),
      ...(typed.end === '' ? {} : { end_date: typed.end }),
      ...(laundering === '' ? {} : { aml_rate: share / 100 }),
      ...(typed.executor === 'external' && canBeSharded(typed) ? { executor: 'external' } : {}),
    },
  };
}
