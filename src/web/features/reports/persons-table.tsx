import type { Persons } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;

const sideText = ({ rowsPerPerson, consistent }: NonNullable<Persons['identity']>['real']) =>
  `${rowsPerPerson.toFixed(2)} rows per person${
    consistent === null ? '' : `, ${percent(consistent)} with one identity`
  }`;

/** Columns of personal data: drawn values that are real, compared with chance, and identities. */
export function PersonsTable({ persons: { columns, identity } }: { persons: Persons }) {
  return (
    <section aria-labelledby="persons" className="mb-7">
      <h3 id="persons" className="mb-2">
        Persons
      </h3>
      <div className="overflow-x-auto">
        <table className="w-full max-w-[72ch] text-left">
          <thead className="text-ink-soft">
            <tr>
              {['Column', 'Kind', 'Values drawn', 'Real', 'By chance'].map((head) => (
                <th key={head} scope="col" className="py-1 pr-4 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ column, kind, values, found, chance }) => (
              <tr key={column} className="border-t border-line">
                <th scope="row" className="py-1 pr-4 font-normal">
                  {column}
                </th>
                <td className="py-1 pr-4">{kind.replaceAll('_', ' ')}</td>
                <td className="py-1 pr-4">{formatCount(values)}</td>
                <td className="py-1 pr-4">{formatCount(found)}</td>
                <td className="py-1 pr-4">{percent(chance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {identity && (
        <p className="mt-2 text-ink-soft">
          {identity.columns[0]}: {sideText(identity.synthetic)}; file: {sideText(identity.real)}.
        </p>
      )}
    </section>
  );
}
