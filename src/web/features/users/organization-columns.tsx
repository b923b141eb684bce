import type { InstitutionKind } from '../../../shared/institutions.ts';
import type { OrganizationRule } from '../../data/organizations.ts';
import type { Organization } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { dayColumn, textColumn } from '../../ui/columns.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { KindOptions } from './kind-options.tsx';

type RuleLabel = { rule: OrganizationRule; label: string };
const RULES: readonly RuleLabel[] = [
  { rule: 'four_eyes', label: 'Maker-checker' },
  { rule: 'require_second_factor', label: 'Second factor' },
];

export type RuleChange = RuleLabel & { organization: Organization; on: boolean };

export const organizationColumns = (options: {
  membersOf: (organization: Organization) => number | undefined;
  rulesBusy: boolean;
  onRule: (change: RuleChange) => void;
  onKind: (organization: Organization, kind: InstitutionKind) => void;
  seedingId: string | undefined;
  onSeed: (organization: Organization) => void;
  onRetention: (organization: Organization) => void;
  onDelete: (organization: Organization) => void;
}): Column<Organization>[] => [
  textColumn('name', 'Name'),
  {
    id: 'domain',
    header: 'Domain',
    className: 'min-w-40 wrap-anywhere',
    sort: (row) => row.domain,
    cell: (row) => (
      <>
        {row.domain}
        <select
          aria-label={`Kind of ${row.name}`}
          className="-ml-1 block bg-transparent text-xs text-ink-soft"
          value={row.kind}
          onChange={(event) => options.onKind(row, event.target.value as InstitutionKind)}
        >
          <KindOptions />
        </select>
      </>
    ),
  },
  {
    id: 'members',
    header: 'Members',
    numeric: true,
    cell: (row) => options.membersOf(row) ?? '–',
  },
  ...RULES.map(
    ({ rule, label }): Column<Organization> => ({
      id: rule,
      header: label,
      cell: (row) => (
        <Switch
          label={`${label} for ${row.name}`}
          checked={row[rule]}
          disabled={options.rulesBusy}
          onChange={(on) => options.onRule({ organization: row, on, rule, label })}
        />
      ),
    }),
  ),
  {
    id: 'retention',
    header: 'Retention',
    className: 'min-w-40',
    sort: (row) => row.retention_days ?? 0,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <LinkButton onClick={() => options.onRetention(row)}>
          {row.retention_days === null ? 'No minimum' : `${formatCount(row.retention_days)} days`}
          <span className="sr-only">: change the retention of {row.name}</span>
        </LinkButton>
        {row.legal_hold && <Badge tone="warning">Legal hold</Badge>}
      </span>
    ),
  },
  dayColumn('Created'),
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-2">
        <Button
          size="small"
          busy={row.id === options.seedingId}
          busyLabel="Seeding..."
          onClick={() => options.onSeed(row)}
        >
          Seed Demo Data<span className="sr-only"> for {row.name}</span>
        </Button>
        <DeleteButton name={row.name} onClick={() => options.onDelete(row)} />
      </span>
    ),
  },
];
