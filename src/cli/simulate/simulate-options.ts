import { requestOptions } from './simulation-request.ts';

export const options = {
  ...requestOptions,
  shard: { type: 'string' },
  out: { type: 'string' },
  format: { type: 'string' },
  preview: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

export type SimulateValues = { [K in Exclude<keyof typeof options, 'dry-run'>]?: string } & {
  'dry-run'?: boolean;
};
