import { useEffect, useRef } from 'react';
import type { Dataset } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';

/** Offered after an upload: to generate rows from it, and to look at how its columns were read first. */
export function GenerateOffer(props: {
  dataset: Dataset;
  onGenerate: () => void;
  onPreview: () => void;
}) {
  const { dataset } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // Nothing is returned: some browsers answer with a promise, which would be taken for a cleanup.
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card ref={card} aria-labelledby="generate-from" className="mb-8 scroll-mt-24 border-action!">
      <CardHead
        id="generate-from"
        title="Generate Synthetic Data from Upload"
        action={
          <>
            <Button onClick={props.onPreview}>Check columns</Button>
            <Button variant="primary" onClick={props.onGenerate}>
              Generate Synthetic Data
            </Button>
          </>
        }
      >
        {dataset.filename}: {formatCount(dataset.record_count)} records,{' '}
        {Object.keys(dataset.schema).length} columns. Train a model on this file and sample new rows
        with the same columns.
      </CardHead>
    </Card>
  );
}
