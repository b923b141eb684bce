import type { ReactNode } from 'react';
import { OUTSIDE_GUARANTEE } from '../../../shared/report-sentences/outside-guarantee.ts';
import type { guaranteeNote } from '../../data/batch-facts.ts';
import type { ReportDocument } from '../../data/report-document.ts';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { ColumnChart, columnsBySize } from './column-chart.tsx';
import { DEFINITIONS } from './definitions.ts';
import { FairnessPart } from './fairness-part.tsx';
import { FiguresTable } from './figures-table.tsx';
import { HistoriesTable } from './histories-table.tsx';
import { MetricTable } from './metric-table.tsx';
import { byReason, OpenPoint } from './open-point.tsx';
import { PicturesPart } from './pictures-part.tsx';
import { PrivacyPart } from './privacy-part.tsx';
import { RelationPanels } from './relation-panels.tsx';
import { RulesTable } from './rules-table.tsx';
import { TableRelations } from './table-relations.tsx';
import { UsefulnessPart } from './usefulness-part.tsx';
import { openPoints } from './verdicts.ts';

function Part(props: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id} className="border-b border-line py-8">
      <h2
        id={props.id}
        tabIndex={-1}
        className="mb-4 scroll-mt-28 text-lg min-[900px]:scroll-mt-20"
      >
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

export function ReportBody(props: {
  report: ReportDocument;
  own: ReturnType<typeof guaranteeNote>;
  /** Sentences on inferred column formats, by column. */
  formats: Readonly<Record<string, string>>;
}) {
  const { report, own } = props;
  const formats = Object.entries(props.formats);
  const { quality, privacy, from_scratch: scratch } = report;
  const open = openPoints(report);
  return (
    <>
      {privacy?.outsideGuarantee && (
        <p className="mt-6 max-w-[72ch] border-l-2 border-warning pl-4">{OUTSIDE_GUARANTEE}</p>
      )}
      {quality?.usefulness && (
        <Part id="usefulness" title="Usefulness">
          <UsefulnessPart usefulness={quality.usefulness} />
        </Part>
      )}
      {quality?.pictures && quality.pictures.length > 0 && (
        <Part id="pictures" title="Patterns">
          <PicturesPart pictures={quality.pictures} />
        </Part>
      )}
      {quality && (
        <Part id="quality" title="Fidelity">
          <MetricTable quality={quality} />
        </Part>
      )}
      {quality && quality.overlays.length > 0 && (
        <Part id="columns" title="Columns">
          <p className="mb-5 flex flex-wrap gap-6">
            <OriginMark origin="real" />
            <OriginMark origin="synthetic" />
            <span className="text-xs text-ink-soft">
              Cells of fewer than five real rows are left out. Largest gap first.
            </span>
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
            {columnsBySize(quality).map((column) => (
              <ColumnChart key={column.overlay.column} {...column} />
            ))}
          </div>
        </Part>
      )}
      {quality && quality.trends.length > 0 && (
        <Part id="relations" title="Correlations">
          <p className="mb-5 max-w-[72ch] text-ink-soft">
            Pearson’s r of two columns of numbers, Cramér’s V of all other pairs. Use the arrow keys
            or point at a cell for its values.
          </p>
          <RelationPanels trends={quality.trends} />
        </Part>
      )}
      {quality?.relations && quality.relations.length > 0 && (
        <Part id="tables" title="Relations between tables">
          <TableRelations relations={quality.relations} />
        </Part>
      )}
      {quality?.sequences?.histories && quality.sequences.histories.length > 0 && (
        <Part id="histories" title="Histories">
          <p className="mb-5 max-w-[72ch] text-ink-soft">
            Means of each measure, and its similarity to the real rows.
          </p>
          <HistoriesTable quality={quality} />
        </Part>
      )}
      {quality?.rules && quality.rules.length > 0 && (
        <Part id="rules" title="Rules">
          <p className="mb-5 max-w-[72ch] text-ink-soft">
            Rules found in the real rows, with the share of rows that keep them.
          </p>
          <RulesTable rules={quality.rules} />
        </Part>
      )}
      {formats.length > 0 && (
        <Part id="formats" title="Column formats">
          <ul className="max-w-[72ch] list-disc space-y-1.5 pl-5">
            {formats.map(([column, sentence]) => (
              <li key={column} className="wrap-anywhere">
                {column}: {sentence}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {quality?.fairness && (
        <Part id="fairness" title="Fairness">
          <FairnessPart fairness={quality.fairness} />
        </Part>
      )}
      {privacy && (
        <Part id="privacy" title="Disclosure risk">
          <PrivacyPart privacy={privacy} own={own} />
        </Part>
      )}
      {scratch && (
        <Part id="figures" title="Configuration checks">
          <FiguresTable report={scratch} />
        </Part>
      )}
      <Part id="not-measured" title="Not measured">
        {open.length > 0 ? (
          <ul className="max-w-[72ch] list-disc space-y-1.5 pl-5">
            {byReason(open).map(({ names, why }) => (
              <OpenPoint key={`${names[0]} ${why}`} names={names} why={why} />
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">All figures of this report were measured.</p>
        )}
      </Part>
      <details className="py-6">
        <summary className="link min-h-6">Definitions of the figures</summary>
        <dl className="mt-4 max-w-[72ch] space-y-3">
          {DEFINITIONS.map((definition) => (
            <div key={definition.key}>
              <dt className="figure-serif">{definition.term}</dt>
              <dd className="text-ink-soft">{definition.text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
