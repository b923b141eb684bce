import { openChoices } from '../../../shared/layouts/infer-forms.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { LinkButton } from '../../ui/link-button.tsx';

/** Returns the columns whose format is undecided; files of the template have none. */
export const openIn = ({ template, layout }: Pick<DatasetPreview, 'template' | 'layout'>) =>
  template === null ? openChoices(layout ?? []) : [];

/** Column formats that were inferred, and those that a user has to choose before generating. */
export function Readings({ data, onMap }: { data: DatasetPreview; onMap: () => void }) {
  const open = openIn(data);
  const inferred = (data.layout ?? []).flatMap(({ name, inferred: sentence }) =>
    sentence === undefined ? [] : [{ name, sentence }],
  );
  if (open.length + inferred.length === 0) return null;
  return (
    <section aria-label="Column formats" className="rounded-md border border-line px-4 py-3">
      {open.length > 0 && (
        <div role="status" className="text-warning">
          <p>
            {open.length === 1 ? 'One column needs' : `${open.length} columns need`} a format before
            rows can be generated:
          </p>
          <ul className="mt-1 list-disc pl-5">
            {open.map(({ column, choices }) => (
              <li key={column}>
                {column}: {choices.join(' or ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {inferred.map(({ name, sentence }) => (
        <p key={name} className="text-ink-soft">
          {name}: {sentence}
        </p>
      ))}
      <p className="mt-2 text-xs">
        <LinkButton onClick={onMap}>
          {open.length > 0 ? 'Choose formats' : 'Change formats'}
        </LinkButton>
      </p>
    </section>
  );
}
