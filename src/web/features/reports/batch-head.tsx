import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type Ref, useState } from 'react';
import { batchTitle, kindOf, manifestOf } from '../../data/batch-facts.ts';
import { memberQuery } from '../../data/batch-record.ts';
import { renameBatch } from '../../data/batches.ts';
import { sealHash } from '../../data/manifest-hash.ts';
import { useIsAdmin, useProfile } from '../../data/profile.ts';
import type { BatchReport } from '../../data/reports.ts';
import type { GenerationLog, Run } from '../../data/rows.ts';
import { formatCount, formatElapsed, formatUtc, shortId } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Input } from '../../ui/input.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { Seal } from '../../ui/seal.tsx';
import { BatchFormats } from './batch-formats.tsx';
import { BatchVerdict } from './batch-verdict.tsx';
import { DeleteBatch } from './delete-batch.tsx';

/** Returns true if the user may rename and delete the batch: its creator or an administrator. */
function useMayChange(batch: Pick<GenerationLog, 'created_by'>): boolean {
  const profile = useProfile();
  const isAdmin = useIsAdmin();
  return isAdmin || (batch.created_by !== null && profile.data?.id === batch.created_by);
}

export function BatchHead(props: {
  ref: Ref<HTMLHeadingElement>;
  loaded: BatchReport;
  made: Run | null;
}) {
  const { batch, report } = props.loaded;
  const mayChange = useMayChange(batch);
  const title = batchTitle(batch, props.made);
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <Seal hash={sealHash(batch)} size={96} label={`Seal of batch ${shortId(batch.batch_id)}`} />
      <div className="min-w-0 flex-1 basis-80">
        <Name ref={props.ref} batch={batch} title={title} mayChange={mayChange} />
        <Facts batch={batch} made={props.made} />
        <BatchVerdict batch={batch} report={report} />
      </div>
      <div className="no-print flex flex-wrap items-start gap-2">
        <BatchFormats batch={batch} title={title} />
        {mayChange && (batch.status === 'completed' || batch.status === 'failed') && (
          <DeleteBatch batch={batch} title={title} />
        )}
      </div>
    </header>
  );
}

function Name(props: {
  ref: Ref<HTMLHeadingElement>;
  batch: GenerationLog;
  title: string;
  mayChange: boolean;
}) {
  const { batch, title } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => renameBatch(batch.batch_id, name),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['batches'] });
      setTyped(null);
    },
    onError: (error) => fail('Error', error),
  });
  if (typed !== null) {
    return (
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(typed);
        }}
      >
        <h1 ref={props.ref} tabIndex={-1} className="sr-only">
          {title}
        </h1>
        <Input
          aria-label="Name of the batch"
          autoFocus
          className="max-w-md"
          maxLength={120}
          placeholder={batchTitle({ ...batch, name: null })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
        />
        <Button type="submit" variant="primary" busy={rename.isPending} busyLabel="Saving...">
          Save name
        </Button>
        <Button onClick={() => setTyped(null)}>Cancel</Button>
      </form>
    );
  }
  return (
    <div className="flex items-start gap-1.5">
      <h1 ref={props.ref} tabIndex={-1} className="text-xl wrap-anywhere">
        {title}
      </h1>
      {props.mayChange && (
        <Button
          size="icon"
          variant="ghost"
          className="no-print"
          aria-label="Rename this batch"
          onClick={() => setTyped(batch.name ?? '')}
        >
          <Pencil aria-hidden />
        </Button>
      )}
    </div>
  );
}

const requestedRows = (run: Run | null): number =>
  typeof run?.subject.count === 'number' ? run.subject.count : 0;

function Facts({ batch, made }: { batch: GenerationLog; made: Run | null }) {
  const maker = useQuery(memberQuery(batch.created_by));
  const learnedFrom = manifestOf(batch).notes?.learnedFrom;
  const kind = kindOf(batch);
  const seconds =
    made?.started_at && made.finished_at
      ? (Date.parse(made.finished_at) - Date.parse(made.started_at)) / 1000
      : null;
  const parts = [
    learnedFrom ? `trained on ${formatCount(learnedFrom)}` : null,
    maker.data && `by ${maker.data}`,
    formatUtc(batch.created_at),
    seconds !== null && formatElapsed(Math.max(1, seconds)),
  ].filter(Boolean);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      <OriginMark origin={kind === 'blend' ? 'blend' : 'synthetic'} />
      <span>
        <span className="text-ink">
          {formatCount(batch.record_count || requestedRows(made))}{' '}
          {kind === 'simulated' && batch.entity_type !== 'table' ? batch.entity_type : 'rows'}
        </span>
        {parts.map((part) => ` · ${part}`)}
      </span>
      <CopyId id={batch.batch_id} shown={shortId(batch.batch_id)} what="batch id" />
    </p>
  );
}
