import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_COUNT_FROM_UPLOAD } from '../../../shared/limits.ts';
import type { Dataset } from '../../data/rows.ts';
import { shortId } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Mechanism, type Protection, STANDARD_EPSILON, settingsOf } from './protection.ts';
import { ProtectionFields } from './protection-fields.tsx';
import { useGenerateFrom } from './use-generate-from.ts';

/** Offered after an upload: rows shaped by what was just uploaded. */
export function GenerateCard(props: {
  uploaded: string;
  /** From a row of the table, which may be far below: the card is brought into view. */
  focused: boolean;
  datasets: readonly Dataset[];
}) {
  const { uploaded, datasets } = props;
  const [manifestId, setManifestId] = useState(uploaded);
  const [mode, setMode] = useState<Protection>('balanced');
  const [epsilon, setEpsilon] = useState(STANDARD_EPSILON);
  const [mechanism, setMechanism] = useState<Mechanism>('mst');
  const generate = useGenerateFrom();
  const card = useRef<HTMLElement>(null);
  const { focused } = props;
  useEffect(() => {
    if (focused) card.current?.focus();
  }, [focused]);
  const submit = () => {
    if (!datasets.some((dataset) => dataset.id === manifestId)) {
      return fail('Invalid manifest', 'Please select a valid dataset');
    }
    generate.mutate({ manifestId, settings: settingsOf(mode, epsilon, mechanism) });
  };
  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-labelledby="generate-from"
      className="mb-8 scroll-mt-24 border-action!"
    >
      <CardHead id="generate-from" title="Generate Synthetic Data from Upload">
        {DEFAULT_COUNT_FROM_UPLOAD} rows with the columns of your file, drawn from what was learnt
        of it.
      </CardHead>
      <div className="grid gap-x-4 gap-y-5 px-5 pb-5 md:grid-cols-3">
        <SelectField
          label="Dataset"
          value={manifestId}
          options={datasets.map(({ id, filename }) => ({ value: id, label: filename }))}
          placeholder="Select a dataset"
          onChange={setManifestId}
        />
        <ProtectionFields
          manifestId={manifestId}
          mode={mode}
          epsilon={epsilon}
          mechanism={mechanism}
          onMode={setMode}
          onEpsilon={setEpsilon}
          onMechanism={setMechanism}
        />
        <Button
          className="justify-self-start md:col-span-3"
          variant="primary"
          busy={generate.isPending}
          busyLabel="Generating..."
          onClick={submit}
        >
          Generate Synthetic Data
        </Button>
      </div>
      {generate.data && (
        <p role="status" className="border-t border-line px-5 py-3 text-ink-soft">
          {generate.data.message ?? 'Done.'} Batch{' '}
          <code className="font-mono text-xs">{shortId(generate.data.batchId)}</code>.{' '}
          <Link to="/explorer" search={{ tab: 'transactions' }} className="link">
            Browse the rows
          </Link>
        </p>
      )}
    </Card>
  );
}
