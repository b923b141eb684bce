import { useMutation, useQueryClient } from '@tanstack/react-query';
import { INSTITUTIONS, type InstitutionKind } from '../../../shared/institutions.ts';
import { organizationsQuery, seedDemoData, setKind, setRule } from '../../data/organizations.ts';
import type { Organization } from '../../data/rows.ts';
import { runsQuery } from '../../data/runs.ts';
import { fail, notice } from '../../lib/notices.ts';
import type { RuleChange } from './organization-columns.tsx';

export function useOrganizationChanges() {
  const queries = useQueryClient();
  const seed = useMutation({
    mutationFn: (organization: Organization) => seedDemoData(organization.id),
    onSuccess: (_, { name }) =>
      notice('Demo data seeded', `${name} has 20 customers, 50 accounts and 200 transactions.`),
    onError: (error) => fail('Generation failed', error),
    onSettled: () => void queries.invalidateQueries({ queryKey: runsQuery.queryKey }),
  });
  const change = useMutation({
    mutationFn: ({ organization, rule, on }: RuleChange) => setRule(organization.id, rule, on),
    onSuccess: (_, { organization, label, on }) =>
      notice(`${label} ${on ? 'on' : 'off'}`, organization.name),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
  });
  const kind = useMutation({
    mutationFn: (to: { organization: Organization; kind: InstitutionKind }) =>
      setKind(to.organization.id, to.kind),
    onSuccess: (_, to) => notice(`Kind: ${INSTITUTIONS[to.kind].label}`, to.organization.name),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
  });
  return { seed, change, kind };
}
