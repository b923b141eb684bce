import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" className={classes('link min-h-6 text-left', className)} />
  );
}
