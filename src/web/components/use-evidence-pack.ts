import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pendingPacksQuery, saveEvidencePack } from '../data/proof.ts';
import { fail, notice } from '../lib/notices.ts';

/** Saves an evidence pack; one without a receipt is kept as pending. */
export function useEvidencePack(onDone: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveEvidencePack,
    onSuccess: ({ filename, pending }) => {
      if (pending === null) {
        notice('Evidence pack ready', `${filename}: VERIFY.md explains how to verify it.`);
      } else {
        queries.setQueryData(pendingPacksQuery.queryKey, (packs = []) => [...packs, pending]);
        notice('Receipt pending', `${filename} was saved. Complete it when the log is sealed.`);
      }
      onDone();
    },
    onError: (error) => fail('Export Failed', error),
  });
}
