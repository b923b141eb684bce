import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { ExportedBatch } from './export-batch.ts';
import { ExportMenu } from './export-menu.tsx';
import { ShortcutSwitch } from './shortcuts.tsx';

export function ReviewToolbar(props: {
  exported: ExportedBatch;
  decided: number;
  shortcuts: [on: boolean, set: (on: boolean) => void];
  /** Words of the last decision while it can be undone. */
  undo: { offered: string | null; run: () => void };
  onHelp: () => void;
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
        {props.decided} of {total} reviewed.{' '}
        {props.undo.offered ?? 'Unreviewed cases follow the batch decision.'}
      </p>
      {props.undo.offered !== null && (
        <Button size="small" onClick={props.undo.run}>
          Undo last <kbd className="font-mono text-xs text-ink-soft">Z</kbd>
        </Button>
      )}
      {props.bulk}
      <ExportMenu {...props.exported} />
      <ShortcutSwitch on={shortcuts} onChange={setShortcuts} onHelp={props.onHelp} />
    </div>
  );
}
