import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callFunction } from '../../data/call-function.ts';
import { type Analyzable, sourceOf } from './analysis.ts';
import { countAtOnce, type Threshold } from './thresholds.ts';

type Counted = { status: string; taken?: number };

const AFTER_TYPING = 400;
const POLL_INTERVAL = 1500;

/** A value some moments after its last change, so that not every key is a request. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), AFTER_TYPING);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/** How many rows the threshold takes: at once where that follows from the rows, else as the scores say. */
export function useThresholdCount(
  dataset: Analyzable,
  threshold: Threshold | string,
  seed: string,
): { count: number | undefined; error: Error | null } {
  const known = typeof threshold === 'string' ? 0 : countAtOnce(threshold, dataset.record_count);
  const requested = useDebounced(JSON.stringify(threshold));
  const current = requested === JSON.stringify(threshold);
  const counted = useQuery({
    queryKey: ['threshold', dataset.id, requested, seed],
    queryFn: () =>
      callFunction<Counted>('preview-threshold', {
        ...sourceOf(dataset),
        threshold: JSON.parse(requested) as Threshold,
        seed,
      }),
    enabled: known === null && current,
    refetchInterval: (query) => (query.state.data?.status === 'queued' ? POLL_INTERVAL : false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (known !== null) return { count: known, error: null };
  return { count: current ? counted.data?.taken : undefined, error: counted.error };
}
