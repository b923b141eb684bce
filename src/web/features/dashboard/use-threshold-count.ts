import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ALWAYS_ANALYZED_ROWS } from '../../../shared/limits.ts';
import { callFunction } from '../../data/call-function.ts';
import { type Analyzable, sourceOf } from './analysis.ts';
import { countAtOnce, type Threshold } from './thresholds.ts';

type Counted = { status: string; rows?: number; sampledBy?: string | null; taken?: number };

const AFTER_TYPING = 400;
const POLL_INTERVAL = 1500;

/** Debounces a value, so that not every key sends a request. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), AFTER_TYPING);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

export function useThresholdCount(
  dataset: Analyzable,
  threshold: Threshold | string,
  seed: string,
): {
  count: number | undefined;
  rows: number;
  sampledBy: string | null;
  error: Error | null;
} {
  const { record_count: all } = dataset;
  // Larger data may be sampled; the server reports the sample size.
  const isCountable = all <= ALWAYS_ANALYZED_ROWS;
  const knownCount =
    typeof threshold === 'string' ? 0 : isCountable ? countAtOnce(threshold, all) : null;
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
    enabled: knownCount === null && current,
    refetchInterval: (query) => (query.state.data?.status === 'queued' ? POLL_INTERVAL : false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (knownCount !== null) return { count: knownCount, rows: all, sampledBy: null, error: null };
  const { rows = all, sampledBy = null, taken } = (current && counted.data) || {};
  return { count: taken, rows, sampledBy, error: counted.error };
}
