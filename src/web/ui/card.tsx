import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** Card with a hairline border and no shadow. Cards are never nested. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={classes('rounded-md border border-line bg-surface', className)} />
  );
}

export function CardHead(props: {
  title: ReactNode;
  id?: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 pb-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={props.id} className="text-base">
          {props.title}
        </h2>
        {props.children && <p className="mt-0.5 max-w-[72ch] text-ink-soft">{props.children}</p>}
      </div>
      {props.action && <div className="flex flex-wrap items-center gap-2">{props.action}</div>}
    </div>
  );
}
