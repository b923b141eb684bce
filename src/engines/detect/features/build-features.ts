import type { ColumnRoles } from '../../meaning/events/column-roles.ts';
import { isOpinion, isOutcome } from '../../meaning/events/roles.ts';
import type { Table } from '../../table/table.ts';
import { channelAmountFeatures } from './channel-amounts.ts';
import type { DescribedFeature, Feature } from './feature.ts';
import { firstSeenFeatures } from './first-seen.ts';
import { isTransfers } from './is-transfers.ts';
import { buildLedger, type Ledger } from './ledger.ts';
import { networkFeatures } from './network.ts';
import { newPartyAmountFeatures } from './new-party-amounts.ts';
import { ownAmountFeatures } from './own-amounts.ts';
import { paceFeatures } from './pace.ts';
import { amountFeature, describedFeatures, plainFeatures } from './plain.ts';
import { rarityFeatures } from './rarity.ts';
import { type RuleLists, ruleFeatures } from './rules.ts';
import { timingFeatures } from './timing.ts';

export type FeatureOptions = RuleLists & {
  roles: ColumnRoles;
  ignore?: readonly string[];
  /** 1 for rows confirmed as fraud, which are excluded from their owner's history. */
  confirmed?: Uint8Array | null;
  without?: readonly string[];
  /** Columns of a plain table with a known meaning; others are then left out. */
  described?: Readonly<Record<string, DescribedFeature>> | undefined;
};

/** Builds the features of transactions (amounts and an owner or time) or of a plain table. */
export function buildFeatures(table: Table, keys: Float64Array, options: FeatureOptions) {
  const { roles, ignore = [], without = [], confirmed = null } = options;
  const ledger: Ledger = { ...buildLedger(table, roles, keys), confirmed };
  const kind: 'transactions' | 'table' =
    options.described === undefined &&
    ledger.amounts !== null &&
    (ledger.owner !== null || ledger.time !== null)
      ? 'transactions'
      : 'table';
  const used = new Set<string>([...ignore, ...Object.values(roles)]);
  const rest = (skip: ReadonlySet<string>) =>
    new Set(
      table.columns
        .map(({ name }) => name)
        .filter((name) => !skip.has(name) && !isOutcome(name) && !isOpinion(name)),
    );
  const amount = amountFeature(ledger);
  const labelOnly = new Set([
    ...ignore,
    ...(roles.label ? [roles.label] : []),
    ...(roles.id ? [roles.id] : []),
  ]);
  const features: Feature[] =
    kind === 'table'
      ? options.described === undefined
        ? plainFeatures(table, rest(labelOnly), 1)
        : describedFeatures(table, options.described)
      : [
          ...(amount === null ? [] : [amount]),
          ...ownAmountFeatures(ledger),
          ...channelAmountFeatures(ledger),
          ...newPartyAmountFeatures(ledger),
          ...paceFeatures(ledger),
          ...firstSeenFeatures(ledger),
          ...rarityFeatures(ledger),
          ...timingFeatures(ledger),
          ...ruleFeatures(ledger, options),
          ...networkFeatures(ledger),
          ...plainFeatures(table, rest(used), 0.3),
        ];
  const chosen = features.filter(({ name }) => !without.includes(name));
  return { kind, ledger, features: isTransfers(ledger) ? chosen.map(competing) : chosen };
}

const competing = ({ adds: _, ...feature }: Feature): Feature => feature;
