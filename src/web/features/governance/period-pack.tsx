import { PackageCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useEvidencePack } from '../../components/use-evidence-pack.ts';
import { useHasFunction } from '../../data/host-functions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const today = () => new Date().toISOString().slice(0, 10);
const monthAgo = () => new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);

export function PeriodPack() {
  const offered = useHasFunction('evidence-pack');
  const [open, setOpen] = useState(false);
  if (!offered) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <PackageCheck aria-hidden /> Evidence pack
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Evidence pack"
        description="One ZIP for this period: manifests, reports, approvals, decisions, document hashes, and your organization’s entries of the log with their proofs. Data files are not included, only their hashes."
      >
        <PeriodForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PeriodForm({ onDone }: { onDone: () => void }) {
  const [days, setDays] = useState(() => ({ from: monthAgo(), to: today() }));
  const isOrdered = days.from !== '' && days.from <= days.to;
  const save = useEvidencePack(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOrdered) save.mutate(days);
  };
  const bind = (name: 'from' | 'to') => ({
    type: 'date',
    max: today(),
    value: days[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setDays((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Start date (UTC)">
          {(wiring) => <Input {...wiring} {...bind('from')} />}
        </Field>
        <Field
          label="End date (UTC)"
          error={isOrdered ? undefined : 'The end date must not be before the start date.'}
        >
          {(wiring) => <Input {...wiring} {...bind('to')} />}
        </Field>
      </div>
      <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Preparing...">
        Download
      </Button>
    </form>
  );
}
