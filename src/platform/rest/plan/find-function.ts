import { ambiguousFunction, noFunction } from '../errors/schema-errors.ts';
import type { Routine, Schema } from '../schema-cache/schema.ts';
import { suggest } from '../schema-cache/suggest.ts';

function takes({ parameters }: Routine, given: Set<string>): boolean {
  const names = new Set(parameters.map((one) => one.name));
  return (
    parameters.every((one) => !one.required || given.has(one.name)) &&
    [...given].every((name) => names.has(name)) &&
    !names.has('')
  );
}

const takesBody = ({ parameters }: Routine): boolean =>
  parameters.length === 1 &&
  parameters[0]!.name === '' &&
  ['json', 'jsonb'].includes(parameters[0]!.type);

const signature = ({ name, parameters }: Routine): string =>
  `public.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(', ')})`;

export function findFunction(
  schema: Schema,
  { name, argumentNames, byPost }: { name: string; argumentNames: string[]; byPost: boolean },
): Routine {
  const overloads = schema.routines.get(name) ?? [];
  const passed = new Set(argumentNames);
  const named = overloads.filter((one) => takes(one, passed));
  const candidates = named.length > 0 || !byPost ? named : overloads.filter(takesBody);
  if (candidates.length === 1) return candidates[0]!;
  if (candidates.length > 1) throw ambiguousFunction(candidates.map(signature));
  const listed = (names: string[]) => `${name}(${names.toSorted().join(', ')})`;
  const suggestion =
    overloads.length > 0
      ? suggest(
          listed([...passed]),
          overloads.map((one) => listed(one.parameters.map((parameter) => parameter.name))),
          0.3,
        )
      : suggest(name, schema.routines.keys());
  throw noFunction({ name, given: [...passed], byPost, suggestion });
}
