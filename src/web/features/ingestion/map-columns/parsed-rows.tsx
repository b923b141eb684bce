import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { formOfColumn, isUnsure, type MappedFile, type MappingDraft } from './mapping-draft.ts';
import { cellReader, type ReadCell } from './read-cell.ts';
import { ROLE_LABELS } from './roles.ts';

const SHOWN_ROWS = 20;

export function ParsedRows(props: { data: MappedFile; draft: MappingDraft; isStatement: boolean }) {
  const { data, draft } = props;
  const columns = data.layout
    .filter(({ name }) => draft.roles[name] !== 'ignore')
    .map((layout) => {
      const form = formOfColumn(layout, draft);
      const role = draft.roles[layout.name] ?? 'other';
      return {
        name: layout.name,
        title: role === 'other' || !props.isStatement ? layout.name : ROLE_LABELS[role],
        numeric: form.kind === 'number',
        isOpen: isUnsure(layout, draft),
        read: cellReader(isUnsure(layout, draft) ? { kind: 'text' } : form, layout.nullWords),
      };
    });
  return (
    <ScrollFrame
      label="Parsed rows"
      className="max-h-[60dvh] rounded-md border border-line lg:max-h-none"
    >
      <table className="w-full border-collapse text-left tabular-nums">
        <thead>
          <tr>
            {columns.map(({ name, title, numeric }) => (
              <th
                key={name}
                scope="col"
                title={name}
                className={`sticky top-0 border-b border-line bg-surface px-3 py-2 text-xs font-normal whitespace-nowrap text-ink-soft ${numeric ? 'text-right' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.preview.slice(0, SHOWN_ROWS).map((row, i) => (
            <tr key={i} className="border-b border-line last:border-b-0">
              {columns.map(({ name, numeric, isOpen, read }) => (
                <Cell key={name} cell={read(row[name] ?? null)} {...{ numeric, isOpen }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** Values of a column with an open question are shown as they are in the file. */
function Cell(props: { cell: ReadCell; numeric: boolean; isOpen: boolean }) {
  const { cell, numeric, isOpen } = props;
  const tone = cell.kind === 'wrong' ? 'text-danger' : isOpen ? 'text-warning' : '';
  const align = numeric ? 'text-right' : '';
  if (cell.kind === 'missing')
    return <td className={`px-3 py-1.5 text-xs text-ink-soft ${align}`}>empty</td>;
  return (
    <td
      title={cell.kind === 'wrong' ? `Not read: ${cell.text}` : cell.text}
      className={`max-w-64 truncate px-3 py-1.5 whitespace-nowrap ${align} ${tone}`}
    >
      {cell.kind === 'wrong' ? `Not read: ${cell.text}` : cell.text}
    </td>
  );
}
