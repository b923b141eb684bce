import type pg from 'pg';
import type { Movement } from '../../engines/simulate/advance/state.ts';
import type { WebhookEvent } from '../../shared/webhook-events.ts';
import { decimal } from './cents.ts';

/** Transactions that one event lists; more take several events. */
const LISTED = 500;

/** Enters an event for the webhooks of a tenant, in the transaction of what it reports. */
export const emitEvent = (
  tx: pg.PoolClient,
  { tenant, event, data }: { tenant: string; event: WebhookEvent; data: object },
) => tx.query('select private.emit_event($1, $2, $3)', [tenant, event, JSON.stringify(data)]);

/** Enters events that list transactions. */
export async function emitTransactions(
  tx: pg.PoolClient,
  { tenant, event, movements }: { tenant: string; event: WebhookEvent; movements: Movement[] },
): Promise<void> {
  for (let from = 0; from < movements.length; from += LISTED) {
    const transactions = movements.slice(from, from + LISTED).map((movement) => ({
      txn_id: movement.id,
      account_id: movement.account,
      txn_ts: new Date(movement.time * 1000).toISOString(),
      amount: decimal(movement.cents),
    }));
    await emitEvent(tx, { tenant, event, data: { transactions } });
  }
}
