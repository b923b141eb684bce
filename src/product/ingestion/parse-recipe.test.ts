import { expect, test } from 'vitest';
import { makeRecipe, type Recipe } from '../../engines/meaning/recipe.ts';
import { parseRecipe } from './parse-recipe.ts';
import { textLayout } from './text-layout.fixture.ts';

const recipe = makeRecipe({
  shape: { header: ['Konto', 'Text'], columns: 2, delimiter: ';' },
  skip: { before: 0, after: 0 },
  layouts: [textLayout('Konto'), textLayout('Text')],
  mapping: {
    columns: [
      { name: 'Konto', role: 'account' },
      { name: 'Text', role: 'description' },
    ],
    sign: null,
    entity: 'Konto',
    order: null,
  },
});

const changed = (change: Partial<Recipe>): string =>
  JSON.stringify({ ...recipe, sha256: undefined, ...change });

test('a recipe is read as it was exported', () => {
  expect(parseRecipe(JSON.stringify(recipe, null, 2))).toEqual(recipe);
});

test('one that was changed by hand is taken without a hash and gets its own, and refused with the old one', () => {
  const order = 'Text';
  const taken = parseRecipe(changed({ order }));
  expect(taken).toMatchObject({
    ...recipe,
    order,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(taken.sha256).not.toBe(recipe.sha256);
  expect(() => parseRecipe(changed({ order, sha256: recipe.sha256 }))).toThrow(
    expect.objectContaining({
      code: 'bad_request',
      message:
        'The recipe was changed after it was saved: its hash differs. Remove sha256 to use it anyway.',
    }),
  );
});

test.each([
  ['no JSON', '{"version":1,', 'The recipe is not JSON.'],
  ['another version', '{"version":2}', /^The recipe is invalid: version: /],
  [
    'a role that is none',
    changed({ columns: [{ ...recipe.columns[0]!, role: 'owner' as never }] }),
    /^The recipe is invalid: columns\.0\.role: /,
  ],
  [
    'a column too few',
    changed({ columns: recipe.columns.slice(1), entity: null }),
    'The number of columns in the recipe differs from its file shape.',
  ],
  [
    'an entity that is none of its columns',
    changed({ entity: 'Card' }),
    'The recipe has no column Card.',
  ],
  [
    'an order that is none of its columns',
    changed({ order: 'Day' }),
    'The recipe has no column Day.',
  ],
])('refused: %s', (_what, text, message) => {
  expect(() => parseRecipe(text)).toThrow(
    expect.objectContaining({
      code: 'bad_request',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    }),
  );
});
