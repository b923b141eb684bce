import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

export const controlClasses =
  'h-9 w-full rounded-md border border-control bg-surface px-3 text-sm text-ink placeholder:text-ink-soft aria-invalid:border-danger disabled:opacity-55';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(controlClasses, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} className={classes(controlClasses, 'h-auto min-h-20 py-2', className)} />
  );
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classes(controlClasses, 'pr-8', className)} />;
}
