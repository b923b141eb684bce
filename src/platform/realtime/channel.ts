import { anonymous, type Caller } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import type { RowReader } from '../rest/read-rows.ts';
import { type Change, filterQuery, type Join, keyFilter, type Wanted } from './changes.ts';

/** More waiting changes than this and the subscriber is told to begin anew. */
const MAX_WAITING = 1000;

type Binding = Wanted & { id: number };

export type Channel = {
  /** The answer to phx_join: what was asked for, each with its number. */
  bindings: Binding[];
  hear: (change: Change) => void;
  /** Takes over a fresh token of the same bearer. Throws TokenError. */
  renew: (token: string) => Promise<void>;
  close: () => void;
};

/** A subscription that can't be had; the message is for whoever wrote the client. */
export class JoinRefused extends Error {
  override name = 'JoinRefused';
}

export type ChannelParts = {
  platform: Platform;
  rows: RowReader;
  /** Tables whose changes the database announces. */
  tables: ReadonlySet<string>;
};

async function bearerOf(platform: Platform, token: string | null): Promise<Caller> {
  if (token === null || token === platform.apiKeys.publishable) return anonymous;
  if (platform.apiKeys.isSecret(token)) return { role: 'service_role' };
  return { role: 'authenticated', claims: await platform.keys.verify(token), token };
}

/** The caller's tenant; refuses a bearer whose session has ended. */
async function tenantOf(platform: Platform, caller: Caller): Promise<string | null> {
  return platform.database.asCaller(caller, async (client) => {
    const { rows } = await client.query<{ tenant: string | null }>(
      "select nullif(current_setting('request.tenant_id', true), '') as tenant",
    );
    return rows[0]!.tenant;
  });
}

async function bind(parts: ChannelParts, wanted: Wanted, id: number): Promise<Binding> {
  const { schema, table, filter } = wanted;
  if (schema !== 'public' && schema !== '*') {
    throw new JoinRefused(`Schema ${schema} announces no changes`);
  }
  if (table === undefined || table === '*') {
    if (filter) throw new JoinRefused('A filter needs a table');
  } else if (!parts.tables.has(table)) {
    throw new JoinRefused(`Table ${table} announces no changes`);
  } else {
    await parts.rows.check(table, filterQuery(filter)).catch((error: Error) => {
      throw new JoinRefused(error.message);
    });
  }
  return { ...wanted, id };
}

/**
 * One joined topic. Each change is read again under the bearer's own policies, in the order of commits; of a
 * deleted row the bearer's tenant hears the key alone.
 *
 * @throws JoinRefused, TokenError, or the database's refusal of the bearer
 */
export async function openChannel(
  parts: ChannelParts,
  join: Join,
  on: {
    change: (payload: unknown) => void;
    /** The channel can't go on: its session ended, or it fell too far behind. */
    lost: (reason: string) => void;
  },
): Promise<Channel> {
  const { platform, rows } = parts;
  if (join.isPrivate) throw new JoinRefused('Private channels are not offered by this host');
  let caller = await bearerOf(platform, join.token);
  const tenant = await tenantOf(platform, caller);
  const bindings = await Promise.all(join.wanted.map((wanted, at) => bind(parts, wanted, at + 1)));
  let closed = false;
  let waiting = 0;
  let last = Promise.resolve();
  let expiry: NodeJS.Timeout | undefined;

  const lose = (reason: string) => {
    if (closed) return;
    close();
    on.lost(reason);
  };
  const close = () => {
    closed = true;
    clearTimeout(expiry);
  };
  const watchExpiry = () => {
    clearTimeout(expiry);
    if (caller.role !== 'authenticated') return;
    const left = caller.claims.exp * 1000 - Date.now();
    expiry = setTimeout(() => lose('Token has expired'), Math.min(left, 2 ** 31 - 1));
    expiry.unref();
  };
  watchExpiry();

  const matches = (binding: Binding, change: Change): boolean =>
    (binding.event === '*' || binding.event === change.type) &&
    (binding.table === undefined || binding.table === '*' || binding.table === change.table);

  async function tell(change: Change): Promise<void> {
    const meant = bindings.filter((binding) => matches(binding, change));
    if (meant.length === 0) return;
    const columns = await rows.columnsOf(change.table);
    const data = {
      schema: 'public',
      table: change.table,
      commit_timestamp: change.at,
      type: change.type,
      columns,
      errors: null,
    };
    if (change.type === 'DELETE') {
      const mayKnow =
        caller.role === 'service_role' || (tenant !== null && tenant === change.tenant);
      if (!mayKnow) return;
      const ids = meant.filter(({ filter }) => !filter).map(({ id }) => id);
      if (ids.length > 0 && !closed) on.change({ ids, data: { ...data, old_record: change.key } });
      return;
    }
    for (const { id, filter } of meant) {
      const query = [keyFilter(change), filterQuery(filter)].filter(Boolean).join('&');
      const [record] = await rows.read(caller, change.table, query);
      if (record === undefined || closed) continue;
      const before = change.type === 'UPDATE' ? { old_record: change.key } : {};
      on.change({ ids: [id], data: { ...data, record, ...before } });
    }
  }

  return {
    bindings,
    hear: (change) => {
      if (closed || bindings.length === 0) return;
      if (waiting >= MAX_WAITING) {
        lose('Too many changes at once');
        return;
      }
      waiting += 1;
      last = last
        .then(() => (closed ? undefined : tell(change)))
        .catch((error: unknown) => {
          platform.log.info({ err: error }, 'a subscription ended');
          lose('The subscription has ended');
        })
        .finally(() => {
          waiting -= 1;
        });
    },
    renew: async (token) => {
      const next = await bearerOf(platform, token);
      const same =
        next.role === caller.role &&
        (next.role !== 'authenticated' ||
          (caller.role === 'authenticated' && next.claims.sub === caller.claims.sub));
      if (!same) {
        lose('The token is of somebody else');
        return;
      }
      caller = next;
      watchExpiry();
    },
    close,
  };
}
