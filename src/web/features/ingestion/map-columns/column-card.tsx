import type { ColumnLayout } from '../../../../shared/column-layout.ts';
import { STATEMENT_ROLES, type StatementRole } from '../../../../shared/column-mapping.ts';
import { possibleForms } from '../../../../shared/layouts/with-form.ts';
import { MiniHistogram } from '../../../charts/mini-histogram.tsx';
import { formatCount } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Select } from '../../../ui/input.tsx';
import { KindSelect } from '../column-kind.tsx';
import { formWords } from './form-words.ts';
import { formOfColumn, isUnsure, type MappedFile, type MappingDraft } from './mapping-draft.ts';
import { ROLE_LABELS } from './roles.ts';

const SHOWN_VALUES = 3;

export function ColumnCard(props: {
  data: MappedFile;
  layout: ColumnLayout;
  draft: MappingDraft;
  isStatement: boolean;
  onChange: (draft: MappingDraft) => void;
}) {
  const { data, layout, draft } = props;
  const { name } = layout;
  const unsure = isUnsure(layout, draft);
  const profile = data.profile?.columns.find((column) => column.name === name);
  const values = [...new Set(data.preview.map((row) => row[name]).filter(Boolean))];
  return (
    <li
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_64px] gap-x-3 gap-y-2 rounded-md border px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_64px_220px]',
        unsure ? 'border-warning' : 'border-line',
      )}
    >
      <div className="min-w-0">
        <h3 className="truncate" title={name}>
          {name}
        </h3>
        <code className="block truncate font-mono text-xs text-ink-soft">
          {values.slice(0, SHOWN_VALUES).join(' · ') || 'empty'}
        </code>
      </div>
      <div>
        {profile && profile.bins.length > 0 && (
          <MiniHistogram label={`Distribution of ${name}`} origin="real" bins={profile.bins} />
        )}
      </div>
      <div className="space-y-1.5 max-sm:col-span-2">
        {!profile && <p className="text-xs text-ink-soft">Columns are being profiled…</p>}
        {profile && (
          <KindSelect
            column={profile}
            roles={draft.kinds}
            onChange={(kinds) => {
              // A kind names how the column is used, so that it is no longer ignored.
              const role = draft.roles[name] === 'ignore' ? 'other' : draft.roles[name];
              const roles = role === undefined ? draft.roles : { ...draft.roles, [name]: role };
              props.onChange({ ...draft, kinds, roles });
            }}
          />
        )}
        {props.isStatement && (
          <Select
            aria-label={`Role of ${name}`}
            className="w-full text-xs"
            value={draft.roles[name]}
            onChange={(event) =>
              props.onChange({
                ...draft,
                roles: { ...draft.roles, [name]: event.target.value as StatementRole },
              })
            }
          >
            {STATEMENT_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </Select>
        )}
      </div>
      <ColumnForms {...props} unsure={unsure} />
    </li>
  );
}

function ColumnForms(props: {
  layout: ColumnLayout;
  draft: MappingDraft;
  unsure: boolean;
  onChange: (draft: MappingDraft) => void;
}) {
  const { layout, draft, unsure } = props;
  const { name, values, notices } = layout;
  const forms = possibleForms(layout);
  const said = formWords(formOfColumn(layout, draft));
  const chosen = forms.findIndex((form) => formWords(form) === said);
  const choose = (text: string) => {
    const form = forms[Number(text)];
    if (form !== undefined) props.onChange({ ...draft, forms: { ...draft.forms, [name]: form } });
  };
  return (
    <>
      <p
        className={classes(
          'col-span-2 self-center text-xs',
          unsure ? 'text-warning' : 'text-ink-soft',
        )}
      >
        {unsure
          ? `All ${formatCount(values)} values are ambiguous. Choose their format.`
          : notices.length > 0 && !layout.ambiguous
            ? notices.join(' ')
            : said}
      </p>
      {forms.length > 1 ? (
        <Select
          aria-label={`Format of ${name}`}
          className="max-sm:col-span-2"
          value={unsure ? '' : chosen}
          onChange={(event) => choose(event.target.value)}
        >
          {unsure && <option value="">Choose a format</option>}
          {forms.map((form, i) => (
            <option key={formWords(form)} value={i}>
              {formWords(form)}
            </option>
          ))}
        </Select>
      ) : (
        <span />
      )}
    </>
  );
}
