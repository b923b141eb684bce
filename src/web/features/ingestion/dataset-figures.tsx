import type { Dataset } from '../../data/rows.ts';
import { fileSize } from '../../lib/file-size.ts';
import { formatCount } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/figures.tsx';

/** The Storage Used card assumes 5 MB for each dataset. */
const estimatedGigabytes = (datasets: number) => (datasets * 5) / 1024;

export function DatasetFigures({ datasets }: { datasets: readonly Dataset[] }) {
  const sum = (of: (dataset: Dataset) => number) =>
    datasets.reduce((total, dataset) => total + Number(of(dataset)), 0);
  return (
    <Figures label="Datasets">
      <Figure label="Total Datasets" value={formatCount(datasets.length)} />
      <Figure label="Total Records" value={formatCount(sum((dataset) => dataset.record_count))} />
      <Figure
        label="Storage Used"
        value={`${estimatedGigabytes(datasets.length).toFixed(2)} GB`}
        note={
          <>
            estimate: 5 MB per dataset
            <br />
            actual: {fileSize(sum((dataset) => dataset.file_size))}
          </>
        }
      />
    </Figures>
  );
}
