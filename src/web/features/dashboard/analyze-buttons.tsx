import { SlidersHorizontal } from 'lucide-react';
import { useHasFunction } from '../../data/host-functions.ts';
import { Button } from '../../ui/button.tsx';
import type { Analyzable, useAnalyze } from './analysis.ts';

export function AnalyzeButtons(props: {
  dataset: Analyzable;
  analyze: ReturnType<typeof useAnalyze>;
  onThreshold: (dataset: Analyzable) => void;
  isCompact?: boolean;
}) {
  const { dataset, analyze } = props;
  const canPreview = useHasFunction('preview-threshold');
  const canAnalyze = useHasFunction('analyze-transactions');
  if (!canAnalyze) return null;
  const own = analyze.isPending && analyze.variables.dataset.id === dataset.id;
  return (
    <span className="flex gap-2">
      {canPreview && (
        <Button
          size="small"
          variant={props.isCompact ? 'secondary' : 'ghost'}
          disabled={analyze.isPending}
          onClick={() => props.onThreshold(dataset)}
          {...(props.isCompact && { title: 'Alert threshold' })}
        >
          {props.isCompact ? (
            <>
              <SlidersHorizontal aria-hidden />
              <span className="sr-only">Alert threshold for {dataset.filename}</span>
            </>
          ) : (
            <>
              Alert threshold<span className="sr-only"> for {dataset.filename}</span>
            </>
          )}
        </Button>
      )}
      <Button
        size="small"
        busy={own}
        busyLabel="Analyzing..."
        disabled={analyze.isPending && !own}
        onClick={() => analyze.mutate({ dataset })}
      >
        Analyze<span className="sr-only"> {dataset.filename}</span>
      </Button>
    </span>
  );
}
