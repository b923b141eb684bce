import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalibrateDatasetAnswer } from '../../../../shared/contracts/calibration.ts';
import { BANK_PRESETS } from '../../../../shared/institutions.ts';
import { MAX_CALIBRATION_EPSILON } from '../../../../shared/limits.ts';
import { KINDS_OF_WORDS } from '../../../../shared/movement-kinds.ts';
import { callFunction } from '../../../data/call-function.ts';
import type { Dataset } from '../../../data/rows.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { messageOf } from '../../../lib/service-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/input.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { EPSILONS } from '../protection.ts';
import { CalibrationResult } from './calibration-result.tsx';
import { kindsOfWords, likelyKindColumn } from './kinds-of-words.ts';

const POLL_INTERVAL = 1500;
const NO_PRIVACY = 0;
const PRIVACY = [
  { value: NO_PRIVACY, label: 'None, exact aggregates' },
  ...EPSILONS.filter(({ value }) => value <= MAX_CALIBRATION_EPSILON),
];

const PRESET_LABELS: Record<(typeof BANK_PRESETS)[number], string> = {
  'us-community-bank': 'US community bank',
  'us-credit-union': 'US credit union',
  'eu-retail-bank': 'EU retail bank',
};
const PRESETS = BANK_PRESETS.map((value) => ({ value, label: PRESET_LABELS[value] }));

/** Starts a calibration once a body is set, and repeats the request until it is done. */
const useCalibration = (body: Record<string, unknown> | null) =>
  useQuery({
    queryKey: ['calibration', body],
    queryFn: () => callFunction<CalibrateDatasetAnswer>('calibrate-dataset', body!),
    enabled: body !== null,
    refetchInterval: (query) => (query.state.data?.status === 'queued' ? POLL_INTERVAL : false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Calibrates the bank simulator to a dataset and offers the configuration as a file. */
export function CalibrateDialog(props: { dataset: Dataset; onClose: () => void }) {
  const { dataset } = props;
  const columns = Object.keys(dataset.schema);
  const [preset, setPreset] = useState<(typeof BANK_PRESETS)[number]>('us-community-bank');
  const [kindColumn, setKindColumn] = useState(() => likelyKindColumn(columns));
  const [words, setWords] = useState('');
  const [epsilon, setEpsilon] = useState(NO_PRIVACY);
  const [body, setBody] = useState<Record<string, unknown> | null>(null);
  const { data, error, isFetching } = useCalibration(body);
  const kinds = kindsOfWords(words);
  const isRunning = body !== null && !error && data?.calibration === undefined;
  const calibration = data?.calibration;
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setBody(null);
    };
  };
  const start = () =>
    setBody({
      manifest_id: dataset.id,
      preset,
      kind_columns: [kindColumn],
      ...(typeof kinds === 'object' && Object.keys(kinds).length > 0 && { kinds }),
      ...(epsilon !== NO_PRIVACY && { epsilon }),
    });
  const download = () =>
    saveFile(
      `${JSON.stringify(calibration!.configuration, null, 2)}\n`,
      `${dataset.filename.replace(/\.[^.]+$/, '')}-bank.json`,
      'application/json',
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Calibrate simulator"
      description={`Fits a configuration of the bank simulator to aggregates of ${dataset.filename}. No row is learned.`}
      footer={
        <>
          <Button onClick={props.onClose}>Close</Button>
          {calibration === undefined ? (
            <Button
              variant="primary"
              busy={isRunning || (isFetching && body !== null)}
              busyLabel="Calibrating..."
              disabled={kindColumn === '' || typeof kinds === 'string'}
              onClick={start}
            >
              Calibrate
            </Button>
          ) : (
            <Button variant="primary" onClick={download}>
              Download configuration
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4 pt-1">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Preset"
            hint="Settings without a figure in the file keep its values"
            value={preset}
            options={PRESETS}
            onChange={change(setPreset)}
          />
          <SelectField
            label="Privacy budget ε (per account)"
            hint="Differential privacy; spent budget is not refunded"
            value={epsilon}
            options={PRIVACY}
            onChange={change(setEpsilon)}
          />
        </div>
        <SelectField
          label="Transaction type column"
          hint="Its words distinguish purchases, cash and transfers"
          value={kindColumn}
          options={columns.map((value) => ({ value, label: value }))}
          placeholder="Select a column"
          onChange={change(setKindColumn)}
        />
        <Field
          label="Types of other words (optional)"
          hint={`One WORD=type a line; types are ${KINDS_OF_WORDS.join(', ')}`}
          error={typeof kinds === 'string' ? kinds : undefined}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              value={words}
              onChange={(event) => change(setWords)(event.target.value)}
            />
          )}
        </Field>
        {error && (
          <p role="alert" className="border-l-2 border-danger bg-sunk px-4 py-3">
            {messageOf(error)}
          </p>
        )}
        {isRunning && (
          <p role="status">
            Simulates some 40 banks and compares them, about a minute. You can close this dialog;
            the run continues, and the same settings show its result for an hour.
          </p>
        )}
        {calibration && <CalibrationResult message={data!.message} calibration={calibration} />}
      </div>
    </Dialog>
  );
}
