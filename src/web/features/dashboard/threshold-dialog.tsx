import { useState } from 'react';
import { MAX_CASES } from '../../../shared/limits.ts';
import type { Dataset } from '../../data/rows.ts';
import { formatCount, sampleSentence } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { AnalysisOrder, Analyzable } from './analysis.ts';
import { METHODS, type Method, readThreshold, readWindow, startingValue } from './thresholds.ts';
import { useThresholdCount } from './use-threshold-count.ts';

const METHOD_OPTIONS = Object.entries(METHODS).map(([value, { label }]) => ({
  value: value as Method,
  label,
}));

export function ThresholdDialog(props: {
  dataset: Analyzable;
  others: readonly Dataset[];
  onClose: () => void;
  onAnalyze: (order: AnalysisOrder) => void;
}) {
  const { dataset } = props;
  const all = dataset.record_count;
  const [method, setMethod] = useState<Method>('capacity');
  const [typed, setTyped] = useState(startingValue('capacity', all));
  // Count and analyze with the same seed, so that the batch contains the counted rows.
  const [seed] = useState(() => String(crypto.getRandomValues(new Uint32Array(1))[0]));
  const [baselineId, setBaselineId] = useState('');
  const [typedWindow, setTypedWindow] = useState('7');
  const threshold = readThreshold(method, typed, baselineId);
  const { count, rows, sampledBy, error } = useThresholdCount(dataset, threshold, seed);
  const windowDays = readWindow(typedWindow);
  const issue = typeof threshold === 'string' ? threshold : undefined;
  const choose = (next: Method) => {
    setMethod(next);
    setTyped(startingValue(next, all));
  };
  const analyze = () => {
    if (typeof threshold === 'string') return fail('Validation Error', threshold);
    if (typeof windowDays === 'string') return fail('Validation Error', windowDays);
    props.onAnalyze({ dataset, threshold, seed, windowDays });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Alert threshold"
      description={`Choose how many rows of ${dataset.filename} to flag for review. Nothing is sent until you press Analyze.`}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" disabled={isTooMany(count)} onClick={analyze}>
            Analyze
          </Button>
        </>
      }
    >
      <div className="space-y-4 pt-1">
        <SelectField label="Method" value={method} options={METHOD_OPTIONS} onChange={choose} />
        <Field label={METHODS[method].field} hint={METHODS[method].hint} error={issue}>
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
          <SelectField
            label="Baseline of normal rows"
            hint="A dataset with the same columns and no fraud; if that is uncertain, the rate is an estimate"
            value={baselineId}
            options={props.others.map(({ id, filename }) => ({ value: id, label: filename }))}
            placeholder="Select a dataset"
            onChange={setBaselineId}
          />
        )}
        <Field
          label="Pattern window (days)"
          hint="Transfers within this many days can form one pattern"
          error={typeof windowDays === 'string' ? windowDays : undefined}
        >
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="numeric"
              value={typedWindow}
              onChange={(event) => setTypedWindow(event.target.value)}
            />
          )}
        </Field>
        <CountNote
          count={count}
          rows={rows}
          of={all}
          sampledBy={sampledBy}
          problem={issue === undefined ? error : issue}
        />
      </div>
    </Dialog>
  );
}

const isTooMany = (count: number | undefined) => count !== undefined && count > MAX_CASES;

function CountNote(props: {
  count: number | undefined;
  rows: number;
  of: number;
  /** Account column, if accounts are sampled whole. */
  sampledBy: string | null;
  problem: Error | string | null;
}) {
  const { count, rows, of, sampledBy, problem } = props;
  const text =
    typeof problem === 'string'
      ? 'No count for this value.'
      : problem
        ? messageOf(problem)
        : count === undefined
          ? 'Counting...'
          : `${formatCount(count)} of ${formatCount(rows)} rows would become exceptions.`;
  return (
    <p role="status" className="border-l-2 border-action bg-sunk px-4 py-3">
      {text}
      {rows < of && ` ${sampleSentence(rows, of, sampledBy)}`}
      {isTooMany(count) && ` A batch holds at most ${formatCount(MAX_CASES)}.`}
    </p>
  );
}
