import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { deleteRow } from './delete-row.ts';

export type StoredRecipe = {
  id: string;
  name: string;
  recipe: { columns: unknown[]; [key: string]: unknown };
  sha256: string;
  created_at: string;
};

export const recipesQuery = queryOptions({
  queryKey: ['recipes'],
  queryFn: async (): Promise<StoredRecipe[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('ingestion_recipes')
        .select('id,name,recipe,sha256,created_at')
        .order('created_at', { ascending: false })
        .returns<StoredRecipe[]>(),
    );
    return rows ?? [];
  },
});

export const deleteRecipe = ({ id }: Pick<StoredRecipe, 'id'>): Promise<void> =>
  deleteRow(
    'ingestion_recipes',
    id,
    'only the user who saved a recipe or an administrator can delete it',
  );
