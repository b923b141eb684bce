import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setTruthReader, truthReadersQuery } from '../data/ground-truth.ts';
import { fail, notice } from '../lib/notices.ts';
import { Switch } from '../ui/switch.tsx';

/** Switch of a member's permission to read the ground truth of simulated batches. */
export function TruthSwitch({ id, email }: { id: string; email: string }) {
  const { data: readers } = useQuery(truthReadersQuery);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (mayRead: boolean) => setTruthReader(id, mayRead),
    onSuccess: (_, mayRead) =>
      notice(mayRead ? 'Ground truth granted' : 'Ground truth withdrawn', email),
    onError: (error) => fail('Error', error),
    // Batches and their files appear and disappear with the permission.
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Switch
      label={`Ground truth for ${email}`}
      checked={readers?.includes(id) ?? false}
      disabled={readers === undefined || change.isPending}
      onChange={change.mutate}
    />
  );
}
