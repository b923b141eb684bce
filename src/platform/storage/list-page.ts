import type pg from 'pg';
import { LAST } from './list-folder.ts';
import { isoTime, type ObjectMetadata } from './objects.ts';
import { storageErrors } from './storage-error.ts';

export type PageQuery = {
  prefix: string;
  limit: number;
  cursor?: string | undefined;
  /** True if names with a slash after the prefix are listed as folders. */
  with_delimiter: boolean;
  sortBy: { column: 'name' | 'created_at' | 'updated_at'; order: 'asc' | 'desc' };
};

type Entry = {
  key: string;
  folder: boolean;
  position: string;
  id: string;
  updated_at: string;
  created_at: string;
  last_accessed_at: string;
  metadata: ObjectMetadata;
};

export type Page = {
  hasNext: boolean;
  folders: { name: string; key: string }[];
  objects: (Omit<Entry, 'folder' | 'position'> & { name: string })[];
  nextCursor?: string;
};

/** End of the last page: the sorted value, then the name as tie-breaker. */
type Cursor = { position: string; key: string; sort: string };

function readCursor(text: string, sort: string): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    const whole = typeof cursor.position === 'string' && typeof cursor.key === 'string';
    if (whole && cursor.sort === sort) return cursor;
  } catch {
    // Refused below.
  }
  throw storageErrors.invalidRequest('The cursor does not belong to this listing');
}

/** Lists objects, and folders if requested, page by page. */
export async function listPage(
  client: pg.PoolClient,
  bucket: string,
  query: PageQuery,
): Promise<Page> {
  const { column, order } = query.sortBy;
  const sort = `${column} ${order}`;
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, sort);
  const value = column === 'name' ? 'key' : column;
  const type = column === 'name' ? 'text' : 'timestamptz';
  const { rows } = await client.query<Entry>(
    `with matching as (
       select name, strpos(substr(name, length($2) + 1), '/') as slash,
              id, updated_at, created_at, last_accessed_at, metadata
         from storage.objects
        where bucket_id = $1 and name >= $2 and name < $2 || ${LAST} and starts_with(name, $2)
     ), entries as (
       select name as key, false as folder, id, updated_at, created_at, last_accessed_at, metadata
         from matching where not $3 or slash = 0
       union all
       select left(name, length($2) + slash) collate "C", true, null, max(updated_at), min(created_at), null, null
         from matching where $3 and slash > 0 group by 1
     )
     select key, folder, ${value}::text as position, id, metadata,
            ${isoTime('updated_at')}, ${isoTime('created_at')}, ${isoTime('last_accessed_at')}
       from entries e
      where $4::text is null or (e.${value}, e.key) ${order === 'asc' ? '>' : '<'} ($5::${type}, $4::text)
      order by e.${value} ${order}, e.key ${order}
      limit $6`,
    [
      bucket,
      query.prefix,
      query.with_delimiter,
      cursor?.key ?? null,
      cursor?.position ?? null,
      query.limit + 1,
    ],
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const hasNext = rows.length > query.limit;
  return {
    hasNext,
    folders: page
      .filter((row) => row.folder)
      .map(({ key }) => ({ name: key, key: key.slice(0, -1) })),
    objects: page
      .filter((row) => !row.folder)
      .map(({ folder: _folder, position: _position, ...object }) => ({
        ...object,
        name: object.key,
      })),
    ...(hasNext && last
      ? {
          nextCursor: Buffer.from(
            JSON.stringify({ position: last.position, key: last.key, sort } satisfies Cursor),
          ).toString('base64url'),
        }
      : {}),
  };
}
