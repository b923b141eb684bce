import type { ReactNode } from 'react';
import { OverlayChart } from '../../charts/overlay-chart.tsx';
import type { ReportDocument } from '../../data/report-document.ts';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { DEFINITIONS } from './definitions.ts';
import { FiguresTable } from './figures-table.tsx';
import { MetricTable } from './metric-table.tsx';
import { byReason, OpenPoint } from './open-point.tsx';
import { PrivacyPart } from './privacy-part.tsx';
import { RelationPanels } from './relation-panels.tsx';
import { formatShare, openPoints } from './verdicts.ts';

function Part(props: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id} className="border-b border-line py-8">
      <h2 id={props.id} className="mb-4 text-lg">
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

/** Metric by metric, each beside what real data gets; then what was not measured, as visible as the scores. */
export function ReportBody(props: { report: ReportDocument; mechanism: string | null }) {
  const { report, mechanism } = props;
  const { quality, privacy, from_scratch: scratch } = report;
  const open = openPoints(report);
  return (
    <>
      {quality && (
        <Part id="quality" title="How like the original">
          <MetricTable quality={quality} />
        </Part>
      )}
      {quality && quality.overlays.length > 0 && (
        <Part id="columns" title="Column by column">
          <p className="mb-5 flex flex-wrap gap-6">
            <OriginMark origin="real" />
            <OriginMark origin="synthetic" />
            <span className="text-xs text-ink-soft">
              Cells of fewer than five real rows are left out
            </span>
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
            {quality.overlays.map((overlay) => {
              const shape = quality.shapes.find(({ column }) => column === overlay.column);
              return (
                <OverlayChart
                  key={overlay.column}
                  title={overlay.column}
                  bins={overlay.bins}
                  note={
                    shape?.score === null || shape === undefined
                      ? undefined
                      : `likeness ${formatShare(shape.score)}${shape.holdout === null ? '' : `, real data ${formatShare(shape.holdout)}`}`
                  }
                />
              );
            })}
          </div>
        </Part>
      )}
      {quality && quality.trends.length > 0 && (
        <Part id="relations" title="How columns go together">
          <p className="mb-5 max-w-[72ch] text-ink-soft">
            Pearson’s r of two columns of numbers, Cramér’s V of all other pairs, from none (empty)
            to 1 (full); a bar across marks a negative value. Columns stand in the order of the
            file. Point at a cell for its columns and its value; the table lists them all.
          </p>
          <RelationPanels trends={quality.trends} />
        </Part>
      )}
      {privacy && (
        <Part id="privacy" title="What could be learnt about real people">
          <PrivacyPart privacy={privacy} mechanism={mechanism} />
        </Part>
      )}
      {scratch && (
        <Part id="from-scratch" title="What was asked for, and what came out">
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
          <p className="text-ink-soft">Everything this report knows of was measured.</p>
        )}
      </Part>
      <details className="py-6">
        <summary className="link min-h-6">What these figures mean</summary>
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
