import { badQuery } from '../errors/request-errors.ts';

type Chunk = string | { readonly bound: string | null };

/** SQL fragment: text of the program or the catalog, quoted names, and separately sent values. */
export type Sql = { readonly chunks: readonly Chunk[] };

/** Template for SQL. Accepts only SQL fragments, so that no request text can become part of it. */
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

/** Binds a value as an untyped parameter; PostgreSQL infers the type from its position. */
export const bound = (value: string | null): Sql => ({ chunks: [{ bound: value }] });

/** Wraps text from the catalog or this program, never from a request. */
export const trusted = (text: string): Sql => ({ chunks: [text] });

const LONGEST_NAME = 63;

/** Quotes a name or a path of names. Refuses names that PostgreSQL would truncate. */
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
