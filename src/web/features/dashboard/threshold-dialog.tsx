import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MAX_CASES } from '../../../shared/limits.ts';
import { callFunction } from '../../data/call-function.ts';
import type { Dataset } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { type AnalysisOrder, type Analyzable, sourceOf } from './analysis.ts';
import {
  countAtOnce,
  METHODS,
  type Method,
  readThreshold,
  startingValue,
  type Threshold,
} from './thresholds.ts';

type Counted = { status: string; taken?: number };

const AFTER_TYPING = 400;
const ASK_AGAIN = 1500;

/** Some moments after the last change, so that not every key is a question. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), AFTER_TYPING);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** How many rows the threshold takes: at once where that follows from the rows, else as the scores say. */
function useCount(dataset: Analyzable, threshold: Threshold | string, seed: string) {
  const known = typeof threshold === 'string' ? 0 : countAtOnce(threshold, dataset.record_count);
  const asked = useSettled(JSON.stringify(threshold));
  const current = asked === JSON.stringify(threshold);
  const counted = useQuery({
    queryKey: ['threshold', dataset.id, asked, seed],
    queryFn: () =>
      callFunction<Counted>('preview-threshold', {
        ...sourceOf(dataset),
        threshold: JSON.parse(asked) as Threshold,
        seed,
      }),
    enabled: known === null && current,
    refetchInterval: (query) => (query.state.data?.status === 'queued' ? ASK_AGAIN : false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (known !== null) return { count: known, error: null };
  return { count: current ? counted.data?.taken : undefined, error: counted.error };
}

/** How many rows come before reviewers, seen before the analysis is started. */
export function ThresholdDialog(props: {
  dataset: Analyzable;
  /** Those whose rows may be taken as ordinary. */
  others: readonly Dataset[];
  onClose: () => void;
  onAnalyze: (order: AnalysisOrder) => void;
}) {
  const { dataset } = props;
  const rows = dataset.record_count;
  const [method, setMethod] = useState<Method>('capacity');
  const [typed, setTyped] = useState(startingValue('capacity', rows));
  // The same seed counts and analyzes, so that the batch holds what was counted.
  const [seed] = useState(() => String(crypto.getRandomValues(new Uint32Array(1))[0]));
  const [baselineId, setBaselineId] = useState('');
  const threshold = readThreshold(method, typed, baselineId);
  const { count, error } = useCount(dataset, threshold, seed);
  const wrong = typeof threshold === 'string' ? threshold : undefined;
  const tooMany = count !== undefined && count > MAX_CASES;
  const choose = (next: Method) => {
    setMethod(next);
    setTyped(startingValue(next, rows));
  };
  const analyze = () => {
    if (typeof threshold === 'string') return fail('Validation Error', threshold);
    props.onAnalyze({ dataset, threshold, seed });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Threshold"
      description={`How many rows of ${dataset.filename} come before reviewers. Nothing is put before anybody until you press Analyze.`}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" disabled={tooMany} onClick={analyze}>
            Analyze
          </Button>
        </>
      }
    >
      <div className="space-y-4 pt-1">
        <Field label="Method">
          {(wiring) => (
            <Select
              {...wiring}
              value={method}
              onChange={(event) => choose(event.target.value as Method)}
            >
              {Object.entries(METHODS).map(([name, { label }]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={METHODS[method].field} hint={METHODS[method].hint} error={wrong}>
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="decimal"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {method === 'false-discovery' && (
          <Field
            label="Rows known to be ordinary"
            hint="A dataset of the same columns without fraud; where that is not sure, the rate is an estimate"
          >
            {(wiring) => (
              <Select
                {...wiring}
                value={baselineId}
                onChange={(event) => setBaselineId(event.target.value)}
              >
                <option value="">Select a dataset</option>
                {props.others.map((other) => (
                  <option key={other.id} value={other.id}>
                    {other.filename}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <p role="status" className="border-l-2 border-action bg-sunk px-4 py-3">
          {wrong
            ? 'No count for this value.'
            : error
              ? messageOf(error)
              : count === undefined
                ? 'Counting...'
                : `${formatCount(count)} of ${formatCount(rows)} rows would become exceptions.`}
          {tooMany && ` A batch holds at most ${formatCount(MAX_CASES)}.`}
        </p>
      </div>
    </Dialog>
  );
}
