import type { PresetName } from './configuration/presets.ts';
import type { Configuration } from './configuration/schema.ts';

export type SimulationRequest = {
  /** Unsigned 64-bit integer. */
  seed: bigint;
  /** Exact counts of the output. Accounts need customers, transactions need accounts. */
  customers: number;
  accounts: number;
  transactions: number;
  preset: PresetName;
  /** A configuration of one's own in place of the preset's. */
  configuration?: Configuration;
  /** ISO 3166 code, one of the configuration's countries. */
  country?: string;
  /** ISO dates, both inside the window; by default the preset's year, its end for short batches. */
  startDate?: string;
  endDate?: string;
  /** Share of transactions that belong to laundering schemes, 0 to 0.2; default 0.001. */
  amlRate?: number;
  /** Put into every id; by default derived from everything above. */
  idPrefix?: string;
};

/** A request that can't be met; the message is one readable line. */
export class SimulationRequestError extends RangeError {
  override name = 'SimulationRequestError';
}
