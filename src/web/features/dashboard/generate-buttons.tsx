import { DEFAULT_COUNTS } from '../../../shared/limits.ts';
import type { GenerateEntity } from '../../data/generation.ts';
import { formatCount } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { NOTHING_TYPED, readSettings, type TypedSettings } from './simulation-settings.ts';
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

/** One button each; while one runs the others wait. */
export function GenerateButtons(props: {
  entities: readonly GenerateEntity[];
  primary?: GenerateEntity;
  typed?: TypedSettings;
}) {
  const generate = useGenerate();
  const press = (entity: GenerateEntity) => {
    const read = readSettings(props.typed ?? NOTHING_TYPED);
    if (read.kind === 'issue') return fail('Validation Error', read.issue);
    generate.mutate({ entity, settings: read.settings });
  };
  return (
    <ul className="grid overflow-hidden border-t border-line sm:grid-cols-2">
      {props.entities.map((entity, i) => (
        <li
          key={entity}
          className={`-mr-px -mb-px flex flex-wrap items-center gap-x-4 gap-y-2 border-r border-b border-line px-5 py-4 ${
            entity === props.primary ||
            (i === props.entities.length - 1 && (props.primary ? i % 2 === 1 : i % 2 === 0))
              ? 'sm:col-span-2'
              : 'sm:flex-col sm:items-start'
          }`}
        >
          <Button
            variant={entity === props.primary ? 'primary' : 'secondary'}
            size={entity === props.primary ? 'large' : 'normal'}
            busy={generate.isPending && generate.variables.entity === entity}
            busyLabel="Generating..."
            disabled={generate.isPending && generate.variables.entity !== entity}
            onClick={() => press(entity)}
          >
            {LABELS[entity]}
          </Button>
          <p className="text-ink-soft">{MAKES[entity]}</p>
        </li>
      ))}
    </ul>
  );
}
