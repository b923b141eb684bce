import type { Relationship } from '../schema-cache/schema.ts';
import { RestError } from './rest-error.ts';

export function noRelationship({
  parent,
  child,
  hinted,
  suggestion,
}: {
  parent: string;
  child: string;
  hinted: string | null;
  suggestion: string | null;
}): RestError {
  const using = hinted === null ? '' : `' using the hint '${hinted}`;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${parent}' and '${child}${using}' in the schema 'public', but no matches were found.`,
      hint: suggestion,
    },
  );
}

const list = (columns: string[]) => `(${columns.join(', ')})`;

function described(relationship: Relationship): Record<string, string> {
  const { from, to, kind, constraint, columns, junction } = relationship;
  const words = junction
    ? `${junction.table} using ${junction.sourceConstraint}${list(junction.source.map(([, own]) => own))} and ${junction.targetConstraint}${list(junction.target.map(([, own]) => own))}`
    : `${constraint} using ${from}${list(columns.map(([own]) => own))} and ${to}${list(columns.map(([, other]) => other))}`;
  return { cardinality: kind, embedding: `${from} with ${to}`, relationship: words };
}

export function ambiguousRelationship(
  parent: string,
  child: string,
  found: Relationship[],
): RestError {
  const choices = found.map((one) => `'${one.to}!${one.junction?.table ?? one.constraint}'`);
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
    {
      details: found.map(described),
      hint: `Try changing '${child}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

export function noFunction({
  name,
  given,
  byPost,
  suggestion,
}: {
  name: string;
  given: string[];
  byPost: boolean;
  suggestion: string | null;
}): RestError {
  const many = given.length > 1 ? 's' : '';
  const signature = given.length === 0 ? ' without parameters' : `(${given.join(', ')})`;
  const searched =
    given.length === 0 ? ' without parameters' : ` with parameter${many} ${given.join(', ')}`;
  const alternative = byPost ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name}${signature} in the schema cache`,
    {
      details: `Searched for the function public.${name}${searched}${alternative}, but no matches were found in the schema cache.`,
      hint:
        suggestion === null ? null : `Perhaps you meant to call the function public.${suggestion}`,
    },
  );
}

export function ambiguousFunction(signatures: string[]): RestError {
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

export function noPayloadColumn(table: string, column: string): RestError {
  return new RestError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  );
}

export function noTable(name: string, suggestion: string | null): RestError {
  return new RestError(
    404,
    'PGRST205',
    `Could not find the table 'public.${name}' in the schema cache`,
    { hint: suggestion === null ? null : `Perhaps you meant the table 'public.${suggestion}'` },
  );
}

export function schemaUnavailable(cause: unknown): RestError {
  return new RestError(
    503,
    'PGRST002',
    'Could not query the database for the schema cache. Retrying.',
    { cause },
  );
}

/** Error for a column named in a filter, an order or a select, with PostgreSQL's message. */
export function noColumn(table: string, column: string, suggestion: string | null): RestError {
  return new RestError(400, '42703', `column ${table}.${column} does not exist`, {
    hint:
      suggestion === null
        ? null
        : `Perhaps you meant to reference the column "${table}.${suggestion}".`,
  });
}

export function noType(name: string): RestError {
  return new RestError(400, '42704', `type "${name}" does not exist`);
}
