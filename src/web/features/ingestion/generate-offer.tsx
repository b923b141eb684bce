import type { Dataset } from '../../data/rows.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';

export function GenerateOffer(props: {
  dataset: Dataset;
  onGenerate: () => void;
  onPreview: () => void;
}) {
  const { dataset } = props;
  const isEmpty = Number(dataset.record_count) === 0;
  return (
    <Card aria-labelledby="generate-from" className="mb-8 scroll-mt-24 border-action!">
      <CardHead
        id="generate-from"
        title="Generate Synthetic Data from Upload"
        action={
          <>
            <Button onClick={props.onPreview}>Check columns</Button>
            {!isEmpty && (
              <Button variant="primary" onClick={props.onGenerate}>
                Generate Synthetic Data
              </Button>
            )}
          </>
        }
      >
        {dataset.filename}
        {isEmpty
          ? ' has no rows, so nothing can be learned from it. Upload a file with rows.'
          : ': train a model on this file and sample new rows with the same columns.'}
      </CardHead>
    </Card>
  );
}
