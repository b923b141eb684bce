import { Copy, Download } from 'lucide-react';
import { isManifestChanged, manifestHash, sealHash } from '../../data/manifest-hash.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { shortId } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { manifestFacts } from './manifest-facts.ts';

export function ManifestDialog(props: {
  batchId: string | undefined;
  logs: readonly GenerationLog[] | undefined;
  onClose: () => void;
}) {
  const log = props.logs?.find(({ batch_id }) => batch_id === props.batchId);
  const [copied, copy] = useCopy();
  const hash = log ? manifestHash(log) : null;
  const json = log?.manifest ? JSON.stringify(log.manifest, null, 2) : null;
  return (
    <Dialog
      open={props.batchId !== undefined && props.logs !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title={`Manifest of batch ${shortId(props.batchId ?? '')}`}
      description="Inputs, configuration and outputs of this batch. The same seed and configuration give the same hash and seal."
      footer={
        log &&
        json && (
          <>
            <Button onClick={() => void copy(json)}>
              <Copy aria-hidden /> {copied ? 'Copied' : 'Copy JSON'}
            </Button>
            <Button
              variant="primary"
              onClick={() =>
                saveFile(json, `manifest-${shortId(log.batch_id)}.json`, 'application/json')
              }
            >
              <Download aria-hidden /> Download JSON
            </Button>
          </>
        )
      }
    >
      {log && json ? (
        <>
          <div className="mb-4 flex items-center gap-5">
            <Seal hash={sealHash(log)} size={96} label={`Seal of batch ${shortId(log.batch_id)}`} />
            <dl className="min-w-0 space-y-1.5">
              <div>
                <dt className="text-xs text-ink-soft">Batch</dt>
                <dd className="break-all">
                  <CopyId id={log.batch_id} what="batch id" />
                </dd>
              </div>
              {hash !== null && (
                <div>
                  <dt className="text-xs text-ink-soft">SHA-256 of the manifest</dt>
                  <dd className="break-all">
                    <CopyId id={hash} what="SHA-256 of the manifest" />
                  </dd>
                </div>
              )}
              {isManifestChanged(log) && (
                <div>
                  <dt className="text-xs text-danger">
                    The manifest was changed. Recorded SHA-256:
                  </dt>
                  <dd className="break-all">
                    <CopyId id={log.manifest?.sha256 ?? ''} what="recorded SHA-256" />
                  </dd>
                </div>
              )}
            </dl>
          </div>
          <div className="mb-4 border-y border-line py-3">
            <FactList entries={manifestFacts(log)} />
          </div>
          <ScrollFrame label="Manifest as JSON" className="rounded-md border border-line bg-sunk">
            <pre className="p-4 font-mono text-xs leading-5">{json}</pre>
          </ScrollFrame>
        </>
      ) : (
        <EmptyState title={log ? 'No manifest yet' : 'This batch is not in the log'}>
          {log
            ? 'A manifest is written when the batch is complete.'
            : 'It may belong to another organization.'}
        </EmptyState>
      )}
    </Dialog>
  );
}
