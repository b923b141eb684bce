import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDelta } from '../../data/batch-facts.ts';
import {
  deleteModel,
  readBudget,
  readLedger,
  readModels,
  type StoredModel,
} from '../../data/stored-models.ts';
import { formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';

export function useStoredModels(manifestId: string | null): StoredModel[] {
  const models = useQuery({
    queryKey: ['models', manifestId],
    queryFn: () => readModels(manifestId ?? ''),
    enabled: manifestId !== null && manifestId !== '',
  });
  return models.data ?? [];
}

/** Returns the used privacy budget of the file's customers, in percent of rho; null if unused. */
export function usePrivacyBudget(
  filename: string,
  models: readonly StoredModel[],
): { used: number; epsilon: number } | null {
  const kept = [...new Set(models.flatMap((model) => model.sources))].sort();
  const budget = useQuery({
    queryKey: ['models', 'budget', filename, kept],
    queryFn: () => readBudget(filename, kept),
  });
  return budget.data ?? null;
}

export function StoredModels({ models }: { models: readonly StoredModel[] }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteModel,
    onSuccess: () => {
      notice('Model deleted', 'The budget used is not refunded.');
      void queries.invalidateQueries({ queryKey: ['models'] });
    },
    onError: (error) => fail('Delete failed', error),
  });
  const sources = [...new Set(models.flatMap((model) => model.sources))].sort();
  const ledger = useQuery({
    queryKey: ['models', 'ledger', sources],
    queryFn: () => readLedger(sources),
    enabled: sources.length > 0,
  });
  if (models.length === 0) return null;
  return (
    <ul className="space-y-1 text-xs text-ink-soft">
      {ledger.data?.map((entry) => (
        <li key={`${entry.source_id} ${entry.sequence}`}>
          Privacy budget used on {formatUtc(entry.time)}: ε {entry.epsilon} (δ{' '}
          {formatDelta(entry.delta)}) by {entry.mechanism}
        </li>
      ))}
      {models.map((model) => (
        <li key={model.id} className="flex flex-wrap items-center gap-3">
          Stored model of {formatUtc(model.created_at)}: ε {model.epsilon} by {model.mechanism}
          <Button
            size="small"
            variant="ghost"
            className="text-danger!"
            busy={remove.isPending && remove.variables === model.id}
            busyLabel="Deleting..."
            onClick={() => remove.mutate(model.id)}
          >
            Delete
            <span className="sr-only">
              {' '}
              the {model.mechanism} model with ε {model.epsilon}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
