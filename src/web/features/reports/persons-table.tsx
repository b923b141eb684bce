import type { Persons } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { ReportRow, ReportTable } from './report-table.tsx';
import { percentToTenths } from './verdicts.ts';

const HEADS = ['Column', 'Kind', 'Values drawn', 'Real', 'By chance'];

const sideText = ({ rowsPerPerson, consistent }: NonNullable<Persons['identity']>['real']) =>
  `${rowsPerPerson.toFixed(2)} rows per person${
    consistent === null ? '' : `, ${percentToTenths(consistent)} with one identity`
  }`;

/** Columns of personal data: drawn values that are real, compared with chance, and identities. */
export function PersonsTable({ persons: { columns, identity } }: { persons: Persons }) {
  return (
    <section aria-labelledby="persons" className="mb-7">
      <h3 id="persons" className="mb-2">
        Persons
      </h3>
      <ScrollFrame label="Personal data by column">
        <ReportTable heads={HEADS}>
          {columns.map(({ column, kind, values, found, chance }) => (
            <ReportRow
              key={column}
              name={column}
              figures={[
                kind.replaceAll('_', ' '),
                formatCount(values),
                formatCount(found),
                percentToTenths(chance),
              ]}
            />
          ))}
        </ReportTable>
      </ScrollFrame>
      {identity && (
        <p className="mt-2 text-ink-soft">
          {identity.columns[0]}: {sideText(identity.synthetic)}; file: {sideText(identity.real)}.
        </p>
      )}
    </section>
  );
}
