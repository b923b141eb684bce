import type { Dataset } from '../../data/rows.ts';
import { fileSize } from '../../lib/file-size.ts';
import { formatCount } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/figures.tsx';

/** Estimates storage at 5 MB per dataset, as specified for the Storage Used card. */
const estimatedGigabytes = (datasets: number) => (datasets * 5) / 1024;

export function DatasetFigures({ datasets }: { datasets: readonly Dataset[] | undefined }) {
  const sum = (of: (dataset: Dataset) => number) =>
    datasets?.reduce((total, dataset) => total + Number(of(dataset)), 0);
  const count = datasets?.length;
  const [records, bytes] = [sum((row) => row.record_count), sum((row) => row.file_size)];
  return (
    <Figures label="Datasets">
      <Figure label="Total Datasets" value={count === undefined ? undefined : formatCount(count)} />
      <Figure
        label="Total Records"
        value={records === undefined ? undefined : formatCount(records)}
      />
      <Figure
        label="Storage Used"
        value={count === undefined ? undefined : `${estimatedGigabytes(count).toFixed(2)} GB`}
        note={
          <>
            estimate: 5 MB per dataset
            <br />
            {bytes !== undefined && `actual: ${fileSize(bytes)}`}
          </>
        }
      />
    </Figures>
  );
}
