import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** Does something here, and looks like a link, since it stands in text or in a cell. */
export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" className={classes('link min-h-6 text-left', className)} />
  );
}
