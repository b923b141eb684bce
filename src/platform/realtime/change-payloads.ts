import type { Caller } from '../gateway/caller.ts';
import { standingOf } from '../gateway/standing.ts';
import type { RowReader } from '../rest/read-rows.ts';
import { type Binding, matches } from './bindings.ts';
import { type Change, filterQuery, keyFilter } from './changes.ts';

export type Subscriber = {
  caller: Caller;
  bindings: readonly Binding[];
  /** Refuses a bearer whose session, membership or role has ended. */
  admit: (caller: Caller) => Promise<Caller>;
};

/** Sent in `errors`, which the published client passes to the subscription's listener. */
export const RESYNC = 'Resync: changes were left out; read the table again';

/** Replaces changes that were too many to send one by one. */
export const resyncPayload = ({ id, event, table }: Binding) => ({
  ids: [id],
  data: {
    schema: 'public',
    table,
    commit_timestamp: new Date().toISOString(),
    type: event === '*' ? 'UPDATE' : event,
    columns: [],
    record: {},
    old_record: {},
    errors: [RESYNC],
  },
});

/**
 * Yields a subscriber's messages of a change. The row is read again under the bearer's own
 * policies; of a deleted row the bearer's tenant gets only the key.
 */
export async function* changePayloads(
  rows: RowReader,
  { caller, bindings, admit }: Subscriber,
  change: Change,
): AsyncGenerator<unknown, void, undefined> {
  const meant = bindings.filter((binding) => matches(binding, change));
  if (meant.length === 0) return;
  const data = {
    schema: 'public',
    table: change.table,
    commit_timestamp: change.at,
    type: change.type,
    columns: await rows.columnsOf(change.table),
    errors: null,
  };
  if (change.type === 'DELETE') {
    const tenant = standingOf(caller)?.tenant;
    if (caller.role !== 'service_role' && (tenant === undefined || tenant !== change.tenant))
      return;
    // No row is read that policies could withhold.
    await admit(caller);
    // A deleted row can't be filtered: all subscribers to deletions get its key.
    const ids = meant.map(({ id }) => id);
    yield { ids, data: { ...data, old_record: change.key } };
    return;
  }
  for (const { id, filter } of meant) {
    const query = [keyFilter(change), filterQuery(filter)].filter(Boolean).join('&');
    const [record] = await rows.read(caller, change.table, query);
    if (record === undefined) continue;
    const before = change.type === 'UPDATE' ? { old_record: change.key } : {};
    yield { ids: [id], data: { ...data, record, ...before } };
  }
}
