import { useQuery } from '@tanstack/react-query';
import { hostQuery } from '../../data/host.ts';
import { useIsAdmin } from '../../data/profile.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import type { TypedSettings } from './simulation-settings.ts';

type Executor = TypedSettings['executor'];

export function ExecutorField(props: { value: Executor; onChange: (value: Executor) => void }) {
  const isAdmin = useIsAdmin();
  const { data: host } = useQuery(hostQuery);
  const obstacle = !isAdmin
    ? 'Your own cluster: administrators only'
    : host?.hasObjectStore !== true
      ? 'Your own cluster: needs an object store (STORAGE_URL), which this installation does not have'
      : null;
  return (
    <Field
      label="Run on"
      className="sm:col-span-2"
      hint={obstacle ?? 'The batch page shows the job to start on your cluster.'}
    >
      {(wiring) => (
        <Select
          {...wiring}
          value={obstacle === null ? props.value : 'workers'}
          onChange={(event) =>
            props.onChange(event.target.value === 'external' ? 'external' : 'workers')
          }
        >
          <option value="workers">This installation’s workers</option>
          <option value="external" disabled={obstacle !== null}>
            Your own cluster
          </option>
        </Select>
      )}
    </Field>
  );
}
