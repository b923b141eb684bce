import { createContext, useContext } from 'react';
import type { OpenCaseAnswer } from '../../../shared/contracts/cases.ts';
import { LinkButton } from '../../ui/link-button.tsx';

const MAX_LINKED = 12;

/** Shows a row of the file where it is on the page: in a table or as a step of the network. */
export const ShowRow = createContext<(row: number) => void>(() => {});

export function RowList({ rows }: { rows: readonly number[] }) {
  const show = useContext(ShowRow);
  if (rows.length === 0) return null;
  const hidden = rows.length - MAX_LINKED;
  return (
    <span className="text-xs text-ink-soft">
      {rows.length === 1 ? 'Row ' : 'Rows '}
      {rows.slice(0, MAX_LINKED).map((row, i) => (
        <span key={row}>
          {i > 0 && ', '}
          <LinkButton onClick={() => show(row)}>{row}</LinkButton>
        </span>
      ))}
      {hidden > 0 && ` and ${hidden} more`}
    </span>
  );
}

export function CaseNarrative({ narrative }: Pick<OpenCaseAnswer, 'narrative'>) {
  return (
    <dl className="max-w-[80ch] space-y-4">
      {narrative.map(({ question, facts }) => (
        <div key={question} className="sm:grid sm:grid-cols-[5rem_1fr] sm:gap-x-4">
          <dt className="figure-serif">{question}</dt>
          <dd className="space-y-1.5">
            {facts.map(({ text, rows }) => (
              <p key={text}>
                {text} <RowList rows={rows} />
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Narrative as plain text, each fact with its rows. */
export const narrativeText = ({ narrative, filename, case_id }: OpenCaseAnswer): string =>
  [
    `Case ${case_id}, rows of ${filename}`,
    ...narrative.map(({ question, facts }) =>
      [
        question,
        ...facts.map(
          ({ text, rows }) => `- ${text}${rows.length > 0 ? ` [rows ${rows.join(', ')}]` : ''}`,
        ),
      ].join('\n'),
    ),
  ].join('\n\n');
