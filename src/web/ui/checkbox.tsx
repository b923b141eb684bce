import { type ComponentProps, type ReactNode, useId } from 'react';

export function Checkbox({
  label,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  const id = useId();
  return (
    <span className="inline-flex items-start gap-2">
      <input {...rest} id={id} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-action" />
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
    </span>
  );
}
