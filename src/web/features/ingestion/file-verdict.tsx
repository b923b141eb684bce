import { CircleAlert, CircleCheck } from 'lucide-react';
import { counted, formatUtc } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { FileCheck } from './check-file.ts';

export function FileVerdict(props: {
  check: FileCheck;
  /** Upload time of a dataset of the same name. */
  sameName: string | null;
  onTakeAsIs: () => void;
  onMap: () => void;
}) {
  const { check } = props;
  if (check.kind === 'missing') return <OwnColumns {...props} check={check} />;
  const good = check.kind === 'ready';
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <div
      role={good ? 'status' : 'alert'}
      className={`mt-4 flex max-w-[72ch] items-start gap-2 text-left ${good ? 'text-good' : 'text-danger'}`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p>{check.message}</p>
        <SameName sameName={props.sameName} />
        {check.kind === 'ready' && check.read && (
          <p className="mt-1">
            <LinkButton onClick={props.onMap}>Check columns</LinkButton>
          </p>
        )}
      </div>
    </div>
  );
}

const SameName = ({ sameName }: { sameName: string | null }) =>
  sameName === null ? null : (
    <p className="mt-1 text-warning">
      A dataset of this name was uploaded {formatUtc(sameName)}. Both are kept.
    </p>
  );

/** Greets a file of other columns than a template's as what it is. */
function OwnColumns(props: {
  check: Extract<FileCheck, { kind: 'missing' }>;
  sameName: string | null;
  onTakeAsIs: () => void;
  onMap: () => void;
}) {
  const { missing, message, records, columns, read } = props.check;
  const open = read.layout.filter(({ ambiguous }) => ambiguous).map(({ name }) => name);
  return (
    <div role="status" className="mt-4 max-w-[72ch] text-left">
      <p className="flex items-start gap-2 text-good">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          {records === null ? '' : `${counted(records, 'row', 'rows')}, `}
          {counted(columns, 'column', 'columns')}: your own
        </span>
      </p>
      {records === 0 && (
        <p className="mt-1 text-warning">
          The file has no rows, so nothing can be learned from it.
        </p>
      )}
      <SameName sameName={props.sameName} />
      {open.length > 0 && (
        <p className="mt-1 wrap-anywhere text-warning">
          {open.length === 1 ? 'One column needs' : `${open.length} columns need`} a format before
          rows can be generated: {open.join(', ')}.
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-2">
        <Button variant={open.length > 0 ? 'secondary' : 'primary'} onClick={props.onTakeAsIs}>
          Use the columns as they are
        </Button>
        <Button variant={open.length > 0 ? 'primary' : 'secondary'} onClick={props.onMap}>
          Map columns
        </Button>
      </p>
      <details className="mt-3 text-xs text-ink-soft">
        <summary className="min-h-6">{message}</summary>
        <p className="mt-1">
          Missing: <span className="font-mono">{missing.join(', ')}</span>
        </p>
      </details>
    </div>
  );
}
