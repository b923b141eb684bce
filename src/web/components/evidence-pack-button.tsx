import { PackageCheck } from 'lucide-react';
import { useHasFunction } from '../data/host-functions.ts';
import { Button } from '../ui/button.tsx';
import { useEvidencePack } from './use-evidence-pack.ts';

export function EvidencePackButton({ batchId }: { batchId: string }) {
  const offered = useHasFunction('evidence-pack');
  const save = useEvidencePack();
  if (!offered) return null;
  return (
    <Button
      busy={save.isPending}
      busyLabel="Preparing..."
      onClick={() => save.mutate({ batch_id: batchId })}
    >
      <PackageCheck aria-hidden /> Evidence pack
    </Button>
  );
}
