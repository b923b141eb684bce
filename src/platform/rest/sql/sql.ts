import { badQuery } from '../errors/request-errors.ts';

type Chunk = string | { readonly bound: string | null };

/** A piece of SQL: text of our own or of the catalog, quoted names, and values that are sent apart. */
export type Sql = { readonly chunks: readonly Chunk[] };

/** Template for SQL. What is put in is SQL itself, so that no text of a request can become part of it. */
export function sql(strings: TemplateStringsArray, ...parts: Sql[]): Sql {
  const chunks: Chunk[] = [];
  strings.forEach((text, at) => {
    if (text !== '') chunks.push(text);
    const part = parts[at];
    if (part) chunks.push(...part.chunks);
  });
  return { chunks };
}

export const nothing: Sql = { chunks: [] };

/** A value, sent as a parameter without a type: PostgreSQL infers it from where it stands. */
export const bound = (value: string | null): Sql => ({ chunks: [{ bound: value }] });

/** Text that came from the catalog or from our own tables, never from a request. */
export const trusted = (text: string): Sql => ({ chunks: [text] });

const LONGEST_NAME = 63;

/** Quotes a name, or a name within another. One that PostgreSQL would cut short is refused. */
export function name(...path: string[]): Sql {
  for (const part of path) {
    if (part.includes('\0') || Buffer.byteLength(part) > LONGEST_NAME) {
      throw badQuery(
        'A name in the request is too long',
        `Names have at most ${LONGEST_NAME} bytes: '${part.slice(0, 80)}'`,
      );
    }
  }
  return trusted(path.map((part) => `"${part.replaceAll('"', '""')}"`).join('.'));
}

export const literal = (text: string): Sql => trusted(`'${text.replaceAll("'", "''")}'`);

export function joined(parts: readonly Sql[], separator: string): Sql {
  const chunks: Chunk[] = [];
  parts.forEach((part, at) => {
    if (at > 0) chunks.push(separator);
    chunks.push(...part.chunks);
  });
  return { chunks };
}

const MAX_PARAMETERS = 30_000;

export function render({ chunks }: Sql): { text: string; values: (string | null)[] } {
  const values: (string | null)[] = [];
  const text: string[] = [];
  for (const chunk of chunks) {
    if (typeof chunk === 'string') text.push(chunk);
    else text.push(`$${values.push(chunk.bound)}`);
  }
  if (values.length > MAX_PARAMETERS) throw badQuery('The request has too many values');
  return { text: text.join(''), values };
}
