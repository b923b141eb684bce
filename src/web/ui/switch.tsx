import { Switch as Radix } from 'radix-ui';

export function Switch(props: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Radix.Root
      aria-label={props.label}
      checked={props.checked}
      disabled={props.disabled ?? false}
      onCheckedChange={props.onChange}
      className="relative h-6 w-10 shrink-0 align-middle rounded-full border border-control bg-surface transition-colors duration-150 data-[state=checked]:border-action data-[state=checked]:bg-action"
    >
      <Radix.Thumb className="block size-4 translate-x-1 rounded-full bg-control transition-transform duration-150 data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-action" />
    </Radix.Root>
  );
}
