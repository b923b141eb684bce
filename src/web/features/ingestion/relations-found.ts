import type { DatasetProfile } from '../../../shared/contracts/dataset-profile.ts';
import { formatCount } from '../../lib/format.ts';
import { formatterOf } from '../../lib/formatter-of.ts';

const named = formatterOf(() => new Intl.ListFormat('en', { type: 'conjunction' }));

export function relationsFound(profile: DatasetProfile): string[] {
  const { sequence, dependencies = [] } = profile;
  const decided = new Map<string, { to: string[]; values: number }>();
  for (const { from, to, values } of dependencies) {
    decided.set(from, { to: [...(decided.get(from)?.to ?? []), to], values });
  }
  const histories = sequence && [
    `Sequences: ${formatCount(sequence.entities)} values of ${sequence.entity}, ordered by ${sequence.time}.${sequence.why ? ` ${sequence.why}` : ''}`,
  ];
  const balance = sequence?.balance && [
    `Running balance: ${sequence.balance.column} is its previous value plus ${sequence.balance.amount} in ${(Math.floor(sequence.balance.share * 1000) / 10).toFixed(1)}% of rows.`,
  ];
  const { fewEntities } = profile;
  const few = fewEntities && [
    `${fewEntities.column} identifies ${fewEntities.entities} accounts or customers; batches need at least 9 (protection Cautious: 19), since values shared by fewer than 5 are suppressed. Upload more of them, or the rows of one alone. If ${fewEntities.column} identifies neither, change its role.`,
  ];
  const flat = profile.flatEntity && [
    `${profile.flatEntity} may identify the account or customer of each row, but no date orders the rows, so they are modeled as independent rows. To model sequences, choose it under Map columns.`,
  ];
  const sharing = profile.sequence === null ? 'rows' : 'accounts or customers';
  const fewer = (profile.fewerValues ?? []).map(
    ({ column, file, drawn }) =>
      `${column}: batches have at most ${formatCount(drawn)} different values, the file ${formatCount(file)}, since fewer than 5 ${sharing} share the others or their parts.`,
  );
  return [
    ...(few ?? []),
    ...(histories ?? []),
    ...(flat || []),
    ...(balance ?? []),
    ...fewer,
    ...[...decided].map(
      ([from, { to, values }]) =>
        `${named().format(to)} ${to.length === 1 ? 'is' : 'are'} determined by ${from} (${formatCount(values)} values).`,
    ),
  ];
}
