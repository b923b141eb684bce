import { balanceNotice } from '../../../../shared/balance-notice.ts';
import type { SignRule } from '../../../../shared/column-mapping.ts';
import { formatShare } from '../../../lib/format.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { MappedFile, MappingDraft } from './mapping-draft.ts';
import { SIGN_LABELS } from './roles.ts';

const NO_COLUMN = '';

export function MappingRules(props: {
  data: MappedFile;
  draft: MappingDraft;
  /** True if the rows are movements, whose sign has a rule. */
  isStatement: boolean;
  onChange: (draft: MappingDraft) => void;
}) {
  const { data, draft, onChange } = props;
  const names = data.layout.map(({ name }) => ({ value: name, label: name }));
  const { balance } = data;
  const notice = balance && balanceNotice(balance);
  const proposed = data.mapping.sign;
  const kinds: SignRule['kind'][] = ['signed', 'inverted', 'debit-credit'];
  if (proposed?.kind === 'direction') kinds.push('direction');
  const chooseSign = (kind: string) => {
    if (kind === 'direction') return onChange({ ...draft, sign: proposed });
    const sign = kinds.find((each) => each === kind);
    onChange({ ...draft, sign: sign === undefined ? null : ({ kind: sign } as SignRule) });
  };
  return (
    <div className="mb-4 border-b border-line pb-4">
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label="Each row belongs to"
          value={draft.entity ?? NO_COLUMN}
          options={[
            { value: NO_COLUMN, label: props.isStatement ? 'one account' : 'itself' },
            ...names,
          ]}
          onChange={(entity) => onChange({ ...draft, entity: entity || null })}
        />
        <SelectField
          label="Ordered by"
          value={draft.order ?? NO_COLUMN}
          options={[{ value: NO_COLUMN, label: 'the file' }, ...names]}
          onChange={(order) => onChange({ ...draft, order: order || null })}
        />
        {props.isStatement && (
          <SelectField
            label="Sign"
            value={draft.sign?.kind ?? NO_COLUMN}
            options={[
              { value: NO_COLUMN, label: 'No amount column' },
              ...kinds.map((kind) => ({ value: kind, label: SIGN_LABELS[kind] })),
            ]}
            onChange={chooseSign}
          />
        )}
      </div>
      {balance && (
        <p className="mt-2 text-xs text-ink-soft">
          {balance.column} is the running balance: consistent in {formatShare(balance.share)} of
          rows.
        </p>
      )}
      {notice && <p className="mt-1 text-xs text-warning">{notice}</p>}
    </div>
  );
}
