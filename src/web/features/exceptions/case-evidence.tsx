import { type AnalysisRecord, detectorName } from '../../data/exception-contents.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { beforeTitleOf } from './case-subject.ts';
import { PatternPicture } from './pattern-picture.tsx';
import { ValueCells } from './value-cells.tsx';

const TONE: Record<string, Tone> = { Critical: 'danger', High: 'warning' };

export function CaseMarks(props: { exception: ExceptionCase; analysis: AnalysisRecord | null }) {
  const { band, tags = [], agreeing, explores } = props.exception;
  const detectors = props.analysis?.detectors ?? [];
  if (band === undefined && tags.length === 0 && agreeing === undefined) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {band && <Badge tone={TONE[band] ?? 'secondary'}>{band}</Badge>}
      {tags.map((tag) => (
        <Badge key={tag} icon={false}>
          {tag}
        </Badge>
      ))}
      {explores && <Badge tone="default">Listed to learn from</Badge>}
      {agreeing && detectors.length > 0 && (
        <span className="text-ink-soft">
          Flagged by {agreeing.length} of {detectors.length} detectors
          {agreeing.length > 0 ? ` (${agreeing.map(detectorName).join(', ')})` : ''}
        </span>
      )}
    </div>
  );
}

export function CaseContext(props: { exception: ExceptionCase; analysis: AnalysisRecord | null }) {
  const { before = [], patterns = [] } = props.exception;
  const columns = props.analysis?.historyColumns ?? [];
  const drawn = patterns.flatMap((place) => props.analysis?.patterns[place] ?? []);
  return (
    <>
      {drawn.length > 0 && (
        <>
          <h4 className="mt-6 mb-1.5 text-ink-soft">Transfer patterns</h4>
          <div className="space-y-4">
            {drawn.map((pattern, i) => (
              <PatternPicture key={i} pattern={pattern} />
            ))}
          </div>
        </>
      )}
      {before.length > 0 && columns.length > 0 && (
        <>
          <h4 className="mt-6 mb-1.5 text-ink-soft">{beforeTitleOf(props.exception)}</h4>
          <ScrollFrame label={beforeTitleOf(props.exception)} className="max-w-4xl">
            <table className="w-full border-collapse text-left text-xs">
              <thead>
                <tr>
                  {['Row', ...columns].map((name) => (
                    <th
                      key={name}
                      scope="col"
                      className="border-b border-line py-1.5 pr-4 font-normal whitespace-nowrap text-ink-soft"
                    >
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {before.map(({ row, values }) => (
                  <tr key={row} className="border-b border-line last:border-b-0">
                    <td className="py-1 pr-4">{formatCount(row)}</td>
                    <ValueCells values={values} />
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollFrame>
        </>
      )}
    </>
  );
}
