import type { DatasetProfile } from '../../../shared/contracts/dataset-profile.ts';
import { formatCount } from '../../lib/format.ts';

const named = new Intl.ListFormat('en', { type: 'conjunction' });

/** What was found between the columns, a sentence each. */
export function relationsFound(profile: DatasetProfile): string[] {
  const { sequence, dependencies = [], dateOrders = [] } = profile;
  const decided = new Map<string, { to: string[]; values: number }>();
  for (const { from, to, values } of dependencies) {
    decided.set(from, { to: [...(decided.get(from)?.to ?? []), to], values });
  }
  const histories = sequence && [
    `The rows tell the histories of ${formatCount(sequence.entities)} values of ${sequence.entity}, in order of ${sequence.time}.`,
  ];
  const balance = sequence?.balance && [
    `${sequence.balance.column} is its value before plus ${sequence.balance.amount} in ${(Math.floor(sequence.balance.share * 1000) / 10).toFixed(1)}% of rows.`,
  ];
  const flat = profile.flatEntity && [
    `${profile.flatEntity} seems to name whose row each is, but no date orders the rows: they are learned one by one, unless Map columns says that each row is a movement of it.`,
  ];
  return [
    ...(histories ?? []),
    ...(flat || []),
    ...(balance ?? []),
    ...[...decided].map(
      ([from, { to, values }]) =>
        `${from} determines ${named.format(to)}: each of its ${formatCount(values)} values stands with one value there, in every row read.`,
    ),
    ...dateOrders.map(
      ({ first, second, rows }) =>
        `${second} is never before ${first}, in ${formatCount(rows)} rows that hold both.`,
    ),
  ];
}
