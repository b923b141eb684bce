import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { deleteRecipe, recipesQuery, type StoredRecipe } from '../../data/recipes.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';

const exportRecipe = ({ name, recipe }: StoredRecipe) =>
  saveFile(
    JSON.stringify(recipe, null, 2),
    `${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.recipe.json`,
    'application/json',
  );

export function RecipesCard() {
  const recipes = useQuery(recipesQuery);
  const [pendingDelete, setPendingDelete] = useState<StoredRecipe | null>(null);
  if (!recipes.data || recipes.data.length === 0) return null;
  return (
    <Card aria-labelledby="recipes" className="mt-8">
      <CardHead id="recipes" title="Recipes">
        Files with the same columns and formats are read with their recipe automatically.
      </CardHead>
      <ul className="border-t border-line">
        {recipes.data.map((recipe) => (
          <li
            key={recipe.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {recipe.name}
              <span className="block text-xs text-ink-soft">
                {recipe.recipe.columns.length} columns · SHA-256 {recipe.sha256.slice(0, 12)}
              </span>
            </span>
            <span className="flex flex-wrap gap-1.5">
              <Button size="small" onClick={() => exportRecipe(recipe)}>
                Export<span className="sr-only"> {recipe.name}</span>
              </Button>
              <DeleteButton name={recipe.name} onClick={() => setPendingDelete(recipe)} />
            </span>
          </li>
        ))}
      </ul>
      <DeleteDialog
        item={pendingDelete}
        kind="recipe"
        nameOf={({ name }) => name}
        remove={deleteRecipe}
        reload={['recipes']}
        onClose={() => setPendingDelete(null)}
      >
        <p>Files like it will need mapping again. Existing datasets do not change.</p>
      </DeleteDialog>
    </Card>
  );
}
