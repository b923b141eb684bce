import { z } from 'zod';

const change = z.object({
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  key: z.record(z.string(), z.unknown()),
  tenant: z.string().nullable(),
  at: z.string(),
});

export type Change = z.infer<typeof change>;

export const CHANGES = 'sandbox_change';

export const readChange = (payload: string): Change => change.parse(JSON.parse(payload));

/** Formats the row's key as a filter of rest/v1. */
export const keyFilter = ({ key }: Change): string =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(key).map(([column, value]) => [column, `eq.${value}`])),
  ).toString();

const subscription = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string(),
  table: z.string().optional(),
  filter: z.string().max(2000).optional(),
  select: z.unknown().optional(),
});

const join = z.object({
  config: z
    .object({
      postgres_changes: z.array(subscription).max(50).nullish(),
      private: z.boolean().nullish(),
      presence: z.object({ enabled: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
  access_token: z.string().nullish(),
});

export type Wanted = z.infer<typeof subscription>;

export type Join = {
  wanted: Wanted[];
  isPrivate: boolean;
  wantsPresence: boolean;
  token: string | null;
};

export function readJoin(payload: unknown): Join | null {
  const read = join.safeParse(payload);
  if (!read.success) return null;
  return {
    wanted: read.data.config?.postgres_changes ?? [],
    isPrivate: read.data.config?.private === true,
    wantsPresence: read.data.config?.presence?.enabled === true,
    token: read.data.access_token ?? null,
  };
}

/** Converts the client's `column=operator.value, …` to a query string of rest/v1. */
export function filterQuery(filter: string | undefined): string {
  if (filter === undefined || filter === '') return '';
  const pairs = filter.split(/,(?=[^,()]+=)/).map((part): [string, string] => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1)];
  });
  return new URLSearchParams(pairs).toString();
}
