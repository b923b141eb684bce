import { useDeferredValue, useState } from 'react';
import type { OpenCaseAnswer } from '../../../shared/contracts/cases.ts';
import { formatCount } from '../../lib/format.ts';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { RowList } from './case-narrative.tsx';
import { ValueCells } from './value-cells.tsx';

const HEAD = 'label-caps border-b border-line py-1.5 pr-4 font-normal';

export function UsualTable({ usual }: Pick<OpenCaseAnswer, 'usual'>) {
  return (
    <ScrollFrame label="Figures of flagged and other rows">
      <table className="w-full max-w-4xl border-collapse text-left">
        <thead>
          <tr>
            {['Fact', 'Flagged rows', 'Other rows of the account', 'Rows'].map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {usual.map((fact) => (
            <tr key={fact.name} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="py-2 pr-4 font-normal whitespace-nowrap">
                {fact.name}
              </th>
              <td className="min-w-40 py-2 pr-4">{fact.flagged}</td>
              <td className="min-w-40 py-2 pr-4 text-ink-soft">{fact.usual}</td>
              <td className="min-w-24 py-2">
                <RowList rows={fact.rows} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** Rows of the timeline as a table, the flagged ones alone at first. */
export function TimelineRows(props: {
  drawn: NonNullable<OpenCaseAnswer['drawn']>;
  flagged: number[];
  /** Row that was asked for, listed if it is one of the account. */
  shown: number | undefined;
}) {
  const [chosen, setAll] = useState(false);
  const { columns, rows, timeline, account } = props.drawn;
  const flagged = new Set(props.flagged);
  const all = chosen || (props.shown !== undefined && !flagged.has(props.shown));
  // The button answers at once; up to a thousand rows follow.
  const isWhole = useDeferredValue(all);
  const shown = [...rows.keys()].filter((i) => isWhole || flagged.has(timeline[i]!.row));
  return (
    <>
      <p className="mt-4 mb-2 flex flex-wrap justify-between gap-3">
        <span>
          {all ? `${formatCount(rows.length)} rows around the flagged ones` : 'Flagged rows'}
        </span>
        <button type="button" className="link" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? 'Show flagged rows only' : 'Show all rows'}
        </button>
      </p>
      <ScrollFrame label={`Rows of ${account}`} className="max-h-96">
        <table className="w-full border-collapse text-left text-xs">
          <thead>
            <tr>
              {['Row', ...columns].map((name, i) => (
                <th key={`${i} ${name}`} scope="col" className={`${HEAD} whitespace-nowrap`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((i) => {
              const { row } = timeline[i]!;
              return (
                <tr
                  key={row}
                  id={`row-${row}`}
                  tabIndex={-1}
                  className="scroll-mt-24 border-b border-line target:bg-sunk last:border-b-0"
                >
                  <td className={`py-1 pr-4 ${flagged.has(row) ? 'text-danger' : ''}`}>
                    {row}
                    {flagged.has(row) && all ? ' flagged' : ''}
                  </td>
                  <ValueCells values={rows[i]!} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollFrame>
    </>
  );
}
