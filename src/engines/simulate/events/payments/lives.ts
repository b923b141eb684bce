import { UINT32_RANGE } from '../../../random/stream.ts';
import type { Configuration } from '../../configuration/schema.ts';
import { type Kind, kindNames } from '../kinds.ts';
import { chargeback } from './chargeback.ts';
import { chargebackReversal } from './chargeback-reversal.ts';
import { directDebitReturn } from './direct-debit-return.ts';
import type { Life } from './life.ts';
import { reversal } from './reversal.ts';
import { secondCollection } from './second-collection.ts';
import { transferReturn } from './transfer-return.ts';

/** Events that follow a payment, by the names of the configuration and of `payments`. */
export const lives = {
  reversal,
  chargeback,
  chargeback_reversal: chargebackReversal,
  direct_debit_return: directDebitReturn,
  second_collection: secondCollection,
  transfer_return: transferReturn,
} as const satisfies Record<string, Life>;

export type Candidate = { event: string; life: Life; share: number };

/** By kind: events that can follow a row, and draws of 2^32 below which one of them does. */
type Following = { candidates: Candidate[][]; limits: Float64Array };
export type LifeTable = Record<Life['status'], Following>;

const tables = new WeakMap<Configuration, LifeTable>();

export function livesOf(configuration: Configuration): LifeTable {
  const known = tables.get(configuration);
  if (known !== undefined) return known;
  const { shares } = configuration.payments;
  const of = (status: Life['status'], kind: Kind): Candidate[] =>
    Object.entries(lives as Record<string, Life>).flatMap(([event, life]) => {
      const share = shares[event] ?? 0;
      const fits = life.status === status && life.follows.includes(kind);
      return fits && share > 0 ? [{ event, life, share }] : [];
    });
  const after = (status: Life['status']): Following => {
    const candidates = kindNames.map((kind) => of(status, kind));
    const sum = (list: Candidate[]) => list.reduce((total, { share }) => total + share, 0);
    return { candidates, limits: Float64Array.from(candidates, (c) => sum(c) * UINT32_RANGE) };
  };
  const table = { posted: after('posted'), declined: after('declined') };
  tables.set(configuration, table);
  return table;
}
