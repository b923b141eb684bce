import type { ReactNode } from 'react';
import { BOOKS, isBookPreset } from '../../../shared/institutions.ts';
import { DEFAULT_COUNTS } from '../../../shared/limits.ts';
import type { GenerateEntity } from '../../data/generation.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import {
  NOTHING_TYPED,
  readSettings,
  type SettingIssue,
  type TypedSettings,
} from './simulation-settings.ts';
import { useGenerate } from './use-generate.ts';

const LABELS: Record<GenerateEntity, string> = {
  customers: 'Generate Customers',
  accounts: 'Generate Accounts',
  transactions: 'Generate Transactions',
  full: 'Run Full Batch',
};

const MAKES: Record<GenerateEntity, string> = {
  customers: `${formatCount(DEFAULT_COUNTS.customers)} customers with city, risk segment, join date`,
  accounts: `${formatCount(DEFAULT_COUNTS.accounts)} accounts of existing customers`,
  transactions: `${formatCount(DEFAULT_COUNTS.transactions)} transactions on existing accounts`,
  full: 'Linked customers, accounts and transactions',
};

/** Describes what a button makes; a book consists of linked tables that tie to the cent. */
function makes(entity: GenerateEntity, preset: string): string {
  if (!isBookPreset(preset)) return MAKES[entity];
  const { tables, count } = BOOKS[preset];
  return `${formatCount(count)} ${tables[0]}, linked ${tables[1]}, ${tables[2]} and ledger`;
}

export function GenerateButtons(props: {
  entities: readonly GenerateEntity[];
  primary?: GenerateEntity;
  typed?: TypedSettings;
  /** Shown below the description of the full batch. */
  institution?: ReactNode;
  onIssue?: (issue: SettingIssue | null) => void;
}) {
  const generate = useGenerate();
  const typed = props.typed ?? NOTHING_TYPED;
  const press = (entity: GenerateEntity) => {
    const read = readSettings(typed);
    props.onIssue?.(read.kind === 'issue' ? read.issue : null);
    if (read.kind === 'issue') return;
    generate.mutate({ entity, settings: read.settings });
  };
  return (
    <ul className="divide-y divide-line border-t border-line">
      {props.entities.map((entity) => (
        <li
          key={entity}
          className="grid items-center gap-x-4 gap-y-2 px-5 py-3.5 sm:grid-cols-[11rem_1fr]"
        >
          <Button
            variant={entity === props.primary ? 'primary' : 'secondary'}
            size={entity === props.primary ? 'large' : 'normal'}
            busy={generate.isPending && generate.variables.entity === entity}
            busyLabel="Generating..."
            disabled={
              (generate.isPending && generate.variables.entity !== entity) ||
              (entity !== 'full' && isBookPreset(typed.preset))
            }
            className="justify-self-start"
            onClick={() => press(entity)}
          >
            {LABELS[entity]}
          </Button>
          <div className="space-y-2">
            <p className="text-ink-soft">{makes(entity, typed.preset)}</p>
            {entity === 'full' && props.institution}
          </div>
        </li>
      ))}
    </ul>
  );
}
