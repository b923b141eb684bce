import type { PresetName } from './configuration/presets.ts';
import type { Configuration } from './configuration/schema.ts';

export type SimulationRequest = {
  /** Unsigned 64-bit integer. */
  seed: bigint;
  /** Exact output counts. Accounts need customers, transactions need accounts. */
  customers: number;
  accounts: number;
  transactions: number;
  preset: PresetName;
  configuration?: Configuration;
  /** ISO 3166 code, one of the configuration's countries. */
  country?: string;
  /** ISO dates, both included; by default the preset's year, or its end for short batches. */
  startDate?: string;
  endDate?: string;
  /** Share of transactions in laundering schemes, 0 to 0.2; default 0.001. */
  amlRate?: number;
  /** Prefix of every id; by default derived from the fields above. */
  idPrefix?: string;
};

/** Error for a request that can't be met; the message is one readable line. */
export class SimulationRequestError extends RangeError {
  override name = 'SimulationRequestError';
}
