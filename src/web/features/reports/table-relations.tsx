import type { QualityReport } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { ReportRow, ReportTable } from './report-table.tsx';
import { shareOrDash } from './verdicts.ts';

const HEADS = [
  'Relation',
  'Rows per parent',
  'Similarity of counts',
  'Similarity of column pairs',
  'No parent',
];
const perParent = (value: number) => value.toFixed(2);
export function TableRelations({
  relations,
}: {
  relations: NonNullable<QualityReport['relations']>;
}) {
  return (
    <ReportTable heads={HEADS}>
      {relations.map(({ column, parent, parentKey, orphans, mean, cardinality, trends }) => (
        <ReportRow
          key={column}
          name={`${column} names ${parent}.${parentKey}`}
          figures={[
            <>
              {perParent(mean.synthetic)}{' '}
              {mean.real !== null && (
                <span className="text-ink-soft">(real {perParent(mean.real)})</span>
              )}
            </>,
            shareOrDash(cardinality),
            shareOrDash(trends),
            formatCount(orphans.synthetic),
          ]}
        />
      ))}
    </ReportTable>
  );
}
