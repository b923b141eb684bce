import type pg from 'pg';
import { isoTime, type ObjectMetadata } from './objects.ts';

export type FolderQuery = {
  prefix: string;
  limit: number;
  offset: number;
  search: string;
  sortBy: {
    column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at';
    order: 'asc' | 'desc';
  };
};

export type FolderEntry = {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: ObjectMetadata | null;
};

/** Greatest code point: a prefix plus it sorts after every name with the prefix. */
export const LAST = "U&'\\+10FFFF'";

export async function listFolder(
  client: pg.PoolClient,
  bucket: string,
  { prefix, limit, offset, search, sortBy }: FolderQuery,
): Promise<FolderEntry[]> {
  const folder = prefix === '' ? '' : `${prefix.replace(/^\/+|(?<!\/)\/+$/g, '')}/`;
  const { column, order } = sortBy;
  const { rows } = await client.query<FolderEntry>(
    `with matching as (
       select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
         from storage.objects
        where bucket_id = $1 and name >= $2 and name < $2 || ${LAST} and starts_with(name, $2)
     ), entries as (
       select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
              null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
         from matching where strpos(rest, '/') > 0 group by 1
       union all
       select rest, id, updated_at, created_at, last_accessed_at, metadata
         from matching where strpos(rest, '/') = 0 and rest <> ''
     )
     select name, id, ${isoTime('updated_at')}, ${isoTime('created_at')},
            ${isoTime('last_accessed_at')}, metadata
       from entries e where starts_with(lower(name), lower($3))
      order by e.id is not null, e.${column} ${order}, e.name ${order}
      limit $4 offset $5`,
    [bucket, folder, search, limit, offset],
  );
  return rows;
}
