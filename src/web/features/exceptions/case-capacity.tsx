import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setCaseCapacity } from '../../data/cases.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** Sets how many cases are reviewed a day; empty for no limit. */
export function CaseCapacity({ capacity }: { capacity: number | null }) {
  const [typed, setTyped] = useState(capacity?.toString() ?? '');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => setCaseCapacity(typed.trim() === '' ? null : Number(typed)),
    onSuccess: () => {
      notice('Capacity saved');
      return queries.invalidateQueries({ queryKey: ['cases', 'capacity'] });
    },
    onError: (error) => fail('Capacity not saved', error),
  });
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field label="Cases a day">
        {(wiring) => (
          <Input
            {...wiring}
            type="number"
            min={1}
            max={10_000}
            className="w-24"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={save.isPending}>
        Save
      </Button>
    </form>
  );
}
