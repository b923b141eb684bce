import { kindsOf, type Recipe } from '../../engines/meaning/recipe.ts';
import { nameOf } from '../ingest/corrections.ts';
import { recipeFrom } from '../ingest/recipe-file.ts';
import { refused } from '../terminal/arguments.ts';

type Corrections = {
  recipe?: string | undefined;
  table?: string[] | undefined;
  role?: string[] | undefined;
  form?: string[] | undefined;
  entity?: string | undefined;
  rule?: string[] | undefined;
  'no-rule'?: string[] | undefined;
};

/** Returns a recipe's forms of dates and numbers as arguments. */
const formsIn = ({ columns }: Recipe): string[] =>
  columns.flatMap(({ name, layout: { form } }) =>
    form.kind === 'datetime' || form.kind === 'number' ? [`${name}=${nameOf(form)}`] : [],
  );

/** Adds the kinds, forms, entity and rules of --recipe; arguments that name a column decide. */
export function withRecipe<T extends Corrections>(values: T): T {
  const recipe = recipeFrom(values.recipe);
  if (recipe === null) return values;
  if (values.table !== undefined) throw refused('--recipe applies only to a single file.');
  const { rules, entity } = recipe;
  const kinds = Object.entries(kindsOf(recipe)).map(([name, kind]) => `${name}=${kind}`);
  return {
    ...values,
    role: [...kinds, ...(values.role ?? [])],
    form: [...formsIn(recipe), ...(values.form ?? [])],
    entity: values.entity ?? entity ?? undefined,
    rule: [...(rules?.declared ?? []), ...(values.rule ?? [])],
    'no-rule': [...(rules?.rejected ?? []), ...(values['no-rule'] ?? [])],
  };
}
