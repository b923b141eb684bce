import { useMutation } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useHasFunction } from '../data/host-functions.ts';
import { saveEvidencePack } from '../data/proof.ts';
import { fail, notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';

export function EvidencePackButton({ batchId }: { batchId: string }) {
  const offered = useHasFunction('evidence-pack');
  const save = useMutation({
    mutationFn: () => saveEvidencePack({ batch_id: batchId }),
    onSuccess: (filename) =>
      notice('Evidence pack ready', `${filename}: VERIFY.md explains how to verify it.`),
    onError: (error) => fail('Export Failed', error),
  });
  if (!offered) return null;
  return (
    <Button busy={save.isPending} busyLabel="Preparing..." onClick={() => save.mutate()}>
      <PackageCheck aria-hidden /> Evidence pack
    </Button>
  );
}
