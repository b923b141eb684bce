import type { ReactNode } from 'react';
import { Progress } from '../../ui/progress.tsx';
import type { ExportedBatch } from './export-batch.ts';
import { ExportMenu } from './export-menu.tsx';
import { ShortcutSwitch } from './shortcuts.tsx';

export function ReviewToolbar(props: {
  exported: ExportedBatch;
  decided: number;
  shortcuts: [on: boolean, set: (on: boolean) => void];
  bulk: ReactNode;
}) {
  const [shortcuts, setShortcuts] = props.shortcuts;
  const total = props.exported.cases.length;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-6 py-2.5">
      <div className="min-w-40 flex-1">
        <Progress label="Cases decided" share={total === 0 ? 1 : props.decided / total} />
      </div>
      <p role="status" className="text-xs text-ink-soft">
        {props.decided} of {total} reviewed. Unreviewed cases follow the batch decision.
      </p>
      {props.bulk}
      <ExportMenu {...props.exported} />
      <ShortcutSwitch on={shortcuts} onChange={setShortcuts} />
    </div>
  );
}
