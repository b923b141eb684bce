import { queryOptions } from '@tanstack/react-query';
import { ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';

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

export async function deleteRecipe(id: string): Promise<void> {
  const client = await openClient();
  const gone = unwrap(await client.from('ingestion_recipes').delete().eq('id', id).select('id'));
  if (!gone || gone.length === 0) {
    throw new ServiceError(
      'It was already deleted, or you lack permission: only the user who saved a recipe or an administrator can delete it.',
    );
  }
}
