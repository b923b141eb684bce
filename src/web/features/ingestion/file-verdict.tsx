import { CircleAlert, CircleCheck } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { FileCheck } from './check-file.ts';

export function FileVerdict(props: {
  check: FileCheck;
  onTakeAsIs: () => void;
  onMap: () => void;
}) {
  const { check } = props;
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
        {check.kind === 'missing' && (
          <>
            <p className="mt-1 text-ink-soft">
              Missing: <span className="font-mono text-xs">{check.missing.join(', ')}</span>
            </p>
            <p className="mt-3 flex flex-wrap gap-2">
              <Button onClick={props.onTakeAsIs}>Use the columns as they are</Button>
              <Button onClick={props.onMap}>Map columns</Button>
            </p>
          </>
        )}
      </div>
    </div>
  );
}
