import type { Dataset } from '../../data/rows.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';

export function GenerateOffer(props: {
  dataset: Dataset;
  onGenerate: () => void;
  onPreview: () => void;
}) {
  const { dataset } = props;
  return (
    <Card aria-labelledby="generate-from" className="mb-8 scroll-mt-24 border-action!">
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
        {dataset.filename}: train a model on this file and sample new rows with the same columns.
      </CardHead>
    </Card>
  );
}
