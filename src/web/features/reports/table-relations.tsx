import type { QualityReport } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { formatShare } from './verdicts.ts';

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
    <table className="w-full max-w-4xl border-collapse text-left">
      <thead>
        <tr>
          {HEADS.map((name, i) => (
            <th
              key={name}
              scope="col"
              className={`label-caps border-b border-line py-2 font-normal ${i > 0 ? 'pl-4 text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {relations.map(({ column, parent, parentKey, orphans, mean, cardinality, trends }) => (
          <tr key={column} className="border-b border-line last:border-b-0">
            <td className="py-2.5 wrap-anywhere">
              {column} names {parent}.{parentKey}
            </td>
            <td className="pl-4 text-right">
              {perParent(mean.synthetic)}{' '}
              <span className="text-ink-soft">(real {perParent(mean.real)})</span>
            </td>
            <td className="pl-4 text-right">
              {cardinality === null ? '–' : formatShare(cardinality)}
            </td>
            <td className="pl-4 text-right">{trends === null ? '–' : formatShare(trends)}</td>
            <td className="pl-4 text-right">{formatCount(orphans.synthetic)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
