import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

const controlClasses =
  'w-full rounded-md border border-control bg-surface px-3 text-sm text-ink placeholder:text-ink-soft aria-invalid:border-danger disabled:opacity-55';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes('h-9', controlClasses, className)} />;
}

export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={classes('py-2', controlClasses, className)} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classes('h-9 pr-8', controlClasses, className)} />;
}
