type Search = Record<string, unknown>;

/** Reads a search parameter. Malformed ones become undefined: the router keeps unread keys. */

export function text<Key extends string>(search: Search, key: Key): { [K in Key]?: string } {
  const value = search[key];
  return { [key]: (typeof value === 'string' && value) || undefined } as { [K in Key]?: string };
}

export function page(search: Search): { page?: number } {
  const value = Number(search.page);
  return { page: Number.isInteger(value) && value > 1 ? value : undefined } as { page?: number };
}

export function oneOf<Key extends string, const Value extends string>(
  search: Search,
  key: Key,
  values: readonly Value[],
): { [K in Key]?: Value } {
  const value = search[key];
  return { [key]: values.includes(value as Value) ? value : undefined } as {
    [K in Key]?: Value;
  };
}

/** Reads the sort order: 'amount' ascending, '-amount' descending. */
export function sortIn(search: Search): { sort?: string } {
  return text(search, 'sort');
}

export function readSort(sort: string | undefined): { id: string; desc: boolean } | undefined {
  if (sort === undefined) return undefined;
  return sort.startsWith('-') ? { id: sort.slice(1), desc: true } : { id: sort, desc: false };
}

export function writeSort(sort: { id: string; desc: boolean } | undefined): string | undefined {
  return sort && (sort.desc ? `-${sort.id}` : sort.id);
}

export function withSearch<Current extends object>(
  search: Current,
  changes: { [Key in keyof Current]?: Current[Key] | undefined },
): Current {
  const entries = Object.entries({ ...search, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Current;
}
