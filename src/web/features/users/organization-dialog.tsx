import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { InstitutionKind } from '../../../shared/institutions.ts';
import {
  MAX_ORGANIZATION_DOMAIN_LENGTH,
  MAX_ORGANIZATION_NAME_LENGTH,
} from '../../../shared/limits.ts';
import { tooLong } from '../../../shared/refusals.ts';
import { createOrganization, organizationsQuery } from '../../data/organizations.ts';
import { fail, notice } from '../../lib/notices.ts';
import { firstIssue } from '../../lib/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { KindOptions } from './kind-options.tsx';

const lengthIssue = (label: string, text: string, max: number) => {
  if (text === '') return `${label} is required`;
  return text.length > max ? tooLong(label, max) : null;
};

export function OrganizationDialog(props: { open: boolean; onClose: () => void }) {
  const { register, handleSubmit, reset } = useForm<{
    name: string;
    domain: string;
    kind: InstitutionKind;
  }>({ defaultValues: { name: '', domain: '', kind: 'bank' } });
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: createOrganization,
    onSuccess: (_, { name }) => {
      notice('Organization created', name);
      reset();
      props.onClose();
      void queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    },
    onError: (error) => fail('Error', error),
  });
  const { issueAt, refuse } = useIssue<'name' | 'domain'>();
  const submit = handleSubmit((values) => {
    const name = values.name.trim();
    const domain = values.domain.trim();
    const issue = firstIssue({
      name: lengthIssue('Name', name, MAX_ORGANIZATION_NAME_LENGTH),
      domain: lengthIssue('Domain', domain, MAX_ORGANIZATION_DOMAIN_LENGTH),
    });
    if (issue) return refuse(issue);
    create.mutate({ name, domain, kind: values.kind });
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Create Organization"
      description="Members share one workspace."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pt-1">
        <Field label="Name" issue={issueAt('name')}>
          {(wiring) => <Input {...wiring} {...register('name')} />}
        </Field>
        <Field label="Domain" hint="Such as harbor.example" issue={issueAt('domain')}>
          {(wiring) => <Input {...wiring} {...register('domain')} />}
        </Field>
        <Field label="Kind" hint="Sets the words of its pages and what a full batch simulates">
          {(wiring) => (
            <Select {...wiring} {...register('kind')}>
              <KindOptions />
            </Select>
          )}
        </Field>
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Creating...">
            Create Organization
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
