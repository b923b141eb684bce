import { useState } from 'react';
import type { Dataset } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { type Analyzable, useAnalyze } from './analysis.ts';
import { AnalyzeButtons } from './analyze-buttons.tsx';
import { ThresholdDialog } from './threshold-dialog.tsx';

const RECENT = 5;

export function DatasetsToAnalyze(props: {
  datasets: readonly Dataset[];
  all: readonly Dataset[];
}) {
  const analyze = useAnalyze();
  const [chosen, setChosen] = useState<Analyzable | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {props.datasets.slice(0, RECENT).map((dataset) => (
          <li
            key={dataset.id}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3 md:grid md:grid-cols-[1fr_5rem_9rem_auto]"
          >
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{dataset.filename}</span>
            <OriginMark origin={dataset.kind === 'upload' ? 'real' : dataset.kind} />
            <span className="text-ink-soft md:text-right">
              {formatCount(dataset.record_count)} records
            </span>
            <AnalyzeButtons dataset={dataset} analyze={analyze} onThreshold={setChosen} />
          </li>
        ))}
      </ul>
      {chosen && (
        <ThresholdDialog
          key={chosen.id}
          dataset={chosen}
          others={props.all.filter(({ id }) => id !== chosen.id)}
          onClose={() => setChosen(null)}
          onAnalyze={(order) => {
            setChosen(null);
            analyze.mutate(order);
          }}
        />
      )}
    </>
  );
}
